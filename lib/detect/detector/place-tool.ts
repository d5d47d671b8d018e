// A bone, a tool and the direction in which it is fed → a pose in which the tool's tip rests on the bone.
//
//        tool │ feed                 the tool is turned so that its feed runs against the bone's normal at a point,
//             ▼                      set down far above it, and moved along the feed until it first touches
//         ────┴────  bone

import { unitFeed } from '#bodies';
import { checkNumbers, checkOptionNames, lengthSlack, OptionError, type OptionNames, vectorLength } from '#core';
import { checkedMesh, type TriangleMesh } from '#mesh';
import { faceNormal, POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '#triangles';
import { createDetectorSync } from './create-detector.ts';

export interface PlaceOptions {
  /** Unit, tool frame: the direction in which the tool is fed into the bone. */
  readonly feed: ArrayLike<number>;
  /** xyz, bone frame, mm: where its tip is to rest. Default: the bone's vertex of greatest z. */
  readonly at?: ArrayLike<number>;
  /** Unit, bone frame: out of the bone at that point. Default: the area-weighted normal of the faces nearest to it. */
  readonly normal?: ArrayLike<number>;
}
const OPTIONS: OptionNames<PlaceOptions> = { feed: true, at: true, normal: true };

type Vector = readonly [number, number, number];

/** mm: how far the pose may be beyond the first contact. */
const TOLERANCE = 1e-3;

/**
 * A first pose of the tool on the bone: its feed runs against `normal`; its tip, the mean of the vertices farthest
 * along the feed, lies on the line through `at` along the normal; and it touches the bone, no deeper than 1 µm, coming
 * down that line. The turn about the feed is the least that the feed needs.
 * @returns 16 numbers, column-major: tool frame → bone frame.
 * @throws OptionError BAD_FEED, BAD_POINT, BAD_NORMAL, NO_CONTACT (the tool passes by the bone), WRONG_TYPE,
 * UNKNOWN_OPTION; MeshError as createMesh.
 */
export function placeTool(bone: TriangleMesh, tool: TriangleMesh, options: PlaceOptions): Float64Array {
  checkOptionNames(options, OPTIONS, 'placeTool');
  const [onto, moved] = [checkedMesh(bone, 'bone'), checkedMesh(tool, 'tool')];
  const feed = unitFeed(options.feed);
  if (feed === null)
    throw new OptionError('BAD_FEED', 'placeTool was given no feed; pass the direction in which the tool is fed.');
  const at = options.at === undefined ? highest(onto) : point(options.at, 'at', 'BAD_POINT');
  const out = options.normal === undefined ? normalAt(onto, at) : unit(point(options.normal, 'normal', 'BAD_NORMAL'));
  const turn = turnTo(feed as unknown as Vector, [-out[0], -out[1], -out[2]]);
  const tip = turned(turn, tipOf(moved, feed as unknown as Vector));
  // From where all of the tool is beyond all of the bone, to where the tip is.
  const [bottom, top] = extent(onto, out, at);
  const poseAt = (height: number) =>
    Float64Array.of(
      ...turn.slice(0, 3),
      0,
      ...turn.slice(3, 6),
      0,
      ...turn.slice(6, 9),
      0,
      ...at.map((x, k) => x - tip[k] + height * out[k]),
      1,
    );
  const detector = createDetectorSync({ bone: onto, tool: moved, contactDistance: 0, resolution: top - bottom + 1 });
  const spare = 1 + top - bottom;
  const motion = { from: poseAt(top + spare), to: poseAt(bottom - spare) };
  const found = detector.firstContact(motion, { tolerance: TOLERANCE });
  detector.dispose();
  if (found.status === 'contact' || found.status === 'grazing') return found.highPose;
  throw new OptionError(
    'NO_CONTACT',
    `The tool passes by "${onto.name}" along ${out.map((x) => x.toPrecision(3)).join(', ')} through ${at.join(', ')}; ` +
      'choose a point on the bone, and the normal out of it there.',
  );
}

function point(given: ArrayLike<number>, what: 'at' | 'normal', code: string): Vector {
  checkNumbers(given, what, 'pass three numbers, or leave it out');
  const [x, y, z] = Array.from(given);
  if (given.length === 3 && [x, y, z].every(Number.isFinite)) return [x, y, z];
  throw new OptionError(code, `${what} is ${Array.from(given).join(', ')}, expected three finite numbers, x, y, z.`);
}

function unit([x, y, z]: Vector): Vector {
  const length = vectorLength(x, y, z);
  if (length > 0) return [x / length, y / length, z / length];
  throw new OptionError(
    'BAD_NORMAL',
    'The normal has no length, or none is known there; pass the direction out of the bone.',
  );
}

function highest({ positions: A }: TriangleMesh): Vector {
  let v = 0;
  for (let i = 3; i < A.length; i += 3) if (A[i + 2] > A[v + 2]) v = i;
  return [A[v], A[v + 1], A[v + 2]];
}

/** The mean of the vertices farthest along a direction. */
function tipOf({ positions: A }: TriangleMesh, feed: Vector): Vector {
  let [most, count] = [Number.NEGATIVE_INFINITY, 0];
  const sum = [0, 0, 0];
  for (let i = 0; i < A.length; i += 3) {
    const along = A[i] * feed[0] + A[i + 1] * feed[1] + A[i + 2] * feed[2];
    if (along < most) continue;
    if (along > most) {
      [most, count] = [along, 0];
      sum.fill(0);
    }
    count++;
    for (let k = 0; k < 3; k++) sum[k] += A[i + k];
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

/** Where the bone begins and ends along a direction, from a point on, mm. */
function extent({ positions: A }: TriangleMesh, out: Vector, at: Vector): [low: number, high: number] {
  let [low, high] = [0, 0];
  for (let i = 0; i < A.length; i += 3) {
    const along = (A[i] - at[0]) * out[0] + (A[i + 1] - at[1]) * out[1] + (A[i + 2] - at[2]) * out[2];
    low = Math.min(low, along);
    high = Math.max(high, along);
  }
  return [low, high];
}

/** The area-weighted normal of the faces that hold the surface's nearest point. */
function normalAt({ positions, faces }: TriangleMesh, at: Vector): Vector {
  const A = Float64Array.from(positions);
  const near = new Float64Array(POINT_TRIANGLE_SIZE);
  const squaredTo = (p: Float64Array, face: number) => {
    pointTriangle(p, 0, A, 3 * faces[face], 3 * faces[face + 1], 3 * faces[face + 2], near);
    return near[SQUARED];
  };
  let least = Number.POSITIVE_INFINITY;
  const nearest = new Float64Array(3);
  const from = Float64Array.from(at);
  for (let face = 0; face < faces.length; face += 3) {
    if (squaredTo(from, face) >= least) continue;
    least = near[SQUARED];
    nearest.set(near.subarray(0, 3));
  }
  const slack = lengthSlack(A.reduce((most, x) => Math.max(most, Math.abs(x)), 0));
  const normal = new Float64Array(3);
  const sum = [0, 0, 0];
  for (let face = 0; face < faces.length; face += 3) {
    if (Math.sqrt(squaredTo(nearest, face)) > slack) continue;
    faceNormal(A, 3 * faces[face], 3 * faces[face + 1], 3 * faces[face + 2], normal, 0);
    for (let k = 0; k < 3; k++) sum[k] += normal[k];
  }
  return unit([sum[0], sum[1], sum[2]]);
}

/** The least turn that takes one unit vector to another: three columns. */
function turnTo(from: Vector, to: Vector): Float64Array {
  const c = from[0] * to[0] + from[1] * to[1] + from[2] * to[2];
  const axis: Vector = [
    from[1] * to[2] - from[2] * to[1],
    from[2] * to[0] - from[0] * to[2],
    from[0] * to[1] - from[1] * to[0],
  ];
  const s = vectorLength(...axis);
  // Along each other, or against: no turn, or half a turn about any axis across.
  if (s === 0) return c > 0 ? rotation([1, 0, 0], 1, 0) : rotation(across(from), -1, 0);
  return rotation([axis[0] / s, axis[1] / s, axis[2] / s], c, s);
}

/** A unit vector perpendicular to another. */
function across(v: Vector): Vector {
  const k = [0, 1, 2].reduce((least, i) => (Math.abs(v[i]) < Math.abs(v[least]) ? i : least), 0);
  const e: Vector = [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0];
  return unit([v[1] * e[2] - v[2] * e[1], v[2] * e[0] - v[0] * e[2], v[0] * e[1] - v[1] * e[0]]);
}

/** About a unit axis, by its angle's cosine and sine (O. Rodrigues). */
function rotation([x, y, z]: Vector, cosine: number, sine: number): Float64Array {
  const length = Math.hypot(cosine, sine);
  const [c, s] = [cosine / length, sine / length];
  const d = 1 - c;
  return Float64Array.of(
    ...[c + d * x * x, d * x * y + s * z, d * x * z - s * y],
    ...[d * x * y - s * z, c + d * y * y, d * y * z + s * x],
    ...[d * x * z + s * y, d * y * z - s * x, c + d * z * z],
  );
}

function turned(m: Float64Array, v: Vector): Vector {
  const at = (k: number) => m[k] * v[0] + m[3 + k] * v[1] + m[6 + k] * v[2];
  return [at(0), at(1), at(2)];
}
