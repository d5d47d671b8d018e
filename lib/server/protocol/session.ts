// Requests as plain objects → answers as plain objects, typed arrays for arrays. A session owns what it has made, and
// knows nothing of messages, sockets or order, so it serves any transport.

import { KerfError } from '#core';
import { type Body, checkRequest } from './check-request.ts';
import { cut, makeCuttable } from './cutting-requests.ts';
import { distance, edit, intersects, makeDetector, path, report, setPose, sweep, volume } from './detector-requests.ts';
import { hapticCut, hapticMove, hapticSnapshot, hapticStart, hapticStop } from './haptic-requests.ts';
import { Holdings, type OnLoop } from './holdings.ts';
import type { Limits } from './limits.ts';
import { load, mesh, unload } from './mesh-requests.ts';
import { MeshShelf, type SharedShelf } from './mesh-shelf.ts';

/** Takes one answer of a stream; a returned promise is awaited before the next answer is computed. */
export type Emit = (answer: Body) => void | Promise<void>;

/** Takes what a change is, at the moment at which it is made: what is changed next has a later number. */
export type Made = (body: Body) => void;

export interface SessionParts {
  readonly held: Holdings;
  readonly limits: Limits;
  /** The folder below which load takes paths; null: none. */
  readonly files: string | null;
  /** Takes what a haptic loop's tool has cut: the cuttable's name, and the answer that a request would have had. */
  readonly onCut: (cuttable: string, answer: Body) => void;
  readonly meshes: MeshShelf;
}

export interface SessionOptions {
  readonly limits: Limits;
  /** The folder below which load takes paths; null: none. */
  readonly files?: string | null;
  readonly onLoop?: OnLoop;
  readonly onCut?: SessionParts['onCut'];
  /** What other sessions have; null: nobody shares. */
  readonly shared?: SharedShelf | null;
}

type Handler = (
  request: Body,
  parts: SessionParts,
  emit: Emit,
  signal: AbortSignal,
  made: Made,
) => Body | Promise<Body>;

const HANDLERS: Readonly<Record<string, Handler>> = {
  ping: () => ({}),
  held: (_request, { held }) => held.names,
  load,
  mesh,
  unload,
  detector: makeDetector,
  pose: setPose,
  intersects,
  report,
  path,
  distance,
  volume,
  sweep,
  edit,
  cuttable: makeCuttable,
  cut,
  'haptic-start': hapticStart,
  'haptic-move': hapticMove,
  'haptic-cut': hapticCut,
  'haptic-snapshot': hapticSnapshot,
  'haptic-stop': hapticStop,
};

export class Session {
  readonly #parts: SessionParts;
  /** Of each request under way. */
  readonly #open = new Set<AbortController>();
  #ended: KerfError | null = null;

  constructor({ limits, files = null, onLoop = () => {}, onCut = () => {}, shared = null }: SessionOptions) {
    const meshes = new MeshShelf(shared);
    const held = new Holdings(limits.maxMemory, onLoop, (mesh) => meshes.release(mesh));
    this.#parts = { held, limits, files, onCut, meshes };
  }

  /** How often a name was given or taken away, also by requests that then failed. */
  get changes(): number {
    return this.#parts.held.changes;
  }

  /** Bytes that its holdings count for. */
  get bytes(): number {
    return this.#parts.held.bytes;
  }

  /**
   * @param members of the request, without id and type. @param emit gets the answers of a stream except the last.
   * @param made is called where a change is made before its answer is: see Made.
   * @throws KerfError: as README.md of this room says, and all that the library throws; what `signal` is aborted with.
   */
  async ask(
    type: string,
    members: Body,
    emit: Emit = () => {},
    signal?: AbortSignal,
    made: Made = () => {},
  ): Promise<Body> {
    const handler = Object.hasOwn(HANDLERS, type) ? HANDLERS[type] : undefined;
    const request = checkRequest(type, members);
    if (handler === undefined)
      throw new KerfError('UNKNOWN_TYPE', `The request ${type} is for a connection; leave it out.`);
    if (this.#ended !== null) throw this.#ended;
    signal?.throwIfAborted();
    // AbortSignal.any would leave a little behind in the session's signal with each request.
    const abort = new AbortController();
    const stop = () => abort.abort(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    this.#open.add(abort);
    try {
      return await handler(request, this.#parts, emit, abort.signal, made);
    } finally {
      this.#open.delete(abort);
      signal?.removeEventListener('abort', stop);
    }
  }

  /** Abandons what is under way, and releases everything. */
  async close(): Promise<void> {
    const ended = new KerfError('SESSION_ENDED', 'The session has ended; begin a new one.');
    this.#ended = ended;
    for (const abort of this.#open) abort.abort(ended);
    await this.#parts.held.close();
  }
}
