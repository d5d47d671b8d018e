// Paths in a square of the lattice, some of which cross → the same paths, with a vertex wherever two of them meet.
//
// Where two segments cross, both go through the point rounded to whole parts. That may move a segment by half a part,
// so that it meets another; hence all pairs are looked at until none meets elsewhere than at vertices (snap rounding:
// J. D. Hobby, "Practical segment intersection with finite precision output", 1999). Numbers are below 2^17 parts, so
// their products are exact.

/** Vertices in order; noding adds to them. */
export type Path = number[];
/** u and v of a vertex, in parts from the square's corner. */
export type InSquare = (vertex: number) => readonly [number, number];

/** Rounds of looking at all pairs. Each moves segments by a part at most; more than a few mean that it does not end. */
const MOST_ROUNDS = 16;

/** @param at the vertex at a place in the square. @returns false if it does not end. */
export function nodePaths(paths: readonly Path[], where: InSquare, at: (u: number, v: number) => number): boolean {
  for (let round = 0; round < MOST_ROUNDS; round++) if (!nodeOnce(paths, where, at)) return true;
  return false;
}

/** Whether two segments of the paths meet elsewhere than at vertices of both. */
export function someMeet(paths: readonly Path[], where: InSquare): boolean {
  return nodeOnce(paths, where, null);
}

function nodeOnce(paths: readonly Path[], where: InSquare, at: ((u: number, v: number) => number) | null): boolean {
  let isChanged = false;
  for (let p = 0; p < paths.length; p++)
    for (let q = 0; q <= p; q++)
      for (let i = 1; i < paths[p].length; i++)
        for (let j = 1; j < (p === q ? i : paths[q].length); j++) {
          const vertex = meeting([paths[p][i - 1], paths[p][i]], [paths[q][j - 1], paths[q][j]], where, at);
          if (vertex === null) continue;
          if (at === null) return true;
          // The later one first: the other's place does not move then.
          isChanged = insert(paths[p], i, vertex) || isChanged;
          isChanged = insert(paths[q], j, vertex) || isChanged;
        }
  return isChanged;
}

function insert(path: Path, i: number, vertex: number): boolean {
  if (path[i - 1] === vertex || path[i] === vertex) return false;
  path.splice(i, 0, vertex);
  return true;
}

/** Where two segments meet, as a vertex that not both have as an end; null if they do not, or at common ends only. */
function meeting(
  [a, b]: readonly [number, number],
  [c, d]: readonly [number, number],
  where: InSquare,
  at: ((u: number, v: number) => number) | null,
): number | null {
  const [A, B, C, D] = [where(a), where(b), where(c), where(d)];
  const [toC, toD] = [turn(A, B, C), turn(A, B, D)];
  const [toA, toB] = [turn(C, D, A), turn(C, D, B)];
  if (toC === 0 && c !== a && c !== b && isBetween(A, B, C)) return c;
  if (toD === 0 && d !== a && d !== b && isBetween(A, B, D)) return d;
  if (toA === 0 && a !== c && a !== d && isBetween(C, D, A)) return a;
  if (toB === 0 && b !== c && b !== d && isBetween(C, D, B)) return b;
  if (!(toC * toD < 0 && toA * toB < 0)) return null;
  if (at === null) return a;
  const t = toA / (toA - toB);
  const vertex = at(Math.round(A[0] + t * (B[0] - A[0])), Math.round(A[1] + t * (B[1] - A[1])));
  return vertex;
}

function turn(a: readonly number[], b: readonly number[], c: readonly number[]): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Whether a point on the line through a and b lies strictly between them. */
function isBetween(a: readonly number[], b: readonly number[], p: readonly number[]): boolean {
  const isOn = (k: number) => (a[k] < p[k] && p[k] < b[k]) || (b[k] < p[k] && p[k] < a[k]);
  return isOn(0) || isOn(1);
}
