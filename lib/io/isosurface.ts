// A Volume and a value → the triangles of its isosurface, in the volume's world frame.

/// <reference path="./vtk-js.d.ts" />
import vtkImageMarchingCubes from '@kitware/vtk.js/Filters/General/ImageMarchingCubes.js';
import { checkSurfaceSize } from './surface-size.ts';
import { frameDeterminant, toWorld, type Volume } from './volume.ts';
import { CornerWelder } from './weld-corners.ts';

/**
 * Marching cubes (W. E. Lorensen, H. E. Cline, SIGGRAPH 1987) by vtk.js, cell by cell, in index coordinates. There
 * every corner of a cell is a whole number, so all cells around a lattice edge compute the same f64 point on it, and
 * welding equal bits closes the surface. Triangles with two equal corners (at a voxel equal to isoValue) are left out.
 * The other two edges of such a triangle coincide, so a closed surface stays closed. Where voxels ≥ isoValue lie at the
 * border of the volume, the surface is open. Faces are counter-clockwise seen from the side where the value is
 * < isoValue, whatever the sign of the frame's determinant.
 * @param source the volume's name in errors. @throws FormatError TOO_LARGE.
 */
export function isosurface(
  volume: Volume,
  isoValue: number,
  source: string,
): { positions: Float64Array; faces: Uint32Array } {
  checkSurfaceSize(volume, isoValue, source);
  const { dimensions, values, indexToWorld } = volume;
  const [nx, ny, nz] = dimensions;
  const slice = nx * ny;
  const cubes = vtkImageMarchingCubes.newInstance({ computeNormals: false, mergePoints: false });
  const isMirrored = frameDeterminant(indexToWorld) < 0;
  const welder = new CornerWelder(source);
  const points: number[] = [];
  const corners = [0, 1, nx, nx + 1, slice, slice + 1, slice + nx, slice + nx + 1];
  for (let k = 0; k + 1 < nz; k++) {
    for (let j = 0; j + 1 < ny; j++) {
      for (let i = 0; i + 1 < nx; i++) {
        const first = k * slice + j * nx + i;
        let inside = 0;
        for (const step of corners) if (values[first + step] >= isoValue) inside++;
        if (inside === 0 || inside === corners.length) continue;
        points.length = 0;
        cubes.produceTriangles(isoValue, i, j, k, NO_EXTENT, slice, dimensions, ZERO, ONE, values, points, [], []);
        addWholeTriangles(points, isMirrored, welder);
      }
    }
  }
  const { positions, faces } = welder.result();
  return { positions: toWorld(positions, indexToWorld), faces };
}

/** Leaves out triangles with two equal corners, and reverses the others if the frame is a mirror image. */
function addWholeTriangles(points: readonly number[], isMirrored: boolean, welder: CornerWelder): void {
  const [second, third] = isMirrored ? [6, 3] : [3, 6];
  const equal = (a: number, b: number): boolean =>
    points[a] === points[b] && points[a + 1] === points[b + 1] && points[a + 2] === points[b + 2];
  for (let at = 0; at < points.length; at += 9) {
    if (equal(at, at + 3) || equal(at + 3, at + 6) || equal(at + 6, at)) continue;
    for (const corner of [at, at + second, at + third])
      welder.add(points[corner], points[corner + 1], points[corner + 2]);
  }
}

const NO_EXTENT = [0, 0, 0, 0, 0, 0];
const ZERO = [0, 0, 0];
const ONE = [1, 1, 1];
