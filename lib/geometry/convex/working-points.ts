// Many points → the few that a search for a small body has to examine.
//
// A body that is smallest for some of the points and holds all of them is smallest for all. So a search examines a few
// points; the points outside its result are added, the farthest of each part, until none lies outside.

/** For a round body, each round adds points that are barely outside: the best body so far is kept. */
const ROUNDS = 16;

/** Result of a search, for all points. */
export interface Fitted<Body> {
  /** It holds all points. */
  readonly body: Body;
  /** The measure to minimise, such as mm³. */
  readonly size: number;
  /** Points outside the body found for the few; none if this body is no larger. */
  readonly outside: Iterable<number>;
}

/**
 * @param points xyz a point, mm.
 * @param search finds a small body for a few points. @param fit makes from it one that holds all points.
 * @returns the smallest of the bodies that hold all points.
 */
export function searchFewPoints<Guess, Body>(
  points: Float64Array,
  search: (few: Float64Array) => Guess,
  fit: (guess: Guess, few: Float64Array) => Fitted<Body>,
): Body {
  const chosen = new Set(extremesAlong(points));
  const trial = () => {
    const few = Float64Array.from([...chosen].flatMap((p) => [points[3 * p], points[3 * p + 1], points[3 * p + 2]]));
    return fit(search(few), few);
  };
  let best = trial();
  let last = best;
  for (let round = 1; round < ROUNDS; round++) {
    const before = chosen.size;
    for (const p of last.outside) chosen.add(p);
    if (chosen.size === before) break;
    last = trial();
    if (last.size < best.size) best = last;
  }
  return best.body;
}

/** The farthest points along the normals of the cube's sides, edges and corners. */
function extremesAlong(points: Float64Array): number[] {
  const extremes: number[] = [];
  for (let x = -1; x <= 1; x++)
    for (let y = -1; y <= 1; y++)
      for (let z = -1; z <= 1; z++) {
        let [farthest, most] = [0, Number.NEGATIVE_INFINITY];
        for (let p = 0; p < points.length / 3; p++) {
          const along = x * points[3 * p] + y * points[3 * p + 1] + z * points[3 * p + 2];
          if (along > most) [farthest, most] = [p, along];
        }
        extremes.push(farthest);
      }
  return extremes;
}
