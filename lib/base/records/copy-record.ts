// A record of numbers, typed arrays and lists of either → a copy that shares none of them.

export function copyRecord<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, copyOf(value)])) as T;
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  return ArrayBuffer.isView(value) ? (value as Uint8Array).slice() : value;
}
