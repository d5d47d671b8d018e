// A mesh or CT volume file → its surface.

import type { TriangleMesh } from '../mesh/index.ts';
import { UsageError, withFileErrors } from './exit-code.ts';
import type { Toolkit } from './toolkit.ts';

export function isVolume(path: string): boolean {
  return /\.(nii|nii\.gz|vti)$/i.test(path);
}

export const surfaceFileHelp = 'mesh (.stl .ply .obj .vtp .vtk), or CT volume (.nii .nii.gz .vti) with --iso';

/** @throws UsageError for a volume without `iso`; FileAccessError; FormatError, MeshError from the reader. */
export async function loadSurface(kit: Toolkit, path: string, iso: number | undefined): Promise<TriangleMesh> {
  if (!isVolume(path)) return withFileErrors('read', path, () => kit.loadMesh(path));
  if (iso === undefined)
    throw new UsageError(
      `${path} is a volume: give --iso VALUE, the intensity of the bone's surface (for CT about 225 HU).`,
    );
  return withFileErrors('read', path, () => kit.loadSurfaceFromVolume(path, iso));
}
