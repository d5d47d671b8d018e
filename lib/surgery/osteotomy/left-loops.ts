// Directed segments in a plane → the loops that they form, each round one part of what lies to their left.
//
//        ╲   ╱        Where several segments leave a vertex, a loop takes the one that is reached first when turning
//      ───●───        clockwise from where it came: so what lies on the left stays in one part, and parts that touch at
//        ╱   ╲        a vertex get loops of their own.

import { type Place, turn } from './flat-view.ts';

type At = (vertex: number) => Place;

/** @returns null if they do not close. */
export function leftLoops(segments: readonly (readonly [number, number])[], at: At): number[][] | null {
  const leaving = new Map<number, number[]>();
  for (const [n, [from]] of segments.entries()) {
    const list = leaving.get(from);
    if (list === undefined) leaving.set(from, [n]);
    else list.push(n);
  }
  const isDone = new Uint8Array(segments.length);
  const loops: number[][] = [];
  for (let first = 0; first < segments.length; first++) {
    const loop: number[] = [];
    for (let n = first; isDone[n] === 0; ) {
      isDone[n] = 1;
      const [from, to] = segments[n];
      loop.push(from);
      const onward = (leaving.get(to) ?? []).filter((next) => isDone[next] === 0 || next === first);
      if (onward.length === 0) return null;
      n = onward.reduce((best, next) => (isBefore(at, from, to, segments[next][1], segments[best][1]) ? next : best));
    }
    if (loop.length > 0) loops.push(loop);
  }
  return loops;
}

/** Whether, turning clockwise from the way back to `from`, the way to p comes before the way to q. */
function isBefore(at: At, from: number, to: number, p: number, q: number): boolean {
  const [here, back, first, second] = [at(to), at(from), at(p), at(q)];
  const [half, other] = [clockwiseHalf(here, back, first), clockwiseHalf(here, back, second)];
  if (half !== other) return half < other;
  return turn(here, first, second) < 0;
}

/** 0 within half a turn clockwise from the way to b, 1 for what follows; straight back comes last. */
function clockwiseHalf(here: Place, b: Place, p: Place): number {
  const way = turn(here, b, p);
  if (way !== 0) return way < 0 ? 0 : 1;
  const isSameWay = [0, 1].every((k) => Math.sign(b[k] - here[k]) === Math.sign(p[k] - here[k]));
  return isSameWay ? 2 : 1;
}
