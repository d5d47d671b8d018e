// Two convex bodies and a pose → their signed distance, with nearest points and a certified interval.

import { checkOptionNames, checkPose, checkRecord, described, OptionError, type OptionNames } from '#core';
import { type Convex, ConvexBody } from './convex-body.ts';
import { type DistanceMethod, type DistanceStatus, PairDistance } from './pair-distance.ts';

/** The signed distance between two convex bodies. Points and normal are in the first body's frame, mm. */
export interface ConvexDistance {
  /**
   * mm: > 0 the gap; < 0 minus the length of the least translation that separates the bodies; 0 if they kiss. Its sign
   * is exact for the stored coordinates (core/pose.ts) and the radii. NaN if undecided.
   */
  readonly distance: number;
  /** mm: low ≤ exact ≤ high, proved, whatever the status. */
  readonly low: number;
  readonly high: number;
  /**
   * A point of each body's surface; pointB − pointA is distance · normal. Both hold within the rounding bound if the
   * status is exact. NaN if undecided.
   */
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  /** Unit, from a to b: moving b by distance · −normal makes the bodies kiss. NaN if undecided. */
  readonly normal: Float64Array;
  /**
   * exact: high − low is within the rounding bound, 1024·u·M, where M is the largest coordinate (1.1e-11 mm at 100 mm).
   * certified: it is wider, or the points are off by more, because an iteration limit cut off the search in integers.
   * undecided: a limit was reached earlier.
   */
  readonly status: DistanceStatus;
  /** Steps of the searches: 0 or 1 if the cache held the features. For V-Clip, changes to another feature. */
  readonly iterations: number;
}

export interface ConvexDistanceOptions {
  /**
   * How the closest features are found: gjk (default) by Gilbert's search; v-clip, for polyhedra alone, by Mirtich's
   * walk over their facets, edges and vertices, for coherent motion with a cache. If rounding leads that walk in a
   * circle, or the bodies overlap and no cache holds an earlier depth, Gilbert's search runs.
   */
  readonly method?: DistanceMethod;
  /** An object kept between calls for one pair: the search begins where the last one ended. */
  readonly cache?: object;
}
const OPTIONS: OptionNames<ConvexDistanceOptions> = { method: true, cache: true };

/** What a cache stores: its searches, and the bodies they were made for. */
interface Memory {
  readonly distance: PairDistance;
  a: ConvexBody;
  b: ConvexBody;
}
const memories = new WeakMap<object, Memory>();
/** For calls without a cache. It is cleared before each, so no call sees anything of an earlier one. */
let forgetful: PairDistance | null = null;

/**
 * The signed distance between two convex bodies, b posed into a's frame: by Gilbert's search or V-Clip, and an
 * expanding polytope, each proved by a certificate.
 *
 * If the centres or axes of spheres and capsules meet, every direction perpendicular to them separates equally well:
 * the normal is then one of these, and depends on the pose alone.
 * @param pose 16 numbers, column-major, rigid: b's frame → a's frame.
 * @param options cache: changes speed only; all but `iterations` are the same bytes as without. A cache used with
 * another pair is reset. method: both prove the interval; for bodies that rest on each other in several ways, equally
 * near within rounding, the points reported may differ.
 * @throws OptionError WRONG_TYPE, UNKNOWN_OPTION, BAD_METHOD. @throws PoseError as checkPose.
 */
export function convexDistance(
  a: Convex,
  b: Convex,
  pose: ArrayLike<number>,
  options?: ConvexDistanceOptions,
): ConvexDistance {
  const first = checkedBody(a, 'a');
  const second = checkedBody(b, 'b');
  const distance = options === undefined ? cold() : searchesOf(options, first, second);
  const method = options?.method;
  if (method !== undefined && method !== 'gjk') checkMethod(method, first, second);
  checkPose(pose, distance.pair.pose, 'The pose that convexDistance was given');
  distance.measure(first, second, method);
  const { bounds, pointFirst, pointSecond, pair, status, iterations } = distance;
  return {
    distance: bounds[2],
    low: bounds[0],
    high: bounds[1],
    pointA: copied(pointFirst),
    pointB: copied(pointSecond),
    normal: copied(pair.normal),
    status,
    iterations,
  };
}

function copied(v: Float64Array): Float64Array {
  const out = new Float64Array(3);
  out[0] = v[0];
  out[1] = v[1];
  out[2] = v[2];
  return out;
}

function cold(): PairDistance {
  forgetful ??= new PairDistance();
  forgetful.forget();
  return forgetful;
}

function searchesOf(options: ConvexDistanceOptions, a: ConvexBody, b: ConvexBody): PairDistance {
  if (!areKnown(options)) checkOptionNames(options, OPTIONS, 'convexDistance');
  const { cache } = options;
  if (cache === undefined) return cold();
  const memory = memories.get(cache);
  if (memory === undefined) {
    checkRecord(cache, 'The cache that convexDistance was given', 'an object', 'keep an empty one, {}, for each pair');
    const made = { distance: new PairDistance(), a, b };
    memories.set(cache, made);
    return made.distance;
  }
  if (memory.a !== a || memory.b !== b) {
    memory.distance.forget();
    memory.a = a;
    memory.b = b;
  }
  return memory.distance;
}

/** Whether there is nothing to refuse; checkOptionNames, which leaves its sentences as garbage, is then not called. */
function areKnown(options: unknown): boolean {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return false;
  for (const name in options) if (name !== 'cache' && name !== 'method') return false;
  return true;
}

function checkMethod(method: unknown, a: ConvexBody, b: ConvexBody): void {
  if (method !== 'v-clip')
    throw new OptionError(
      'BAD_METHOD',
      `The method that convexDistance was given is ${described(method)}, expected gjk or v-clip; leave it out for gjk.`,
    );
  for (const [name, { kind }] of [
    ['a', a],
    ['b', b],
  ] as const)
    if (kind === 'sphere' || kind === 'capsule')
      throw new OptionError(
        'BAD_METHOD',
        `The method v-clip was asked of the body ${name}, which is a ${kind}, expected a polyhedron; leave the method out.`,
      );
}

function checkedBody(body: Convex, name: string): ConvexBody {
  if (body instanceof ConvexBody) return body;
  throw new OptionError(
    'WRONG_TYPE',
    `The body ${name} that convexDistance was given is ${described(body)}, expected a Convex; make it by createConvex.`,
  );
}
