// What spec-environment.mjs provides to spec files.

export const { specProcess } = globalThis as never as {
  readonly specProcess: {
    /**
     * A device that spec files of this process pass on to each other, with the kernels compiled.
     * @param open always opens one the same way.
     * @param holders what must live as long as the device.
     */
    borrowDevice(open: () => Promise<GPUDevice>, ...holders: object[]): Promise<GPUDevice>;
    /** Destroys everything made with it. */
    returnDevice(device: GPUDevice): Promise<void>;
    /** Whether the tests that are being defined belong to the deep set. */
    definesDeep: boolean;
  };
};
