// A device that is lost for whoever has it, while the device itself goes on to the next spec with its kernels compiled.

export class LosableDevice {
  readonly device: GPUDevice;
  isLost = false;
  #tell: (info: GPUDeviceLostInfo) => void = () => {};

  constructor(real: GPUDevice) {
    const lost = new Promise<GPUDeviceLostInfo>((resolve) => {
      this.#tell = resolve;
    });
    const replaced: Partial<Record<PropertyKey, unknown>> = {
      lost,
      destroy: () => this.lose(),
      createBuffer: (descriptor: GPUBufferDescriptor) => this.#unreadableOnceLost(real.createBuffer(descriptor)),
    };
    this.device = new Proxy(real, {
      get: (own, name) => {
        if (name in replaced) return replaced[name];
        const value = Reflect.get(own, name, own);
        return typeof value === 'function' ? value.bind(own) : value;
      },
    });
  }

  lose(): void {
    this.isLost = true;
    this.#tell({ reason: 'destroyed', message: 'lost by its spec' } as GPUDeviceLostInfo);
  }

  /** Reading it back fails, also if the device is lost meanwhile. */
  #unreadableOnceLost(buffer: GPUBuffer): GPUBuffer {
    const { mapAsync } = buffer;
    buffer.mapAsync = async (...given) => {
      await mapAsync.apply(buffer, given);
      if (!this.isLost) return undefined;
      buffer.unmap();
      throw new Error('The device was lost.');
    };
    return buffer;
  }
}
