// The compiled subdivision and measuring (../../wasm) → an instance of it, with views of its memory.
//
// The code is compiled once per thread. If that is impossible (no vector instructions, a page whose policy forbids it),
// there is no instance, and callers go on with the stages written in TypeScript, whose results are the same bytes.

import kernels from '#kernels';

/** What the compiled stages ask for: see ../../wasm/records/host.ts. Places are byte offsets in the memory. */
export interface StagesHost {
  isInside(x: number, y: number, z: number): number;
  knownDistance(first: number, second: number, pair: number): number;
  sharpen(point: number, triangle: number, out: number): void;
  isWithin(leaf: number, start: number, count: number, distance: number): number;
  listAt(x: number, y: number, z: number, size: number, isHeld: number): number;
  nearestTo(point: number, out: number): number;
}

/** The functions of ../../wasm/main.ts: those named `reserve…` return the beginning of the table. */
interface StagesExports {
  readonly memory: WebAssembly.Memory;
  numbersAt(): number;
  reserveRows(count: number): number;
  reserveOwn(count: number): number;
  reserveNear(count: number): number;
  reserveCrossings(count: number): number;
  reserveOthers(count: number): number;
  reserveList(faces: number): number;
  listPlaces(): number;
  setListSlack(slack: number): void;
  clearLists(): void;
  recheckLists(): void;
  clearPoints(): void;
  subdivide(): number;
  measure(): number;
  leafCount(): number;
  nearLength(): number;
  leafColumn(k: number): number;
  resultColumn(k: number): number;
}

let compiled: WebAssembly.Module | null | undefined;

function compiledModule(): WebAssembly.Module | null {
  if (compiled === undefined) {
    try {
      compiled = new WebAssembly.Module(Uint8Array.from(atob(kernels), (letter) => letter.charCodeAt(0)));
    } catch {
      compiled = null;
    }
  }
  return compiled;
}

export class CompiledStages {
  readonly call: StagesExports;
  /** Views of the whole memory; replaced by `look`. */
  f64 = new Float64Array(0);
  u32 = new Uint32Array(0);
  #buffer: ArrayBuffer | null = null;

  private constructor(instance: WebAssembly.Instance) {
    this.call = instance.exports as unknown as StagesExports;
    this.look();
  }

  /** @returns null if this machine or page cannot run them. */
  static make(host: StagesHost): CompiledStages | null {
    const module = compiledModule();
    if (module === null) return null;
    try {
      return new CompiledStages(new WebAssembly.Instance(module, { host: { ...host } }));
    } catch (error) {
      // There is no address space left for a memory.
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  /** Renews the views if the memory has grown: call it before reading or writing after a call. */
  look(): void {
    const { buffer } = this.call.memory;
    if (buffer === this.#buffer) return;
    this.#buffer = buffer;
    this.f64 = new Float64Array(buffer);
    this.u32 = new Uint32Array(buffer);
  }
}
