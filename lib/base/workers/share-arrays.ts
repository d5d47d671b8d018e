// A record of typed arrays → its copy in memory that all threads can read.

type TypedArray = Float64Array | Float32Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;

/**
 * A deep copy of plain records, lists and typed arrays. Each array is in a SharedArrayBuffer if there is such a thing:
 * posting the copy to a thread then copies nothing. Otherwise they are ordinary arrays, and each post copies them.
 */
export function shareArrays<T>(value: T): T {
  if (ArrayBuffer.isView(value)) return shared(value as unknown as TypedArray) as unknown as T;
  if (Array.isArray(value)) return value.map(shareArrays) as unknown as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, shareArrays(held)])) as T;
}

/** Whether there is memory that all threads can read: a page has it only if it is cross-origin isolated. */
export function isMemoryShared(): boolean {
  return typeof SharedArrayBuffer !== 'undefined';
}

/** Zeroed memory of this size, readable by all threads if there is such a thing. */
export function newMemory(bytes: number): ArrayBufferLike {
  return isMemoryShared() ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
}

function shared(values: TypedArray): TypedArray {
  const Typed = values.constructor as new (memory: ArrayBufferLike) => TypedArray;
  const copy = new Typed(newMemory(values.byteLength));
  copy.set(values);
  return copy;
}
