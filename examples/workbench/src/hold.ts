// Held keys and pointer moves → the tool's pose: 16 numbers, column-major, tool frame → bone frame, mm.

/** What a key does, for the legend and for the hand: along or about an axis of the tool. */
export const KEYS: Readonly<
  Record<string, { readonly says: string; readonly axis: 0 | 1 | 2; readonly turns: boolean; readonly sign: 1 | -1 }>
> = {
  w: { says: 'up, out of the bone', axis: 1, turns: false, sign: 1 },
  s: { says: 'down, into the bone', axis: 1, turns: false, sign: -1 },
  d: { says: 'along the cut', axis: 0, turns: false, sign: 1 },
  a: { says: 'back along the cut', axis: 0, turns: false, sign: -1 },
  e: { says: 'to the blade’s side', axis: 2, turns: false, sign: 1 },
  q: { says: 'to its other side', axis: 2, turns: false, sign: -1 },
  ArrowRight: { says: 'turn in the cut’s plane', axis: 2, turns: true, sign: -1 },
  ArrowLeft: { says: 'turn back', axis: 2, turns: true, sign: 1 },
  ArrowUp: { says: 'lean over', axis: 0, turns: true, sign: -1 },
  ArrowDown: { says: 'lean back', axis: 0, turns: true, sign: 1 },
};
/** The speed of a held key; with Shift it is four times as fast. */
export const MM_PER_SECOND = 10;
export const DEGREES_PER_SECOND = 40;
export const SHIFT = 4;
/** s: any tap, however short, counts as this: a quarter of a millimetre, or a degree. */
export const TAP = 0.025;

/** A key's name in KEYS; undefined if it moves nothing. */
export function movingKey(key: string): string | undefined {
  const name = key.length === 1 ? key.toLowerCase() : key;
  return name in KEYS ? name : undefined;
}

/** The pose after one of KEYS was held for that time; a negative time reverses it. */
export function poseAfterKey(pose: Float64Array, key: string, shift: boolean, seconds: number): Float64Array {
  const { axis, turns, sign } = KEYS[key];
  const by = sign * (shift ? SHIFT : 1) * seconds;
  return turns
    ? turned(pose, axis, (by * DEGREES_PER_SECOND * Math.PI) / 180)
    : moved(pose, along(pose, axis, by * MM_PER_SECOND));
}

/** The pose shifted in the bone's frame. */
export function moved(pose: Float64Array, [x, y, z]: readonly number[]): Float64Array {
  const out = pose.slice();
  out[12] += x;
  out[13] += y;
  out[14] += z;
  return out;
}

/** A displacement along one of the tool's own axes, mm, in the bone's frame. */
export function along(pose: Float64Array, axis: number, by: number): number[] {
  return [0, 1, 2].map((k) => by * pose[4 * axis + k]);
}

/**
 * The pose turned about one of the tool's own axes; the two columns that turn are made orthonormal again, so that it is
 * still rigid after a thousand turns.
 */
export function turned(pose: Float64Array, axis: number, angle: number): Float64Array {
  const out = pose.slice();
  const [u, v] = [4 * ((axis + 1) % 3), 4 * ((axis + 2) % 3)];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  for (let k = 0; k < 3; k++) out[u + k] = c * pose[u + k] + s * pose[v + k];
  const w = out.subarray(4 * axis, 4 * axis + 3);
  const a = out.subarray(u, u + 3);
  const dot = a[0] * w[0] + a[1] * w[1] + a[2] * w[2];
  for (let k = 0; k < 3; k++) a[k] -= dot * w[k];
  const length = Math.hypot(a[0], a[1], a[2]);
  for (let k = 0; k < 3; k++) a[k] /= length;
  for (let k = 0; k < 3; k++) out[v + k] = w[(k + 1) % 3] * a[(k + 2) % 3] - w[(k + 2) % 3] * a[(k + 1) % 3];
  return out;
}
