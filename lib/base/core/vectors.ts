// Vectors of three numbers → products and differences, each a new array. For loops that may leave no garbage, the rooms
// have twins of their own that write into typed arrays.

type Three = [number, number, number];

export function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: readonly number[], b: readonly number[]): Three {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function minus(a: readonly number[], b: readonly number[]): Three {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}
