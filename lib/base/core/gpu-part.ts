// What only a GPU needs, above all its shaders, is loaded only if a GPU will be used: it makes up most of a page's
// size.

import { DeviceError } from './errors.ts';

/**
 * @param load by `import()`, of a script that the bundler split off.
 * @throws DeviceError NO_ADAPTER (as a rejection) if it cannot be loaded.
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
