// Paths and URLs → meshes, and what happens when there is nothing to read.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loadMesh, loadSurfaceFromVolume, writeMesh } from '#io';
import { asyncRefusal } from '#harness/io-errors.ts';
import { awkwardMesh } from '#harness/io-meshes.ts';

const mesh = awkwardMesh(3, Float64Array);
let folder = '';
let server: Server;
let base = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kerf-io-'));
  for (const format of ['stl', 'ply', 'obj', 'vtp', 'vtk'] as const)
    writeFileSync(join(folder, `part one.${format}`), writeMesh(mesh, format));
  writeFileSync(join(folder, 'UPPER.PLY'), writeMesh(mesh, 'ply'));
  writeFileSync(join(folder, 'part.dat'), writeMesh(mesh, 'ply'));
  writeFileSync(join(folder, 'empty.ply'), '');
  writeFileSync(join(folder, 'empty.nii'), '');
  writeFileSync(join(folder, 'cut.stl'), writeMesh(mesh, 'stl').subarray(0, 99));
  server = createServer((request, response) => {
    const found = request.url === '/part.ply?version=2';
    response.writeHead(found ? 200 : 404).end(found ? writeMesh(mesh, 'ply') : 'not here');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

describe('loads', () => {
  test.each(['ply', 'vtp', 'vtk'] as const)('.%s from a path and a file: URL, named after the file', async (format) => {
    const path = join(folder, `part one.${format}`);
    const loaded = await loadMesh(path);
    expect(loaded).toEqual({ ...mesh, name: `part one.${format}` });
    expect((await loadMesh(pathToFileURL(path))).faces).toEqual(mesh.faces);
    expect((await loadMesh(pathToFileURL(path).href)).faces).toEqual(mesh.faces);
  });

  test('.stl, .obj and capitals', async () => {
    expect((await loadMesh(join(folder, 'part one.obj'))).positions).toEqual(mesh.positions);
    expect((await loadMesh(join(folder, 'part one.stl'))).faces.length).toBe(mesh.faces.length);
    expect((await loadMesh(join(folder, 'UPPER.PLY'))).positions).toEqual(mesh.positions);
  });

  test('a format that is given wins over the extension', async () => {
    expect((await loadMesh(join(folder, 'part.dat'), { format: 'ply' })).positions).toEqual(mesh.positions);
  });

  test('an http: URL with a query', async () => {
    const loaded = await loadMesh(`${base}/part.ply?version=2`);
    expect(loaded).toEqual({ ...mesh, name: 'part.ply' });
  });
});

describe('refuses', () => {
  test('unknown extensions and formats', async () => {
    expect(await asyncRefusal(loadMesh(join(folder, 'part.dat')))).toBe('UNKNOWN_FORMAT');
    expect(await asyncRefusal(loadMesh('no-extension'))).toBe('UNKNOWN_FORMAT');
    expect(await asyncRefusal(loadMesh('a.stl/part'))).toBe('UNKNOWN_FORMAT');
    expect(await asyncRefusal(loadMesh('a.ply', { format: 'step' as 'stl' }))).toBe('UNKNOWN_FORMAT');
    expect(await asyncRefusal(loadSurfaceFromVolume('scan.mnc', 1))).toBe('UNKNOWN_FORMAT');
    expect(await asyncRefusal(loadSurfaceFromVolume('scan.gz', 1))).toBe('UNKNOWN_FORMAT');
  });

  test('missing files, folders, HTTP errors, servers that are not there', async () => {
    expect(await asyncRefusal(loadMesh(join(folder, 'none.stl')))).toBe('UNREADABLE');
    expect(await asyncRefusal(loadMesh(folder, { format: 'stl' }))).toBe('UNREADABLE');
    expect(await asyncRefusal(loadMesh(`${base}/none.stl`))).toBe('UNREADABLE');
    expect(await asyncRefusal(loadMesh('nonsense://x/y.stl'))).toBe('UNREADABLE');
    for (const name of ['none.nii.gz', 'none.nrrd', 'none.dcm'])
      expect(await asyncRefusal(loadSurfaceFromVolume(join(folder, name), 1))).toBe('UNREADABLE');
    await expect(loadMesh(`${base}/none.stl`)).rejects.toThrow('HTTP status 404');
  });

  test('empty and cut files, by their path', async () => {
    expect(await asyncRefusal(loadMesh(join(folder, 'empty.ply')))).toBe('TRUNCATED');
    expect(await asyncRefusal(loadSurfaceFromVolume(join(folder, 'empty.nii'), 1))).toBe('TRUNCATED');
    expect(await asyncRefusal(loadMesh(join(folder, 'cut.stl')))).toBe('TRUNCATED');
    await expect(loadMesh(join(folder, 'cut.stl'))).rejects.toThrow(`"${join(folder, 'cut.stl')}"`);
  });
});
