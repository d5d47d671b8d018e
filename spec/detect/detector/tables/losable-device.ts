// A device that is lost for whoever has it, while the device itself goes on to the next spec with its kernels compiled.

export class LosableDevice {
  readonly device: GPUDevice;
  isLost = false;
  #tell: (info: GPUDeviceLostInfo) => void = () => {};

  constructor(real: GPUDevice) {
    const lost = new Promise<GPUDeviceLostInfo>((resolve) => {
      this.#tell = resolve;
    });
    this.device = new Proxy(real, {
      get: (own, name) => {
        if (name === 'lost') return lost;
        if (name === 'destroy') return () => this.lose();
        const value = Reflect.get(own, name, own);
        return typeof value === 'function' ? value.bind(own) : value;
      },
    });
  }

  lose(): void {
    this.isLost = true;
    this.#tell({ reason: 'destroyed', message: 'lost by its spec' } as GPUDeviceLostInfo);
  }
}
