// In place of lib/geometry/triangles/floats.ts: an array is where it begins in the module's memory.

import { take } from './memory';

@unmanaged
export class Floats {
  @inline
  @operator('[]')
  get(i: i32): f64 {
    return load<f64>(changetype<usize>(this) + ((<usize>i) << 3));
  }
  @inline
  @operator('[]=')
  set(i: i32, x: f64): void {
    store<f64>(changetype<usize>(this) + ((<usize>i) << 3), x);
  }
}

export function floats(length: i32): Floats {
  return changetype<Floats>(take(8 * length));
}

/** The whole memory. */
export const MEMORY = changetype<Floats>(0);

/** The index in MEMORY of a place. */
export function indexOf(place: usize): i32 {
  return <i32>(place >>> 3);
}
