// A headset's session → the tool in a controller: squeezed, it follows the hand; its trigger cuts.
//
// Only an immersive session has tracked controllers, and its wearer does not see the page: its picture hangs before
// them as a screen. On a headset without a computer the page has no frames meanwhile, so pictures are asked for by the
// session's.

import { Clutch } from './clutch.ts';
import { cross, unit } from './framing.ts';
import type { CameraView, Triple } from './picture-wire.ts';
import { Rumble } from './rumble.ts';
import { XrScreen } from './xr-screen.ts';

/** m: from the eyes to the screen. */
const AWAY = 1;

export interface XrOwner {
  pose(): Float64Array;
  hold(next: Float64Array): void;
  /** The picture's; null before the first. */
  camera(): CameraView | null;
  /** A copy of the picture. */
  copy(): Promise<ImageBitmap>;
  /** Resolves once the tool is on, or off. */
  cut(isOn: boolean): Promise<void>;
}

export class XrHand {
  readonly #session: XRSession;
  readonly #owner: XrOwner;
  readonly #screen: XrScreen;
  readonly #rumble = new Rumble();
  /** The space of the wearer's room. */
  readonly #room: XRReferenceSpace;
  /** That of the screen; null until the wearer's eyes are known. */
  #space: XRReferenceSpace | null = null;
  #held: { readonly source: XRInputSource; readonly clutch: Clutch } | null = null;
  #isCutting = false;
  /** Switching takes a while at first: a trigger that is let go meanwhile switches off after it. */
  #switched = Promise.resolve();
  #isCopying = false;

  /** @throws (as a rejection) Error if the browser cannot draw for the session, or does not locate its wearer. */
  static async begin(session: XRSession, owner: XrOwner): Promise<XrHand> {
    return new XrHand(session, await session.requestReferenceSpace('local'), owner);
  }

  private constructor(session: XRSession, room: XRReferenceSpace, owner: XrOwner) {
    this.#session = session;
    this.#owner = owner;
    this.#room = room;
    this.#screen = new XrScreen(session);
    session.addEventListener('squeezestart', ({ inputSource, frame }) => this.#take(inputSource, frame));
    session.addEventListener('squeezeend', ({ inputSource }) => this.#held?.source === inputSource && this.#letGo());
    session.addEventListener('selectstart', ({ inputSource }) => this.#held?.source === inputSource && this.#cut(true));
    session.addEventListener('selectend', ({ inputSource }) => this.#held?.source === inputSource && this.#cut(false));
    session.addEventListener('inputsourceschange', ({ removed }) => {
      if (this.#held !== null && removed.includes(this.#held.source)) this.#letGo();
    });
    // The headset's own menu is in front, or it is taken off.
    session.addEventListener('visibilitychange', () => session.visibilityState !== 'visible' && this.#letGo());
    session.addEventListener('end', () => {
      this.#letGo();
      this.#screen.end();
    });
    // The wearer has moved the room's origin: nothing is where it was.
    room.addEventListener('reset', () => {
      this.#letGo();
      this.#space = null;
    });
    session.requestAnimationFrame((_time, frame) => this.#frame(frame));
  }

  /** Shakes the controller that holds the tool. @param share 0 … 1: of the greatest force. */
  shake(share: number): void {
    const pad = this.#held?.source.gamepad;
    if (pad) this.#rumble.shake(pad, share, performance.now());
  }

  #frame(frame: XRFrame): void {
    this.#session.requestAnimationFrame((_time, next) => this.#frame(next));
    this.#space ??= screenBefore(frame, this.#room);
    if (this.#space === null) return;
    if (this.#held !== null) {
      const grip = this.#gripOf(this.#held.source, frame);
      // Out of the cameras' sight; where it appears again, the tool would leap to it.
      if (grip === null) this.#letGo();
      else this.#owner.hold(this.#held.clutch.poseAt(grip));
    }
    const viewer = frame.getViewerPose(this.#space);
    if (viewer) this.#screen.draw(viewer);
    void this.#copy();
  }

  async #copy(): Promise<void> {
    if (this.#isCopying) return;
    this.#isCopying = true;
    this.#screen.show(await this.#owner.copy());
    this.#isCopying = false;
  }

  /** null if the controller is not tracked, or its place is guessed. */
  #gripOf({ gripSpace }: XRInputSource, frame: XRFrame): XRRigidTransform | null {
    if (!gripSpace || this.#space === null) return null;
    const found = frame.getPose(gripSpace, this.#space);
    return found && !found.emulatedPosition ? found.transform : null;
  }

  /** While one controller holds the tool, another one's squeeze does nothing. */
  #take(source: XRInputSource, frame: XRFrame): void {
    const grip = this.#gripOf(source, frame);
    const camera = this.#owner.camera();
    if (this.#held !== null || grip === null || camera === null) return;
    this.#held = { source, clutch: new Clutch(grip, this.#owner.pose(), axesOf(camera)) };
  }

  #letGo(): void {
    this.#cut(false);
    this.#held = null;
  }

  #cut(isOn: boolean): void {
    if (isOn === this.#isCutting) return;
    this.#isCutting = isOn;
    this.#switched = this.#switched.then(() => this.#owner.cut(isOn));
  }
}

/** The picture's right, up and towards the viewer, in the bone's frame. */
function axesOf({ direction, up }: CameraView): readonly [Triple, Triple, Triple] {
  const back = unit([-direction[0], -direction[1], -direction[2]]);
  const right = unit(cross(up, back));
  return [right, cross(back, right), back];
}

/** An upright screen before the wearer's eyes, at their height; null if they are not located now. */
function screenBefore(frame: XRFrame, room: XRReferenceSpace): XRReferenceSpace | null {
  const eyes = frame.getViewerPose(room)?.transform;
  if (!eyes) return null;
  // The matrix's third column points backward; turned about the upright alone, the screen faces that way.
  const angle = Math.atan2(eyes.matrix[8], eyes.matrix[10]);
  const { x, y, z } = eyes.position;
  const place = { x: x - AWAY * Math.sin(angle), y, z: z - AWAY * Math.cos(angle) };
  const turn = { x: 0, y: Math.sin(angle / 2), z: 0, w: Math.cos(angle / 2) };
  return room.getOffsetReferenceSpace(new XRRigidTransform(place, turn));
}
