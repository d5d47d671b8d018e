// @sparticuz/chromium's archive of SwiftShader → a folder with a software Vulkan driver, and the environment that makes
// a process use it.

import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-fs';

const root = join(import.meta.dirname, '../..');

/** The folder of @sparticuz/chromium and its version. */
export function chromiumPackage() {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  let folder = dirname(entry);
  while (!existsSync(join(folder, 'bin'))) folder = dirname(folder);
  return { folder, version: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version };
}

/**
 * Unpacks one of the package's archives into node_modules/.cache, once; other processes find it whole or not at all.
 */
export async function unpacked(archive) {
  const { folder, version } = chromiumPackage();
  const target = join(root, 'node_modules/.cache/kerf', `${archive}-${version}`);
  if (existsSync(target)) return target;
  const partial = `${target}.${randomUUID()}`;
  await mkdir(partial, { recursive: true });
  await pipeline(
    createReadStream(join(folder, 'bin', `${archive}.tar.br`)),
    createBrotliDecompress(),
    extract(partial),
  );
  await rename(partial, target).catch(async (error) => {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  });
  return target;
}

/**
 * Both must be in the environment before the process starts. KERF_GPU=system leaves the system's own Vulkan drivers in
 * place.
 */
export async function vulkanEnvironment() {
  if (process.env.KERF_GPU === 'system') return {};
  const folder = await unpacked('swiftshader');
  const inherited = process.env.LD_LIBRARY_PATH;
  return {
    LD_LIBRARY_PATH: inherited ? `${folder}:${inherited}` : folder,
    VK_ICD_FILENAMES: join(folder, 'vk_swiftshader_icd.json'),
  };
}
