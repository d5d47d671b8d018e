// A request to open bodies → bone, its index and the tool: from the datasets, a mesh file, or a volume file at an iso
// value.

import {
  type BoneIndex,
  buildIndex,
  KerfError,
  loadMesh,
  type MeshFormat,
  readMesh,
  readSurfaceFromVolume,
  type TriangleMesh,
  type VolumeFormat,
} from 'kerf';
import { megabytes, readFile, type Tell } from './read-file.ts';
import { knownTool } from './tools.ts';
import type { Asked, BoneSource, ToolSource } from './wire.ts';

/** Made when the page was built. */
const PHANTOM = new URL('./skull-phantom.ply', import.meta.url);
const VOLUME = /\.(vti|nii|nii\.gz)$/i;

export interface Held {
  readonly bone: TriangleMesh;
  readonly index: BoneIndex;
  readonly tool: TriangleMesh;
  readonly toolSource: ToolSource;
  readonly isPhantom: boolean;
}

export class Bodies {
  readonly #tell: Tell;
  readonly #burr: () => number | undefined;
  #held: Held | null = null;
  /**
   * The newest requested bone if that is a volume, including one that was refused, whose iso value can be changed.
   */
  #volume: File | null = null;
  /** The file read last, which is the one that does not fit into memory. */
  #read: File | null = null;

  /** @param burr its diameter, mm; undefined for the dataset's own. */
  constructor(tell: Tell, burr: () => number | undefined) {
    this.#tell = tell;
    this.#burr = burr;
  }

  /**
   * Makes the requested bodies, passes them to `use`, and holds them once that is done: if either fails, nothing
   * changes. Does nothing if only the iso value is new and there is no volume.
   */
  async open({ bone, tool, isoValue }: Asked, use: (next: Held) => Promise<void>): Promise<void> {
    const held = this.#held;
    const again = bone === undefined && tool === undefined;
    if (again && this.#volume === null) return;
    const before = this.#volume;
    if (bone instanceof File && VOLUME.test(bone.name)) this.#volume = bone;
    this.#read = null;
    try {
      const boneSource = again ? (this.#volume as File) : (bone ?? (held === null ? 'phantom' : null));
      const toolSource = tool ?? held?.toolSource ?? 'saw';
      const next: Held = {
        ...(boneSource === null ? (held as Held) : await this.#boneOf(boneSource, isoValue)),
        isPhantom: boneSource === null ? (held as Held).isPhantom : boneSource === 'phantom',
        tool: tool === undefined && held !== null ? held.tool : await this.#toolOf(toolSource),
        toolSource,
      };
      await use(next);
      this.#held = next;
      if (boneSource !== null && boneSource !== this.#volume) this.#volume = null;
    } catch (error) {
      // Only these errors can be cured by another iso value.
      if (!(error instanceof KerfError && ['EMPTY_MESH', 'BAD_ISO_VALUE'].includes(error.code))) this.#volume = before;
      throw error instanceof RangeError ? this.#tooLarge(error) : error;
    }
  }

  async #boneOf(source: BoneSource, isoValue: number): Promise<Pick<Held, 'bone' | 'index'>> {
    const bone = await this.#surfaceOf(source, isoValue);
    const says = `indexing ${(bone.faces.length / 3).toLocaleString('en')} faces …`;
    this.#tell(says, 0);
    const index = await buildIndex(bone, { onProgress: (done, total) => this.#tell(says, done / total) });
    return { bone, index };
  }

  async #surfaceOf(source: BoneSource, isoValue: number): Promise<TriangleMesh> {
    if (source === 'phantom') {
      this.#tell('reading the skull phantom …');
      return loadMesh(PHANTOM);
    }
    const format = VOLUME.exec(source.name)?.[1].toLowerCase();
    if (format === undefined) return this.#meshOf(source);
    const bytes = await this.#bytesOf(source);
    this.#tell(`making the surface of ${source.name} at ${isoValue} …`);
    return readSurfaceFromVolume(bytes, format as VolumeFormat, isoValue, { name: source.name });
  }

  async #toolOf(source: ToolSource): Promise<TriangleMesh> {
    return source instanceof File ? this.#meshOf(source) : knownTool(source, this.#burr());
  }

  /** Reads the format that the file's extension names; readMesh refuses an unknown one. */
  async #meshOf(file: File): Promise<TriangleMesh> {
    const bytes = await this.#bytesOf(file);
    this.#tell(`making the faces of ${file.name} …`);
    return readMesh(bytes, (/[^.]*$/.exec(file.name)?.[0].toLowerCase() ?? '') as MeshFormat, { name: file.name });
  }

  #bytesOf(file: File): Promise<Uint8Array> {
    this.#read = file;
    return readFile(file, this.#tell);
  }

  /** The sentence for memory that could not be allocated. */
  #tooLarge(cause: RangeError): Error {
    const file = this.#read;
    if (file === null) return cause;
    const needs = `"${file.name}" of ${megabytes(file.size)} MB needs more memory than this page has (${cause.message})`;
    const next = 'give a mesh of fewer faces, or a volume of a smaller part or at another iso value';
    return new Error(`${needs}; ${next}: what was open stays.`, { cause });
  }
}
