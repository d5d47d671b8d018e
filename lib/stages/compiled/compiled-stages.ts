// The module of subdivision and measuring (./module) → an instance of it, with views of its memory.
//
//   kernels ── WebAssembly, compiled once per thread
//      └────── generated from it: plain-kernels, a script, loaded where WebAssembly or its vectors are missing, or a
//              page's policy forbids them; the same functions, memory and bytes

import kernels from '#kernels';
import { KerfError } from '#core';

/** What the module asks for: see ./module/records/host.ts. Places are byte offsets in the memory. */
export interface StagesHost {
  isInside(x: number, y: number, z: number): number;
  knownDistance(first: number, second: number, pair: number): number;
  sharpen(point: number, triangle: number, out: number): void;
  isWithin(leaf: number, start: number, count: number): number;
  listAt(x: number, y: number, z: number, size: number, isHeld: number): number;
  nearestTo(point: number, out: number): number;
  look(): void;
}

/** The functions of ./module/main.ts; the tables' comments are there. */
interface StagesExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  setDistances(inflate: number, maxDistance: number, slack: number, knownGap: number, interior: number): void;
  setBodies(cellSize: number, shrink: number, isSigned: number, bodyIsTool: number): void;
  inverseAt(): number;
  reserveRows(count: number): void;
  setRow(row: number, face: number, node: number, inside: number, start: number, count: number): void;
  setCrossings(row: number, start: number, count: number): void;
  reserveOwn(count: number): number;
  splitsAt(): number;
  reserveNodes(count: number): number;
  reserveNear(count: number): number;
  reserveCrossings(count: number): number;
  reserveOthers(count: number): void;
  setOther(place: number, face: number): number;
  otherAt(place: number): number;
  reserveList(faces: number): number;
  listPlaces(): number;
  setListSlack(slack: number): void;
  clearLists(): void;
  recheckLists(): void;
  clearPoints(): void;
  countLeaves(): number;
  visitedToCount(): number;
  subdivide(): number;
  measure(): number;
  reserveLeaves(count: number, nearFaces: number): void;
  leafCount(): number;
  nearLength(): number;
  leafRows(): number;
  nearFaces(): number;
  nearPlaces(): number;
  leafColumn(k: number): number;
  resultColumn(k: number): number;
}

/** @throws RangeError if no address space is left for a memory. */
export type Instantiate = (host: StagesHost) => StagesExports;

/** As this thread makes instances; undefined before the first. */
let instantiate: Instantiate | null | undefined;

/** To be awaited before the first instance is made: loads the script if there is no WebAssembly. */
export async function stagesReady(): Promise<void> {
  if (instantiate === undefined) instantiate = byWebAssembly();
  instantiate ??= await withoutWebAssembly();
}

/** Instances without WebAssembly. */
export async function withoutWebAssembly(): Promise<Instantiate> {
  const { default: make } = await import('#plain-kernels');
  return (host) => make(host) as StagesExports;
}

/** null if this machine or page cannot run the module. */
function byWebAssembly(): Instantiate | null {
  try {
    const module = new WebAssembly.Module(Uint8Array.from(atob(kernels), (letter) => letter.charCodeAt(0)));
    return (host) => new WebAssembly.Instance(module, { host: { ...host } }).exports as unknown as StagesExports;
  } catch {
    return null;
  }
}

/** Whether an instance ended because it would need more memory than it may have, or than there is. */
export function isTrap(error: unknown): boolean {
  return error instanceof RangeError || ('WebAssembly' in globalThis && error instanceof WebAssembly.RuntimeError);
}

export class CompiledStages {
  readonly call: StagesExports;
  /** Views of the whole memory; replaced by `look`. */
  f64 = new Float64Array(0);
  u32 = new Uint32Array(0);
  #buffer: ArrayBuffer | null = null;

  /** @param make instances, instead of this thread's own. */
  constructor(host: StagesHost, make: Instantiate = usual()) {
    this.call = make(host);
    this.look();
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

/** @throws KerfError NO_WEBASSEMBLY where stagesReady must be awaited first, and was not. */
export function checkStages(): void {
  usual();
}

function usual(): Instantiate {
  if (instantiate === undefined) instantiate = byWebAssembly();
  if (instantiate !== null) return instantiate;
  throw new KerfError(
    'NO_WEBASSEMBLY',
    'There is no WebAssembly with vectors here, and what replaces it was not loaded; await createDetector, which does.',
  );
}
