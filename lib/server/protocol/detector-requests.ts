// Requests about a bone and a tool → a detector's answers.

import { checkPose, KerfError } from '#core';
import { createBounded, type Detector, type DetectorOptions } from '#detector';
import type { TriangleMesh } from '#mesh';
import type { FirstContactOptions, RigidMotion } from '#motion';
import type { Body } from './check-request.ts';
import type { HeldCuttable, HeldDetector, Holdings } from './holdings.ts';
import { detectorBytes } from './limits.ts';
import { reportBody } from './report-columns.ts';
import type { Emit, SessionParts } from './session.ts';

/** The bone of which a detector or a loop is made. @throws KerfError UNKNOWN_NAME, CUT_BEFORE. */
export function boneOf(
  request: Body,
  held: Holdings,
): { readonly mesh: TriangleMesh; readonly cuttable: HeldCuttable | null } {
  const { bone, cuttable: name } = request as { readonly bone: string; readonly cuttable?: string };
  if (name === undefined) return { mesh: held.get('mesh', bone), cuttable: null };
  const cuttable = held.get('cuttable', name);
  if (cuttable.isCut)
    throw new KerfError(
      'CUT_BEFORE',
      `The cuttable bone "${name}" has been cut, and what is made of it now would number its faces otherwise; make it before the first cut, or load the surface that mesh gives.`,
    );
  return { mesh: cuttable.bone.mesh, cuttable };
}

export async function makeDetector(request: Body, { held, limits, meshes }: SessionParts): Promise<Body> {
  const { detector: name, bone: _bone, cuttable: _cuttable, tool: toolName, ...options } = request;
  const { mesh: bone, cuttable } = boneOf(request, held);
  const tool = held.get('mesh', toolName as string);
  const bytes = detectorBytes(bone, tool);
  held.checkRoom('detector', name as string, bytes);
  const index = await meshes.indexOf(bone);
  const all = { bone, tool, ...options, ...(index && { index }) } as DetectorOptions;
  const detector = await createBounded(all, limits.maxRows);
  const { backend, backendReason } = detector;
  const counted = await held.put('detector', name as string, { detector, cuttable, pose: null }, bytes);
  return { detector: name, backend, backendReason, bytes: counted };
}

export function setPose(request: Body, { held }: SessionParts): Body {
  const one = held.get('detector', request.detector as string);
  const pose = request.pose as ArrayLike<number>;
  // Refused here, where it is set, rather than where it is used.
  checkPose(pose);
  one.pose = pose;
  return {};
}

/** The detector of a request, and its pose. @throws KerfError UNKNOWN_NAME, NO_POSE. */
function posed(request: Body, held: Holdings): { readonly detector: Detector; readonly pose: ArrayLike<number> } {
  const name = request.detector as string;
  const one: HeldDetector = held.get('detector', name);
  const pose = (request.pose as ArrayLike<number> | undefined) ?? one.pose;
  if (pose === null)
    throw new KerfError('NO_POSE', `The detector "${name}" has no pose yet; give one here, or by the request pose.`);
  return { detector: one.detector, pose };
}

/** If the surfaces share no point, the state comes from a report, which is then small. */
export function intersects(request: Body, { held }: SessionParts): Body {
  const { detector, pose } = posed(request, held);
  const intersectingFaces = detector.intersectingFaces(pose);
  const isThere = intersectingFaces.length > 0;
  return {
    intersects: isThere,
    state: isThere ? 'intersecting' : detector.detectSync(pose).state,
    intersectingFaces,
  };
}

export async function report(request: Body, { held }: SessionParts): Promise<Body> {
  const { detector, pose } = posed(request, held);
  return reportBody(await detector.detect(pose));
}

export async function path(request: Body, parts: SessionParts, emit: Emit, signal: AbortSignal): Promise<Body> {
  const { detector } = parts.held.get('detector', request.detector as string);
  const { workers = 1, poses } = request as { readonly workers?: number; readonly poses: ArrayLike<number> };
  if (workers > parts.limits.maxWorkers)
    throw new KerfError(
      'BAD_WORKERS',
      `The request path asks for ${workers} workers, expected at most ${parts.limits.maxWorkers}; ask for fewer.`,
    );
  let count = 0;
  for await (const one of detector.detectMany(poses, { signal, workers })) {
    await emit(reportBody(one));
    count++;
  }
  return { count };
}

export function distance(request: Body, { held }: SessionParts): Body {
  const { detector, pose } = posed(request, held);
  return { ...detector.minimumDistance(pose) };
}

export async function volume(request: Body, { held }: SessionParts): Promise<Body> {
  const { detector, pose } = posed(request, held);
  const { relativeWidth } = request as { readonly relativeWidth?: number };
  return { volume: await detector.overlapVolume(pose, relativeWidth === undefined ? {} : { relativeWidth }) };
}

export function sweep(request: Body, { held }: SessionParts): Body {
  const { detector: name, from, to, motion, ...options } = request;
  const { detector } = held.get('detector', name as string);
  const way = { from, to, ...(motion !== undefined && { motion }) } as RigidMotion;
  return { ...detector.firstContact(way, options as FirstContactOptions) };
}

export async function edit(request: Body, { held }: SessionParts): Promise<Body> {
  const { detector, loop, ...given } = request as {
    readonly detector?: string;
    readonly loop: string;
    readonly remove: Uint32Array;
  };
  const one = detector === undefined ? held.get('loop', loop) : held.get('detector', detector);
  if (one.cuttable !== null)
    throw new KerfError(
      'EDIT_OF_CUTTABLE',
      `"${detector ?? loop}" is made of a cuttable bone, whose cuts would no longer fit after another edit; ask for cut, or make it of a mesh.`,
    );
  await ('detector' in one ? one.detector : one.loop).editBone(given);
  return {};
}
