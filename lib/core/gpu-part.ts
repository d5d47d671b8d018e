// What only a GPU needs, shaders above all, is loaded when a GPU is to be used: most of a page's weight is there.

import { DeviceError } from './errors.ts';

/**
 * @param load by `import()`, of a script that the bundler wrote apart.
 * @throws DeviceError NO_ADAPTER (as a rejection) where it cannot be had.
 */
export async function gpuPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw new DeviceError(
      'NO_ADAPTER',
      `Backend webgpu needs a script of kerf that cannot be loaded: ${(cause as Error).message}; serve every file that \
the bundler wrote, or use backend "cpu".`,
      { cause },
    );
  }
}
