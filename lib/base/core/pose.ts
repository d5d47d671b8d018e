// A pose as given → a checked pose, posed coordinates, and its inverse.

import { frameShrink, frameSlack, LARGEST_COORDINATE, SMALLEST_POSED_COORDINATE } from './bounds.ts';
import { described } from './check-argument.ts';
import { PoseError } from './errors.ts';

/** The largest entry of RᵀR − I at which a pose is still taken as rigid. */
export const RIGID_LIMIT = 1e-5;

/** A rigid motion tool → bone, column-major, and how far its rotation is from orthonormal. */
export interface RigidPose {
  readonly matrix: Float64Array;
  /** max |RᵀR − I|. */
  orthonormalityError: number;
}

/** A pose that checkPose can fill again and again. */
export function emptyPose(): RigidPose {
  return { matrix: new Float64Array(16), orthonormalityError: 0 };
}

/**
 * Checks 16 numbers, column-major, and copies them. The pose is taken as given and never re-orthonormalised.
 * @param out receives the numbers; its contents are undefined after an error.
 * @param name what an error calls the pose.
 * @throws PoseError BAD_LENGTH, NON_FINITE_POSE, NOT_RIGID (with the deviation), COORDINATE_RANGE.
 */
export function checkPose(pose: ArrayLike<number>, out = emptyPose(), name = 'Pose'): RigidPose {
  const fault = faultOf(pose, out);
  if (fault !== null) throw errorOf(fault, pose, out, name);
  return out;
}

/**
 * Whether checkPose accepts the pose. It creates no error object, which would be garbage in a loop.
 * @param out is filled as by checkPose; its contents are undefined if the pose is refused.
 */
export function isPose(pose: ArrayLike<number>, out: RigidPose): boolean {
  return faultOf(pose, out) === null;
}

type PoseFault = 'length' | 'finite' | 'row' | 'shape' | 'mirror' | 'range';

/** @param out its orthonormalityError is set if that is the fault. */
function faultOf(pose: ArrayLike<number>, out: RigidPose): PoseFault | null {
  if (pose === null || typeof pose !== 'object' || pose.length !== 16) return 'length';
  const m = out.matrix;
  for (let i = 0; i < 16; i++) {
    const entry = pose[i];
    m[i] = typeof entry === 'number' ? entry : Number.NaN;
  }
  for (let i = 0; i < 16; i++) if (!Number.isFinite(m[i])) return 'finite';
  if (m[3] !== 0 || m[7] !== 0 || m[11] !== 0 || m[15] !== 1) return 'row';
  let error = 0;
  for (let a = 0; a < 3; a++)
    for (let b = a; b < 3; b++) {
      const dot = m[4 * a] * m[4 * b] + m[4 * a + 1] * m[4 * b + 1] + m[4 * a + 2] * m[4 * b + 2];
      error = Math.max(error, Math.abs(dot - (a === b ? 1 : 0)));
    }
  out.orthonormalityError = error;
  if (!(error <= RIGID_LIMIT)) return 'shape';
  if (!(determinantOf(m) > 0)) return 'mirror';
  for (let i = 12; i < 15; i++) if (Math.abs(m[i]) > LARGEST_COORDINATE) return 'range';
  return null;
}

function determinantOf(m: Float64Array): number {
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
}

/** @param checked the pose as faultOf filled it. */
function errorOf(
  fault: PoseFault,
  pose: ArrayLike<number>,
  { matrix: m, orthonormalityError }: RigidPose,
  name: string,
): PoseError {
  switch (fault) {
    case 'length':
      return new PoseError(
        'BAD_LENGTH',
        `${name} ${foundIn(pose)} numbers, expected 16 (4×4, column-major); pass tool frame → bone frame.`,
      );
    case 'finite': {
      const i = m.findIndex((entry) => !Number.isFinite(entry));
      return new PoseError(
        'NON_FINITE_POSE',
        `${name} entry ${i} is ${described(pose[i])}, expected a finite number; check the tracker's output.`,
      );
    }
    case 'row':
      return new PoseError(
        'NOT_RIGID',
        `${name} has the last row ${m[3]} ${m[7]} ${m[11]} ${m[15]}, expected 0 0 0 1; pass a column-major matrix (translation at 12, 13, 14).`,
      );
    case 'shape':
      return new PoseError(
        'NOT_RIGID',
        `${name} is not rigid: an entry of RᵀR − I is ${orthonormalityError.toExponential(3)}, at most ${RIGID_LIMIT} is allowed; remove scale and shear.`,
      );
    case 'mirror':
      return new PoseError(
        'NOT_RIGID',
        `${name} mirrors: det R is ${determinantOf(m).toFixed(6)}, expected +1; mirror the mesh instead of the pose.`,
      );
    case 'range':
      return new PoseError(
        'COORDINATE_RANGE',
        `${name} translation ${m.subarray(12, 15).find((entry) => Math.abs(entry) > LARGEST_COORDINATE)} is beyond ${LARGEST_COORDINATE.toExponential(2)} mm; use millimetres.`,
      );
  }
}

function foundIn(pose: unknown): string {
  const length = typeof pose === 'object' && pose !== null ? (pose as { length?: unknown }).length : undefined;
  return typeof length === 'number' ? `has ${length}` : `is ${described(pose)}: it has no`;
}

