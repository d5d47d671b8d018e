// What spec-environment.mjs gives to spec files.

export const { specProcess } = globalThis as never as {
  readonly specProcess: {
    /**
     * A device that spec files of this process hand on to each other, with the kernels compiled.
     * @param kind devices of one kind are opened alike.
     * @param holders what must live as long as the device.
     */
    borrowDevice(kind: string, open: () => Promise<GPUDevice>, ...holders: object[]): Promise<GPUDevice>;
    /** Destroys all that was made with it. */
    returnDevice(device: GPUDevice): Promise<void>;
  };
};
