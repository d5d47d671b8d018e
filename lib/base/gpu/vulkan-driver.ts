// A Linux machine's Vulkan loader and drivers → why Node's WebGPU has no adapter here; null: it may have one.

import { importInNode } from '#core';

/** The loader's name, as Dawn opens it. */
const LOADER = 'libvulkan.so.1';
/** In addition to those that the environment names; the last is where NixOS's loader looks. */
const FOLDERS = ['/etc', '/usr/local/etc', '/run/opengl-driver/share'];
/** Lists of drivers that replace those in the folders. */
const ONLY = ['VK_DRIVER_FILES', 'VK_ICD_FILENAMES'];

/**
 * Without Vulkan, Dawn, the engine of the package webgpu, writes a warning with a line of its own sources to standard
 * error on every request for an adapter, and has no switch for that. So it is not asked if the answer is known: the
 * loader cannot be opened, or lists no driver. What Dawn reports about an existing driver is an error, and stays. For
 * where drivers are listed, see Vulkan-Loader, docs/LoaderDriverInterface.md, "Driver Discovery on Linux".
 * @param certainly true: folders without a driver are no reason, because a loader may be built to look in others.
 */
export async function whyNoVulkan(certainly: boolean): Promise<string | null> {
  const { env, platform } = process;
  if (platform !== 'linux' || env.DAWNNODE_BACKEND) return null;
  const { existsSync, readdirSync } = (await importInNode('node:fs')) as typeof import('node:fs');
  const closed = loaderError();
  if (closed !== null) return `the Vulkan loader cannot be opened (${closed})`;
  const listed = (name: string): string[] => (env[name] ?? '').split(':').filter((path) => path !== '');
  const isThere = (name: string): boolean => listed(name).some((path) => existsSync(path));
  const only = ONLY.find((name) => listed(name).length > 0);
  if (only !== undefined) return isThere(only) ? null : `${only} names no file that is there (${env[only]})`;
  if (certainly || isThere('VK_ADD_DRIVER_FILES')) return null;
  const folders = [
    env.XDG_CONFIG_HOME || `${env.HOME}/.config`,
    ...(env.XDG_CONFIG_DIRS || '/etc/xdg').split(':'),
    env.XDG_DATA_HOME || `${env.HOME}/.local/share`,
    ...(env.XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(':'),
    ...FOLDERS,
  ];
  const holdsDriver = (folder: string): boolean => {
    try {
      return readdirSync(`${folder}/vulkan/icd.d`).some((name) => name.endsWith('.json'));
    } catch {
      return false;
    }
  };
  return folders.some(holdsDriver) ? null : 'no Vulkan driver is installed (no file in a folder vulkan/icd.d)';
}

/** Why the loader cannot be opened; null if it can, or if that is not known. */
function loaderError(): string | null {
  try {
    process.dlopen({ exports: {} }, LOADER);
  } catch (error) {
    // It is not a Node module, which is detected only once it is open. The system's own message begins with the file.
    if (error instanceof Error && error.message.startsWith(`${LOADER}:`)) return error.message;
  }
  return null;
}
