// Outlines over exact points → the same outlines, whose edges along the line of two planes are divided at every point
// there.
//
//     ●─────────────●      A region ends at the line where the next plane cuts it, from one of its own corners to the
//     │             │      next. Where vertices of the surface lie on that line, other outlines have corners between
//   ──●──●───●──────●──    them. Then the edges of both would not cancel, and once corners are rounded they would not
//      ╲ │   │ ╱           meet.

import { inOrder } from './in-order.ts';
import { type DirectedEdge, EdgeChain } from './edge-chain.ts';
import type { ClipPoints } from './convex-clip.ts';

export class LineDivider {
  readonly #points: ClipPoints;
  /** By point of the outlines, a bit for each plane on which it lies. */
  readonly #on = new Map<number, number>();
  /** By line, as the bits of its planes: its points in their order, and the place of each among them. */
  readonly #lines = new Map<number, { readonly points: readonly number[]; readonly places: Map<number, number> }>();

  constructor(points: ClipPoints, outlines: Iterable<readonly DirectedEdge[]>) {
    this.#points = points;
    for (const outline of outlines)
      for (const [point] of outline) {
        if (this.#on.has(point)) continue;
        const bits = Array.from(points.planes).reduce<number>(
          (sum, _, n) => sum | (points.signOf(point, n) === 0 ? 1 << n : 0),
          0,
        );
        this.#on.set(point, bits);
      }
  }

  divided(outline: readonly DirectedEdge[]): DirectedEdge[] {
    const out = new EdgeChain();
    for (const [from, to] of outline) {
      const bits = (this.#on.get(from) ?? 0) & (this.#on.get(to) ?? 0);
      const first = bits & -bits;
      const second = (bits ^ first) & -(bits ^ first);
      if (second === 0) {
        out.add(from, to);
        continue;
      }
      const { points, places } = this.#line(first | second, from, to);
      const [start, end] = [places.get(from) ?? 0, places.get(to) ?? 0];
      const step = start < end ? 1 : -1;
      for (let n = start; n !== end; n += step) out.add(points[n], points[n + step]);
    }
    return out.edges();
  }

  /** @param a a point of the line. @param b another one. */
  #line(bits: number, a: number, b: number) {
    const known = this.#lines.get(bits);
    if (known !== undefined) return known;
    const points = inOrder(
      this.#points,
      Array.from(this.#on.keys()).filter((point) => ((this.#on.get(point) ?? 0) & bits) === bits),
      a,
      b,
    );
    const line = { points, places: new Map(points.map((point, n) => [point, n])) };
    this.#lines.set(bits, line);
    return line;
  }
}
