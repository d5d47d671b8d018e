// A WebGPU device and what was compiled for it → lent to one spec file after another in this process, since a software
// driver takes longer to compile the kernels than most specs take to use them.

class KeptDevice {
  #device;
  /** A Dawn instance that is garbage-collected takes its devices with it. */
  holders;
  #made = [];
  #tellLost;
  isLent = false;
  isLost = false;

  constructor(device, holders) {
    this.holders = holders;
    this.#device = device;
    // Each borrower has a promise of its own: whatever awaited this one would be kept as long as the device.
    device.lost.then((info) => {
      this.isLost = true;
      this.#tellLost(info);
    });
    this.#replace('createShaderModule', remembered);
    this.#replace('createComputePipelineAsync', remembered);
    for (const name of ['createBuffer', 'createQuerySet']) this.#replace(name, (create) => this.#noted(create));
  }

  lend() {
    this.isLent = true;
    const lost = new Promise((resolve) => {
      this.#tellLost = resolve;
    });
    Object.defineProperty(this.#device, 'lost', { configurable: true, value: lost });
    return this.#device;
  }

  /** Destroys everything that the borrower has made except modules and pipelines. */
  async takeBack() {
    if (!this.isLost) await this.#device.queue.onSubmittedWorkDone();
    for (const made of this.#made.splice(0)) made.deref()?.destroy();
    this.#tellLost = () => {};
    this.isLent = false;
  }

  isOf(device) {
    return this.#device === device;
  }

  #replace(name, how) {
    const value = how(this.#device[name].bind(this.#device));
    // A proxy of the device may replace it again.
    Object.defineProperty(this.#device, name, { configurable: true, value });
  }

  /** Held weakly, since a buffer may be dropped silently. */
  #noted(create) {
    return (descriptor) => {
      const made = create(descriptor);
      this.#made.push(new WeakRef(made));
      return made;
    };
  }
}

/**
 * Returns the same for the same descriptor, comparing its shader modules by identity; what was refused is tried again.
 */
function remembered(create) {
  const numbers = new WeakMap();
  const known = new Map();
  const numberOf = (module) => {
    if (!numbers.has(module)) numbers.set(module, numbers.size);
    return numbers.get(module);
  };
  return (descriptor) => {
    const key = JSON.stringify(descriptor, (name, value) => (name === 'module' ? numberOf(value) : value));
    if (!known.has(key)) {
      const made = create(descriptor);
      known.set(key, made);
      if (made instanceof Promise) made.catch(() => known.delete(key));
    }
    return known.get(key);
  };
}

const kept = [];

/**
 * A kept device that is free, or a new one that is kept from now on.
 * @param open always opens one the same way. @param holders what must live as long as the device.
 */
export async function borrowDevice(open, ...holders) {
  let free = kept.find((one) => !one.isLent && !one.isLost);
  if (free === undefined) {
    free = new KeptDevice(await open(), holders);
    kept.push(free);
  }
  return free.lend();
}

export async function returnDevice(device) {
  await kept.find((one) => one.isOf(device))?.takeBack();
}
