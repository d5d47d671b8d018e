// A thing and its copy on a GPU → answers from that copy, which stays there for as long as the thing's owner lives.

import { DeviceError } from './errors.ts';

/** What was made on a GPU, or why there is none. */
type Opened<Copy> = Promise<Copy | { readonly reason: string }>;
type GpuBackend = 'webgpu' | 'auto';

export class KeptOnGpu<Thing extends WeakKey, Copy extends { dispose(): void }> {
  readonly #open: (thing: Thing, software: boolean) => Opened<Copy>;
  readonly #opened = { webgpu: new WeakMap<Thing, Opened<Copy>>(), auto: new WeakMap<Thing, Opened<Copy>>() };
  readonly #forgotten = new FinalizationRegistry<Copy>((copy) => copy.dispose());

  /** @param open copies a thing to a GPU; `software`: a software adapter will do. */
  constructor(open: (thing: Thing, software: boolean) => Opened<Copy>) {
    this.#open = open;
  }

  /**
   * Asks the copy. If the device is lost, asks once more on another.
   * @param owner whose end is the copy's.
   * @returns null if there is no GPU, or it failed, and backend auto leaves the question to the CPU.
   * @throws DeviceError (as a rejection), from backend webgpu alone: NO_ADAPTER, and what `open` and `ask` throw.
   */
  async ask<Answer>(
    owner: object,
    thing: Thing,
    backend: GpuBackend,
    ask: (copy: Copy) => Promise<Answer>,
  ): Promise<Answer | null> {
    try {
      return await this.#askTwice(owner, thing, backend, ask);
    } catch (error) {
      if (backend === 'auto' && error instanceof DeviceError) return null;
      throw error;
    }
  }

  async #askTwice<Answer>(
    owner: object,
    thing: Thing,
    backend: GpuBackend,
    ask: (copy: Copy) => Promise<Answer>,
  ): Promise<Answer | null> {
    const first = this.#openedFor(owner, thing, backend);
    const copy = await first;
    if ('reason' in copy) return refused(backend, copy.reason);
    try {
      return await ask(copy);
    } catch (error) {
      if (!(error instanceof DeviceError && error.code === 'DEVICE_LOST')) throw error;
      // Of several calls that find it lost, the first opens the new one.
      if (this.#opened[backend].get(thing) === first) this.#close(thing, backend, copy);
      const again = await this.#openedFor(owner, thing, backend);
      return 'reason' in again ? refused(backend, again.reason) : ask(again);
    }
  }

  #openedFor(owner: object, thing: Thing, backend: GpuBackend): Opened<Copy> {
    const known = this.#opened[backend].get(thing);
    if (known !== undefined) return known;
    const opening = this.#openFor(owner, thing, backend);
    this.#opened[backend].set(thing, opening);
    // If none was found, or opening failed, the next call tries again.
    const forget = () => this.#opened[backend].delete(thing);
    opening.then((copy) => 'reason' in copy && forget(), forget);
    return opening;
  }

  async #openFor(owner: object, thing: Thing, backend: GpuBackend): Opened<Copy> {
    const copy = await this.#open(thing, backend === 'webgpu');
    if (!('reason' in copy)) this.#forgotten.register(owner, copy, copy);
    return copy;
  }

  #close(thing: Thing, backend: GpuBackend, copy: Copy): void {
    this.#opened[backend].delete(thing);
    this.#forgotten.unregister(copy);
    copy.dispose();
  }
}

/** @throws DeviceError NO_ADAPTER if a GPU was requested. */
function refused(backend: GpuBackend, reason: string): null {
  if (backend === 'auto') return null;
  throw new DeviceError('NO_ADAPTER', `Backend webgpu was asked for, but ${reason}; use backend auto or cpu.`);
}
