// A head diameter and a shaft → a spherical burr, closed and oriented.
//
// Frame (mm): the origin is the head's centre, and the shaft runs along +z.

import { checkOptionNames, type OptionNames } from '#core';
import { checkAreNumbers, checkFits } from './check-option.ts';
import { fedTool, type ToolMesh } from './fed-tool.ts';
import { lathe } from './lathe.ts';
import { sineCosine } from './sine-cosine.ts';

export interface SphericalBurrOptions {
  /** mm. Default 5. */
  readonly diameter?: number;
  /** mm. Default 2.35, the usual surgical shank; below the head's diameter. */
  readonly shaftDiameter?: number;
  /** mm from the head's centre to the shaft's flat end, at most 10,000 times the shaft's diameter. Default 40. */
  readonly length?: number;
  /** Default 4,000. From 1,000 on, the result has this count to within 10 %. */
  readonly targetFaces?: number;
}

const BURR_OPTIONS: OptionNames<SphericalBurrOptions> = {
  diameter: true,
  shaftDiameter: true,
  length: true,
  targetFaces: true,
};

/**
 * The greatest length, in diameters of the shaft: in a longer shaft, rings of at least six faces each would exceed any
 * requested count.
 */
const slimmest = 10_000;

/**
 * Head and shaft in one surface, whose vertices lie on the sphere, the cylinder or the flat end. The burr is fed along
 * −z, and its shank is the middle of the flat end.
 * @throws OptionError BAD_BURR if a size is out of range, WRONG_TYPE, UNKNOWN_OPTION.
 */
export function sphericalBurr(options: SphericalBurrOptions = {}): ToolMesh {
  checkOptionNames(options, BURR_OPTIONS, 'sphericalBurr');
  const { diameter = 5, shaftDiameter = 2.35, length = 40, targetFaces = 4_000 } = options;
  checkAreNumbers('Spherical burr', { diameter, shaftDiameter, length, targetFaces });
  check('diameter', diameter, diameter > 0 && diameter < Infinity, 'more than 0 mm');
  check(
    'shaftDiameter',
    shaftDiameter,
    shaftDiameter > 0 && shaftDiameter < diameter,
    'more than 0 mm and below the diameter',
  );
  check(
    'length',
    length,
    length > diameter / 2 && length <= slimmest * shaftDiameter,
    `more than half the diameter and at most ${slimmest} times the shaft's`,
  );
  check('targetFaces', targetFaces, targetFaces >= 100 && targetFaces <= 4_000_000, 'from 100 to 4000000');
  const head = diameter / 2;
  const shaft = shaftDiameter / 2;
  const neck = Math.sqrt(head * head - shaft * shaft);
  const area = 2 * Math.PI * (head * (head + neck) + shaft * (length - neck) + (shaft * shaft) / 2);
  // A cell is edge × 0.9 edge and has two triangles.
  const edge = Math.sqrt((2 * area) / (0.9 * targetFaces));
  const row = 0.9 * edge;
  const profile: [number, number][] = [[0, -head]];
  const polar = polarAngle(shaft, neck);
  for (let i = 1, n = steps(head * polar, row); i < n; i++) {
    const [s, c] = sineCosine((polar * i) / n);
    profile.push([head * s, -head * c]);
  }
  for (let i = 0, n = steps(length - neck, row); i <= n; i++) profile.push([shaft, neck + ((length - neck) * i) / n]);
  for (let i = 1, n = steps(shaft, row); i <= n; i++) profile.push([(shaft * (n - i)) / n, length]);
  return fedTool(lathe(profile, edge, 'burr'), [0, 0, -1]);
}

function steps(distance: number, edge: number): number {
  return Math.max(1, Math.round(distance / edge));
}

/** The angle from −z to the direction (radius, z), by bisection of its sine and cosine. */
function polarAngle(radius: number, z: number): number {
  let low = Math.PI / 2;
  let high = Math.PI;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    const [s, c] = sineCosine(middle);
    // The middle lies beyond the direction if the cross product is negative.
    if (s * z + c * radius > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function check(option: string, value: number, fits: boolean, expected: string): void {
  checkFits('BAD_BURR', `Spherical burr: ${option}`, value, fits, expected);
}
