// Two fingers on the picture → how far they spread and move. It ignores a single finger; while there are two, the
// picture's other listeners get no events.

/** @param moved the factor by which the fingers' distance grew, and how far both moved: pixels, y downward. */
export function twoFingers(canvas: HTMLCanvasElement, moved: (spread: number, x: number, y: number) => void): void {
  const fingers = new Map<number, readonly [number, number]>();
  const listen = (
    name: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel',
    hear: (e: PointerEvent) => boolean,
  ) =>
    canvas.addEventListener(
      name,
      (event) => {
        if (event.pointerType === 'touch' && hear(event)) event.stopImmediatePropagation();
      },
      { capture: true },
    );
  /** The midpoint of two fingers, and their distance. */
  const measured = () => {
    const [[ax, ay], [bx, by]] = [...fingers.values()];
    return { x: (ax + bx) / 2, y: (ay + by) / 2, apart: Math.max(1, Math.hypot(ax - bx, ay - by)) };
  };
  /** A finger left on the picture after the other one is lifted does nothing. */
  let isOver = false;
  listen('pointerdown', ({ pointerId, clientX, clientY }) => {
    if (fingers.size === 0) isOver = false;
    fingers.set(pointerId, [clientX, clientY]);
    if (fingers.size < 2) return false;
    if (!isOver)
      for (const id of fingers.keys())
        if (id !== pointerId) canvas.dispatchEvent(new PointerEvent('pointercancel', { pointerId: id }));
    isOver = true;
    return true;
  });
  listen('pointermove', ({ pointerId, clientX, clientY }) => {
    if (!fingers.has(pointerId)) return false;
    const isPair = fingers.size === 2;
    const before = isPair ? measured() : null;
    fingers.set(pointerId, [clientX, clientY]);
    if (before !== null) {
      const after = measured();
      moved(after.apart / before.apart, after.x - before.x, after.y - before.y);
    }
    return isOver;
  });
  const lift = ({ pointerId }: PointerEvent): boolean => {
    fingers.delete(pointerId);
    return isOver;
  };
  listen('pointerup', lift);
  listen('pointercancel', lift);
}
