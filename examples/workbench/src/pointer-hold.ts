// Shift and drag on the picture → the saw goes with the pointer, in the picture's plane. Without Shift the picture
// turns.

import { moved } from './hold.ts';
import type { Triple } from './picture-wire.ts';

export interface PointerOwner {
  pose(): Float64Array;
  /** mm of a pixel at a point, and the picture's right and up there; null while there is no picture. */
  plane(at: Triple): { readonly scale: number; readonly right: Triple; readonly up: Triple } | null;
  hold(pose: Float64Array): void;
}

export function holdByPointer(canvas: HTMLCanvasElement, owner: PointerOwner): void {
  let isHeld = false;
  for (const end of ['pointerup', 'pointercancel'] as const) addEventListener(end, () => (isHeld = false));
  // Before the picture's own listeners, which are kept from hearing of it.
  const listen = (name: 'pointerdown' | 'pointermove', hear: (event: PointerEvent) => void) =>
    canvas.addEventListener(
      name,
      (event) => {
        if (name === 'pointerdown') isHeld = event.shiftKey;
        if (!isHeld) return;
        event.stopImmediatePropagation();
        hear(event);
      },
      { capture: true },
    );
  listen('pointerdown', ({ pointerId }) => canvas.setPointerCapture(pointerId));
  listen('pointermove', ({ movementX, movementY }) => {
    const pose = owner.pose();
    const plane = owner.plane([pose[12], pose[13], pose[14]]);
    if (plane === null) return;
    const { scale, right, up } = plane;
    const by = (k: number) => scale * (movementX * right[k] - movementY * up[k]);
    owner.hold(moved(pose, [by(0), by(1), by(2)]));
  });
}
