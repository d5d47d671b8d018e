// haptic-… → loops of a session; the client moves their hand.

import { KerfError } from '#core';
import { envelope, type Stroke } from '#cutting';
import { type HapticOptions, type HapticSnapshot, servoSettings, startHapticLoop } from '#haptics';
import type { RigidMotion } from '#motion';
import type { Body } from './check-request.ts';
import { cutAndEdit, loopsOf, sizeOf } from './cutting-requests.ts';
import { boneOf } from './detector-requests.ts';
import type { HeldCuttable, HeldLoop } from './holdings.ts';
import { envelopeBytes, loopBytes } from './limits.ts';
import type { Emit, SessionParts } from './session.ts';

export async function hapticStart(
  request: Body,
  { held, limits, onCut }: SessionParts,
  _emit: Emit,
  signal: AbortSignal,
): Promise<Body> {
  const { loop: name, bone: _bone, cuttable: _cuttable, tool: toolName, options = {}, ...more } = request;
  const { mesh, cuttable } = boneOf(request, held);
  const tool = held.get('mesh', toolName as string);
  const given = checkLoopOptions(options as HapticOptions);
  const stroke = cuttable && strokeOf(given, cuttable);
  const bytes = loopBytes(mesh, tool) + (stroke ? envelopeBytes(sizeOf(tool), stroke) : 0);
  held.checkRoom('loop', name as string, bytes);
  const running = held.all('loop').filter(([other]) => other !== name).length;
  if (running >= limits.maxLoops)
    throw new KerfError(
      'TOO_MANY_LOOPS',
      `This session has ${running} haptic loops, expected at most ${limits.maxLoops}; stop one first.`,
    );
  const swept = stroke ? await envelope(tool, stroke, signal) : tool;
  // Refused again if another loop has cut the bone meanwhile.
  const { mesh: bone } = boneOf(request, held);
  let own: HeldLoop | undefined;
  const cutWhere = (where: HeldCuttable) => (motion: RigidMotion) => {
    const { result, detectors } = cutAndEdit(held, where, swept, motion);
    const { edit } = result;
    // Errors surface later: a loop that can no longer be edited rejects when it is stopped.
    const loops = loopsOf(held, where, own);
    for (const [, { loop }] of loops) loop.editBone(edit).catch(() => {});
    // A request's answer has the voxels of these cuts, too.
    const names = { detectors, loops: loops.map(([other]) => other) };
    onCut(request.cuttable as string, { ...edit, volumeLoss: result.volumeLoss, ...names });
    return edit;
  };
  const isCutting = given.cutting !== undefined && cuttable !== null;
  const cutter = isCutting ? { cutter: { cut: cutWhere(cuttable) } } : {};
  const loop = await startHapticLoop({ ...given, ...more, bone, tool, ...cutter });
  own = { loop, cuttable };
  const counted = await held.put('loop', name as string, own, bytes);
  return { loop: name, transport: loop.transport, bytes: counted };
}

/**
 * The stroke of a saw: what it removes is its envelope, so that the ends of its slot do not hold it. null for a tool
 * that does not cut, or does not stroke. @throws OptionError BAD_OPTION, WRONG_TYPE, UNKNOWN_OPTION.
 */
function strokeOf(options: HapticOptions, { bone: { cell } }: HeldCuttable): Stroke | null {
  const { cutting } = servoSettings(options);
  return cutting?.tool === 'saw' ? { axis: cutting.axis, stroke: cutting.stroke, cell } : null;
}

/** The loop's own options; the request gives bodies and device. @throws KerfError BAD_MEMBER. */
function checkLoopOptions(options: HapticOptions): HapticOptions {
  const others = ['bone', 'tool', 'script', 'inverse', 'index', 'cutter', 'feed', 'shank', 'candidates'];
  const other = others.find((name) => Object.hasOwn(options, name));
  if (other !== undefined)
    throw new KerfError('BAD_MEMBER', `options of haptic-start has ${other}, expected a HapticOptions; leave it out.`);
  return options;
}

export function hapticMove(request: Body, { held }: SessionParts): Body {
  const { loop, pose = null } = request as { readonly loop: string; readonly pose?: ArrayLike<number> };
  held.get('loop', loop).loop.move(pose);
  return {};
}

export function hapticCut(request: Body, { held }: SessionParts): Body {
  const { loop, isOn } = request as { readonly loop: string; readonly isOn: boolean };
  held.get('loop', loop).loop.cut(isOn);
  return {};
}

export function hapticSnapshot(request: Body, { held }: SessionParts): Body {
  return snapshotBody(held.get('loop', request.loop as string).loop.snapshot());
}

export async function hapticStop(request: Body, { held }: SessionParts): Promise<Body> {
  const name = request.loop as string;
  const { loop } = held.get('loop', name);
  await held.drop('loop', name);
  return { summary: loop.summary() };
}

export function snapshotBody(snapshot: HapticSnapshot | null): Body {
  if (snapshot === null) return { snapshot: null };
  const { force, torque, devicePose, proxyPose, contacts, ...rest } = snapshot;
  return {
    snapshot: {
      ...rest,
      penetration: plain(rest.penetration),
      cutting: rest.cutting && {
        ...rest.cutting,
        plunge: plain(rest.cutting.plunge),
        handPlunge: plain(rest.cutting.handPlunge),
      },
    },
    force: Float64Array.from(force),
    torque: Float64Array.from(torque),
    devicePose,
    proxyPose,
    'contacts.sample': Uint32Array.from(contacts, ({ sample }) => sample),
    'contacts.boneFace': Uint32Array.from(contacts, ({ boneFace }) => boneFace),
    'contacts.point': Float64Array.from(contacts.flatMap(({ point }) => point)),
    'contacts.normal': Float64Array.from(contacts.flatMap(({ normal }) => normal)),
    'contacts.force': Float64Array.from(contacts, ({ force: push }) => push),
  };
}

/** Its point as a list. */
function plain(penetration: HapticSnapshot['penetration']): object | null {
  return penetration && { ...penetration, protrusionPoint: [...penetration.protrusionPoint] };
}
