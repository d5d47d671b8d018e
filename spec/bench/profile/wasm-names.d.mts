// Type of wasm-names.mjs, for its spec.

export function wasmNames(): Promise<ReadonlyMap<number, string>>;
