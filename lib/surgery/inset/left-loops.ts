// Directed segments in a plane → the loops that they form, each round one part of what lies to their left.
//
//        ╲   ╱        Where several segments leave a vertex, a loop takes the one that is reached first when turning
//      ───●───        clockwise from where it came: so what lies on the left stays in one part, and parts that touch at
//        ╱   ╲        a vertex get loops of their own.

type At = (vertex: number) => readonly [number, number];

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
  const [b, f, s] = [back, first, second].map(([x, y]) => [x - here[0], y - here[1]] as const);
  const [half, other] = [clockwiseHalf(b, f), clockwiseHalf(b, s)];
  if (half !== other) return half < other;
  return f[0] * s[1] - f[1] * s[0] < 0;
}

type Way = readonly [number, number];

/** 0 within half a turn clockwise from a way, 1 for what follows; straight back comes last. */
function clockwiseHalf(b: Way, p: Way): number {
  const cross = b[0] * p[1] - b[1] * p[0];
  const dot = b[0] * p[0] + b[1] * p[1];
  if (cross === 0) return dot > 0 ? 2 : 1;
  return cross < 0 ? 0 : 1;
}
