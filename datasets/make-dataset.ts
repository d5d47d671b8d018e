// A dataset's name and a face count → its mesh.

import { checkOptionNames, described, OptionError, type OptionNames } from '#core';
import type { TriangleMesh } from '#mesh';
import { box } from './box.ts';
import { cappedShell } from './capped-shell.ts';
import type { ToolMesh } from './fed-tool.ts';
import { sawBlade } from './saw-blade.ts';
import { skullPhantom } from './skull-phantom.ts';
import { sphere } from './sphere.ts';
import { sphericalBurr } from './spherical-burr.ts';
import { torus } from './torus.ts';

export const datasetNames = ['skull-phantom', 'saw-blade', 'burr', 'sphere', 'box', 'torus', 'capped-shell'] as const;
export type DatasetName = (typeof datasetNames)[number];

interface DatasetOptions {
  readonly faces?: number;
}
const DATASET_OPTIONS: OptionNames<DatasetOptions> = { faces: true };

/** A tool also has its feed and its shank. */
export type Dataset = TriangleMesh & Partial<Pick<ToolMesh, 'feed' | 'shank'>>;

/**
 * The dataset in its default size: a sphere of radius 10 mm; a box of 20 × 16 × 12 mm; a torus of radii 20 and 6 mm; a
 * capped shell of radii 70 and 64 mm; the others with the defaults of their functions. The face count is as requested
 * for skull-phantom (one less if that is odd) and saw-blade (one more if that is odd), and close to it for the others.
 * @throws OptionError UNKNOWN_DATASET, BAD_FACE_COUNT, WRONG_TYPE, UNKNOWN_OPTION and the errors of the shapes
 * themselves.
 */
export function makeDataset(name: string, options: DatasetOptions = {}): Dataset {
  checkOptionNames(options, DATASET_OPTIONS, 'makeDataset');
  const { faces } = options;
  if (faces !== undefined && !(Number.isInteger(faces) && faces > 0))
    throw new OptionError(
      'BAD_FACE_COUNT',
      `Dataset ${described(name)}: faces is ${described(faces)}, expected a whole number above 0; choose another.`,
    );
  switch (name) {
    case 'skull-phantom':
      return skullPhantom({ targetFaces: faces });
    case 'saw-blade':
      return sawBlade({ targetFaces: faces });
    case 'burr':
      return sphericalBurr({ targetFaces: faces });
    case 'sphere':
      return sphere({ radius: 10, subdivisions: sphereSubdivisions(faces ?? 5_120) });
    case 'box':
      return box({ size: [20, 16, 12], divisions: Math.max(1, Math.round(Math.sqrt((faces ?? 1_200) / 12))) });
    case 'torus':
      // The torus has 2 · segments · (0.3 · segments) faces.
      return torus({
        majorRadius: 20,
        minorRadius: 6,
        segments: Math.max(10, Math.round(Math.sqrt((faces ?? 4_860) / 0.6))),
      });
    case 'capped-shell':
      return cappedShell({
        outerRadius: 70,
        innerRadius: 64,
        segments: Math.max(8, Math.round(Math.sqrt((faces ?? 8_000) / shellFacesPerSquaredSegment))),
      });
    default:
      throw new OptionError(
        'UNKNOWN_DATASET',
        `There is no dataset of the name ${described(name)}; choose one of ${datasetNames.join(', ')}.`,
      );
  }
}

/**
 * The area of the default capped shell ÷ (edge² / 2), with edge = 2π · 70 ÷ segments: each square cell has about two
 * faces.
 */
const shellFacesPerSquaredSegment =
  (2 * 2 * Math.PI * (70 * 70 + 64 * 64 + (70 * 70 - 64 * 64) / 2)) / (2 * Math.PI * 70) ** 2;

/** The number of subdivisions whose face count is nearest in ratio. */
function sphereSubdivisions(faces: number): number {
  let subdivisions = 0;
  while (subdivisions < 9 && 20 * 4 ** subdivisions * 2 < faces) subdivisions++;
  return subdivisions;
}
