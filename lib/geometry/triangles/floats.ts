// Flat arrays of f64 and the numbers that index them, by the names that AssemblyScript has for them.
//
// The files of this room that import from here are compiled twice: by TypeScript, and by AssemblyScript into the
// compiled stages (#compiled), where module/records/floats.ts stands for this file and an array is a place in the
// module's memory. So they keep to what both understand: functions, indexes of type i32, all other numbers f64.

export type Floats = Float64Array;
export type f64 = number;
/** An index or an offset. */
export type i32 = number;

/** A new array. */
export function floats(length: i32): Floats {
  return new Float64Array(length);
}