/**
 * Computes posed coordinates. This formula defines the tool on every backend: x' = ((m0·x + m4·y) + m8·z) + m12 and so
 * on, each operation rounded to f64, and 0 if the result is nearer to 0 than SMALLEST_POSED_COORDINATE.
 * @param out receives 3·count numbers. @param bounds receives their box: low x, y, z, high x, y, z.
 * @returns the largest magnitude among them.
 */
export function posePositions(
  pose: RigidPose,
  local: Float64Array,
  count: number,
  out: Float64Array,
  bounds: Float64Array,
): number {
  const { matrix } = pose;
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = x0;
  let z0 = x0;
  let x1 = Number.NEGATIVE_INFINITY;
  let y1 = x1;
  let z1 = x1;
  for (let i = 0; i < 3 * count; i += 3) {
    poseVertex(matrix, local, i, out, i);
    const px = out[i];
    const py = out[i + 1];
    const pz = out[i + 2];
    x0 = Math.min(x0, px);
    x1 = Math.max(x1, px);
    y0 = Math.min(y0, py);
    y1 = Math.max(y1, py);
    z0 = Math.min(z0, pz);
    z1 = Math.max(z1, pz);
  }
  bounds[0] = x0;
  bounds[1] = y0;
  bounds[2] = z0;
  bounds[3] = x1;
  bounds[4] = y1;
  bounds[5] = z1;
  return Math.max(Math.abs(x0), Math.abs(y0), Math.abs(z0), Math.abs(x1), Math.abs(y1), Math.abs(z1));
}

/**
 * Computes the posed coordinates of one vertex by the formula of posePositions. The vertex's own coordinates are at i,
 * i + 1, i + 2; the posed ones are written to out from `at` on.
 */
export function poseVertex(m: Float64Array, local: Float64Array, i: number, out: Float64Array, at: number): void {
  const x = local[i];
  const y = local[i + 1];
  const z = local[i + 2];
  out[at] = storedCoordinate(m[0] * x + m[4] * y + m[8] * z + m[12]);
  out[at + 1] = storedCoordinate(m[1] * x + m[5] * y + m[9] * z + m[13]);
  out[at + 2] = storedCoordinate(m[2] * x + m[6] * y + m[10] * z + m[14]);
}

/** The coordinate that the exact predicates take: x, or 0 if x is nearer to 0 than SMALLEST_POSED_COORDINATE. */
export function storedCoordinate(x: number): number {
  return x < SMALLEST_POSED_COORDINATE && x > -SMALLEST_POSED_COORDINATE ? 0 : x;
}

/**
 * The map from the bone's frame to a body's own frame, and how a distance measured there bounds the distance in the
 * bone's frame.
 */
export interface LocalFrame {
  /** 12 numbers, row-major 3×4: local = A·p + b. */
  readonly inverse: Float64Array;
  /** 12 numbers, row-major 3×4: the map back, p = R·local + t. */
  readonly forward: Float64Array;
  /** Distance in the bone's frame ≥ shrink · (distance in the local frame) − slack, mm. */
  shrink: number;
  slack: number;
}

/** The bone's own frame: nothing is converted, and nothing is lost. */
export function identityFrame(): LocalFrame {
  const identity = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
  return { inverse: identity, forward: identity.slice(), shrink: 1, slack: 0 };
}

/**
 * The tool's frame under a pose.
 * @param magnitude a bound on every coordinate of both bodies in the bone's frame, of the tool in its own frame, and of
 * the translation.
 */
export function toolFrame(pose: RigidPose, magnitude: number): LocalFrame {
  const frame = identityFrame();
  turnFrame(pose, frame);
  frame.slack = frameSlack(magnitude);
  return frame;
}

/** The 16 numbers of pose `row` in an array of poses. */
export function poseAt(poses: ArrayLike<number>, row: number): Float64Array {
  return Float64Array.from({ length: 16 }, (_, k) => poses[16 * row + k]);
}

/** Turns a frame into the tool's frame under a pose. The caller sets the slack: see frameSlack. */
export function turnFrame({ matrix, orthonormalityError }: RigidPose, out: LocalFrame): void {
  const m0 = matrix[0];
  const m1 = matrix[1];
  const m2 = matrix[2];
  const m4 = matrix[4];
  const m5 = matrix[5];
  const m6 = matrix[6];
  const m8 = matrix[8];
  const m9 = matrix[9];
  const m10 = matrix[10];
  const tx = matrix[12];
  const ty = matrix[13];
  const tz = matrix[14];
  const c0 = m5 * m10 - m6 * m9;
  const c1 = m6 * m8 - m4 * m10;
  const c2 = m4 * m9 - m5 * m8;
  const d = 1 / (m0 * c0 + m1 * c1 + m2 * c2);
  const { inverse, forward } = out;
  inverse[0] = c0 * d;
  inverse[1] = c1 * d;
  inverse[2] = c2 * d;
  inverse[4] = (m2 * m9 - m1 * m10) * d;
  inverse[5] = (m0 * m10 - m2 * m8) * d;
  inverse[6] = (m1 * m8 - m0 * m9) * d;
  inverse[8] = (m1 * m6 - m2 * m5) * d;
  inverse[9] = (m2 * m4 - m0 * m6) * d;
  inverse[10] = (m0 * m5 - m1 * m4) * d;
  for (let row = 0; row < 12; row += 4)
    inverse[row + 3] = -(inverse[row] * tx + inverse[row + 1] * ty + inverse[row + 2] * tz);
  for (let k = 0; k < 3; k++)
    for (let column = 0; column < 4; column++) forward[4 * k + column] = matrix[4 * column + k];
  out.shrink = frameShrink(orthonormalityError);
}
