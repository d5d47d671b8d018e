// What a client may take of the process: every bound of the server, with its default and its reason.

import type { Stroke } from '#cutting';

const MIB = 2 ** 20;

export interface Limits {
  /** Bytes of a message, and of a binary frame; a larger one is refused by its announced size. */
  readonly maxMessage: number;
  /** Sessions at once; further connections are refused. */
  readonly maxSessions: number;
  /** Bytes that a session's meshes, indexes and waiting requests may count for. */
  readonly maxMemory: number;
  /** Messages per second from a session, on average and in a burst. */
  readonly maxRate: number;
  /** Requests of a session that wait for their answers. */
  readonly maxPending: number;
  /** Streams of a session at once. */
  readonly maxStreams: number;
  /** Haptic loops of a session, of two threads each. */
  readonly maxLoops: number;
  /** Threads that one request may use. */
  readonly maxWorkers: number;
  /** Unread bytes that may wait for a client; while there are more, nothing further is computed for it. */
  readonly maxUnsent: number;
  /** ms in which such a client must take in a message; otherwise it is dropped. */
  readonly patience: number;
  /** ms from the connection to hello. */
  readonly helloWithin: number;
  /** Sub-triangles of each body that the CPU's reports may have, which are counted before the first is made. */
  readonly maxRows: number;
  /** Seconds that a request may take, all answers of a path together. */
  readonly maxSeconds: number;
}

export const LIMITS: Limits = {
  // A mesh of 2 million faces in f32 is 48 MB.
  maxMessage: 64 * MIB,
  maxSessions: 64,
  // A detector of a bone of 3 million faces.
  maxMemory: 1024 * MIB,
  // Ten times a haptic device's requests, and a bound on the cost of a flood of messages.
  maxRate: 20_000,
  // Eight seconds of one pose per millisecond, on a machine that is busy for that long.
  maxPending: 8192,
  maxStreams: 4,
  maxLoops: 2,
  maxWorkers: 8,
  maxUnsent: 16 * MIB,
  patience: 10_000,
  helloWithin: 10_000,
  // As many sub-triangles as a report of a library's caller may be made of.
  maxRows: 2 ** 22,
  // A client may give up itself; whoever shares a server among many sets less.
  maxSeconds: Number.POSITIVE_INFINITY,
};

/** ms without a byte after which the client's system is probed: TCP's keep-alive. */
export const KEEP_ALIVE = 30_000;
/** ms for a client to answer the closing handshake. */
export const FAREWELL = 1000;

// What counts as memory. Measured by `npm run bench`: 85 to 112 bytes a bone face beyond the mesh; an edit reserves a
// quarter more, and a detector has a copy of both meshes. The bound is twice that.
const DETECTOR_BYTES_A_FACE = 320;
/** Working tables of a detector after reports of a stroke. */
const DETECTOR_BYTES = 2 * MIB;
/** Snapshots, mailboxes and four local models of a loop. */
const LOOP_BYTES = 16 * MIB;
/** A name, its map entry and the objects behind it. */
export const ENTRY_BYTES = 1024;

interface Sized {
  readonly positions: { readonly byteLength: number };
  readonly faces: { readonly byteLength: number; readonly length: number };
}

export function meshBytes({ positions, faces }: Sized): number {
  return positions.byteLength + faces.byteLength;
}

export function detectorBytes(bone: Sized, tool: Sized): number {
  return DETECTOR_BYTES + (DETECTOR_BYTES_A_FACE * (bone.faces.length + tool.faces.length)) / 3;
}

/** Two threads and their owner have copies of the bodies. */
export function loopBytes(bone: Sized, tool: Sized): number {
  return LOOP_BYTES + 2 * detectorBytes(bone, tool);
}

/** Beyond a window a bone has its surface as given, twice, and its indexes. */
export function beyondBytes(surface: Sized): number {
  return 2 * meshBytes(surface) + (DETECTOR_BYTES_A_FACE * surface.faces.length) / 3;
}

/**
 * A bit for each vertex of the lattice (lib/surgery/cutting/cut-grid.ts), which is a cell larger than the box on each
 * side and consists of whole bricks of 8. And for each cell that the surface crosses, some 160 bytes: an edge or two, a
 * vertex and two faces.
 * @param size mm, of the surface's box.
 */
export function cuttableBytes(size: readonly number[], cell: number): number {
  const [x, y, z] = size.map((length) => Math.ceil(length / cell) + 10);
  return (x * y * z) / 8 + 2 * 160 * (x * y + y * z + z * x);
}

/**
 * A saw's envelope is what its stroke removes from a block four cells larger on each side (envelope.ts of
 * lib/surgery/cutting). @param size mm, of the tool's box. @param stroke mm.
 */
export function envelopeBytes(size: readonly number[], { stroke, cell }: Pick<Stroke, 'stroke' | 'cell'>): number {
  const block = size.map((length) => length + stroke + 8 * cell);
  return cuttableBytes(block, cell);
}

/**
 * Bytes for each line of voxels along an axis: 8 for where its hits begin and end, and for each hit 20, which columns
 * that grow may double, and 4 for its order (lib/surgery/cutting/line-hits.ts). Four hits a line: a skull's two walls.
 */
const LINE = 8 + 4 * (2 * 20 + 4);

/**
 * For each voxel a winding number, three bits (near, changed, was bone: voxel-stream.ts) and a structure's number; and
 * what the lines of voxels take, of which a flat volume has as many as voxels.
 * @param size voxels along i, j and k.
 */
export function voxelBytes([i, j, k]: readonly number[], structures: number): number {
  return Math.ceil((structures === 0 ? 1.375 : 2.375) * i * j * k) + LINE * (i * j + j * k + k * i);
}
