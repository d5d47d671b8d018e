// A wrench → one that is no greater than the device bears, and no farther from the last one than a hand may feel at once.

export interface WrenchLimits {
  /** N. */
  readonly force: number;
  /** N·mm. */
  readonly torque: number;
  /** N a tick. */
  readonly forceStep: number;
  /** N·mm a tick. */
  readonly torqueStep: number;
}

/** Scales force and torque of `wrench` down to the limits. */
export function clampWrench(wrench: Float64Array, { force, torque }: WrenchLimits): void {
  shorten(wrench, 0, force);
  shorten(wrench, 3, torque);
}

/** Moves `from` toward `wrench`, by a step at most. @returns whether it got there. */
export function stepWrench(from: Float64Array, wrench: Float64Array, { forceStep, torqueStep }: WrenchLimits): boolean {
  const forceThere = stepToward(from, wrench, 0, forceStep);
  const torqueThere = stepToward(from, wrench, 3, torqueStep);
  return forceThere && torqueThere;
}

function shorten(v: Float64Array, at: number, most: number): void {
  const length = Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
  if (length <= most) return;
  for (let k = at; k < at + 3; k++) v[k] *= most / length;
}

function stepToward(from: Float64Array, to: Float64Array, at: number, most: number): boolean {
  const dx = to[at] - from[at];
  const dy = to[at + 1] - from[at + 1];
  const dz = to[at + 2] - from[at + 2];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const share = length <= most ? 1 : most / length;
  from[at] = share === 1 ? to[at] : from[at] + share * dx;
  from[at + 1] = share === 1 ? to[at + 1] : from[at + 1] + share * dy;
  from[at + 2] = share === 1 ? to[at + 2] : from[at + 2] + share * dz;
  return share === 1;
}
