// Shift-drag on the picture, or a finger in Move mode → the tool moves with the pointer, in the picture's plane.
// Otherwise the picture turns.

import { capture } from './capture.ts';
import { moved } from './hold.ts';
import type { Triple } from './picture-wire.ts';

export interface PointerOwner {
  pose(): Float64Array;
  /** mm per pixel at a point, and the picture's right and up there; null while there is no picture. */
  plane(at: Triple): { readonly scale: number; readonly right: Triple; readonly up: Triple } | null;
  hold(pose: Float64Array): void;
  /** Whether a finger moves the tool. */
  isMoving(): boolean;
}

export function holdByPointer(canvas: HTMLCanvasElement, owner: PointerOwner): void {
  let isHeld = false;
  let [lastX, lastY] = [0, 0];
  for (const end of ['pointerup', 'pointercancel'] as const) addEventListener(end, () => (isHeld = false));
  // Runs before the picture's own listeners, which then do not get the event.
  const listen = (name: 'pointerdown' | 'pointermove', hear: (event: PointerEvent) => void) =>
    canvas.addEventListener(
      name,
      (event) => {
        if (name === 'pointerdown') isHeld = event.shiftKey || (event.pointerType === 'touch' && owner.isMoving());
        if (!isHeld) return;
        event.stopImmediatePropagation();
        hear(event);
      },
      { capture: true },
    );
  listen('pointerdown', ({ pointerId, clientX, clientY }) => {
    capture(canvas, pointerId);
    [lastX, lastY] = [clientX, clientY];
  });
  listen('pointermove', ({ clientX, clientY }) => {
    const [right, down] = [clientX - lastX, clientY - lastY];
    [lastX, lastY] = [clientX, clientY];
    const pose = owner.pose();
    const plane = owner.plane([pose[12], pose[13], pose[14]]);
    if (plane === null) return;
    const by = (k: number) => plane.scale * (right * plane.right[k] - down * plane.up[k]);
    owner.hold(moved(pose, [by(0), by(1), by(2)]));
  });
}
