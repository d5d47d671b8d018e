// A volume's samples → where bone is: the value between eight samples is linear along each axis (trilinear).
//
//        d ●────────● c      The value at a point is interpolated from a to b, from d to c, then between these, and so
//         ╱│   ×   ╱│        on: eight samples, seven steps. Bone is where it is ≥ isoValue, in the box; outside the
//      a ●────────● b        box there is none, so bone ends at the box's planes.

/** It can be passed to another thread. */
export interface ScalarField {
  /** Samples along i (fastest), j and k, each ≥ 2. */
  readonly dimensions: readonly [number, number, number];
  readonly values: ArrayLike<number>;
  /** mm → place among the samples, row-major 3×4. */
  readonly toIndex: readonly number[];
  /** The box of places in which there may be bone, within 0 … n − 1. */
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
  readonly isoValue: number;
}

export class BoneField {
  readonly field: ScalarField;
  /** The sample below the last place, and the place's fraction of the step to the next one, along each axis. */
  readonly #base = new Int32Array(3);
  readonly #share = new Float64Array(3);
  readonly #place = new Float64Array(3);

  constructor(field: ScalarField) {
    this.field = field;
  }

  /** Whether there is bone at a point, mm. */
  isBone(x: number, y: number, z: number): boolean {
    const place = this.#place;
    this.placeOf(x, y, z, place);
    return this.isBoneAt(place[0], place[1], place[2]);
  }

  /** Whether there is bone at a place among the samples. */
  isBoneAt(i: number, j: number, k: number): boolean {
    const { low, high, isoValue } = this.field;
    if (!(i >= low[0] && i <= high[0] && j >= low[1] && j <= high[1] && k >= low[2] && k <= high[2])) return false;
    return this.valueAt(i, j, k) >= isoValue;
  }

  /** Writes a point's place among the samples. */
  placeOf(x: number, y: number, z: number, out: Float64Array): void {
    const m = this.field.toIndex;
    for (let k = 0; k < 3; k++) out[k] = m[4 * k] * x + m[4 * k + 1] * y + m[4 * k + 2] * z + m[4 * k + 3];
  }

  /** The value at a place among the samples; beyond them, at the nearest place. */
  valueAt(i: number, j: number, k: number): number {
    const first = this.#seek(i, j, k);
    const { values, dimensions } = this.field;
    const row = dimensions[0];
    const layer = row * dimensions[1];
    const [u, v, w] = this.#share;
    const near = mixed(values, first, row, u, v);
    return near + w * (mixed(values, first + layer, row, u, v) - near);
  }

  /**
   * Writes the surface normal at a point of the bone's surface, of either sign and any length: the gradient of the
   * value, or on a plane of the box the plane's normal.
   */
  normalAt(x: number, y: number, z: number, out: Float64Array): void {
    const { low, high, isoValue, values, dimensions, toIndex: m } = this.field;
    const place = this.#place;
    this.placeOf(x, y, z, place);
    const inner = [0, 1, 2].map((k) => Math.min(Math.max(place[k], low[k]), high[k]));
    const first = this.#seek(inner[0], inner[1], inner[2]);
    const value = this.valueAt(inner[0], inner[1], inner[2]);
    const slope = [0, 0, 0];
    const axis = nearestPlane(place, low, high);
    if (value > isoValue && fromPlanes(place, low, high, axis) < ON_PLANE) slope[axis] = 1;
    else {
      const row = dimensions[0];
      const steps = [1, row, row * dimensions[1]];
      for (let k = 0; k < 3; k++) {
        const [a, b] = [(k + 1) % 3, (k + 2) % 3];
        const rise = (corner: number) => values[corner + steps[k]] - values[corner];
        const [u, v] = [this.#share[a], this.#share[b]];
        const here = rise(first) + u * (rise(first + steps[a]) - rise(first));
        const there = rise(first + steps[b]) + u * (rise(first + steps[a] + steps[b]) - rise(first + steps[b]));
        slope[k] = here + v * (there - here);
      }
    }
    for (let k = 0; k < 3; k++) out[k] = slope[0] * m[k] + slope[1] * m[4 + k] + slope[2] * m[8 + k];
  }

  /** The first of the eight samples around a place; sets #share to how far the place is beyond it. */
  #seek(i: number, j: number, k: number): number {
    const { dimensions } = this.field;
    const base = this.#base;
    const share = this.#share;
    share[0] = i;
    share[1] = j;
    share[2] = k;
    for (let axis = 0; axis < 3; axis++) {
      const last = dimensions[axis] - 2;
      const below = Math.floor(share[axis]);
      base[axis] = Math.max(0, Math.min(below, last));
      share[axis] = Math.min(1, Math.max(0, share[axis] - base[axis]));
    }
    return base[0] + dimensions[0] * (base[1] + dimensions[1] * base[2]);
  }
}

/**
 * In samples: a crossing bisected to 2^-16 of a cell is this near to its plane, if a cell spans at most 2^8 samples. An
 * error here only makes a normal wrong and an edge of the bone less sharp.
 */
const ON_PLANE = 2 ** -8;

function mixed(values: ArrayLike<number>, at: number, row: number, u: number, v: number): number {
  const a = values[at];
  const d = values[at + row];
  const low = a + u * (values[at + 1] - a);
  return low + v * (d + u * (values[at + row + 1] - d) - low);
}

type Places = ArrayLike<number>;

/** The axis across which the nearest plane of the box lies. */
function nearestPlane(place: Places, low: Places, high: Places): number {
  let best = 0;
  for (let axis = 1; axis < 3; axis++)
    if (fromPlanes(place, low, high, axis) < fromPlanes(place, low, high, best)) best = axis;
  return best;
}

/** How far a place is from the nearer of the box's planes across an axis, in samples. */
function fromPlanes(place: Places, low: Places, high: Places, axis: number): number {
  return Math.min(Math.abs(place[axis] - low[axis]), Math.abs(place[axis] - high[axis]));
}
