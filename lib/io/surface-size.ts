// A Volume and a value → an upper bound on its isosurface's triangles, before any memory is taken for them.

/// <reference path="./vtk-js.d.ts" />
import vtkCaseTable from '@kitware/vtk.js/Filters/General/ImageMarchingCubes/caseTable.js';
import { FormatError } from '#core';
import type { Volume } from './volume.ts';

/**
 * A surface may have a triangle for each sample of the volume, at least FEW and at most MANY. Marching cubes makes up
 * to five in a cell, so a file of some kilobytes (a checkerboard, gzipped) could otherwise take minutes and gigabytes.
 * Bone in a CT has about a fifth of a triangle per sample (77,270 of 380,928 in a coarse head), trabeculae a few
 * samples thick about one; a surface with more is noise.
 */
const FEW = 2 ** 20;
const MANY = 2 ** 24;

/**
 * A cell's case is a byte with a bit for each corner, in vtk.js' order. These are the corners at the cell's high i, and
 * the shift that turns each bit into the bit of the next cell's corner at low i.
 */
const HIGH_I = [
  [1, 1],
  [2, -1],
  [5, 1],
  [6, -1],
] as const;

/** The number of triangles that marching cubes makes in the cells of a volume, including those without area. */
export function trianglesAt({ dimensions: [nx, ny, nz], values }: Volume, isoValue: number): number {
  const ofCase = Uint8Array.from({ length: 256 }, (_, bits) => vtkCaseTable.getCase(bits).indexOf(-1) / 3);
  const toLow = Uint8Array.from({ length: 256 }, (_, bits) =>
    HIGH_I.reduce((low, [bit, down]) => low | (((bits >> bit) & 1) << (bit - down)), 0),
  );
  const slice = nx * ny;
  let count = 0;
  for (let k = 0; k + 1 < nz; k++) {
    for (let j = 0; j + 1 < ny; j++) {
      const row = k * slice + j * nx;
      let bits = 0;
      for (let i = 0; i < nx; i++) {
        const at = row + i;
        bits = toLow[bits];
        if (values[at] >= isoValue) bits |= 2;
        if (values[at + nx] >= isoValue) bits |= 4;
        if (values[at + slice] >= isoValue) bits |= 32;
        if (values[at + slice + nx] >= isoValue) bits |= 64;
        if (i > 0) count += ofCase[bits];
      }
    }
  }
  return count;
}

/** @throws FormatError TOO_LARGE for more triangles than a volume of that size may have. */
export function checkSurfaceSize(volume: Volume, isoValue: number, source: string): void {
  const samples = volume.values.length;
  const most = Math.max(FEW, Math.min(samples, MANY));
  const count = trianglesAt(volume, isoValue);
  if (count > most)
    throw new FormatError(
      'TOO_LARGE',
      `The surface of "${source}" at ${isoValue} would have ${count} triangles, the most for ${samples} samples is ` +
        `${most}; choose a value that lies beyond the noise, crop the volume, or resample it.`,
    );
}
