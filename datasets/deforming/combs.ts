// A face count → two combs with long teeth that are pushed through each other.
//
// Both lie near the plane z = 0, teeth along y, each tooth of one facing a gap of the other. Teeth sway, so that they
// press on their neighbours: nearly parallel long edges meet.

import { extrude } from '../extrude.ts';
import { sineCosine } from '../sine-cosine.ts';
import { type BodyMotion, joinFaces, rise } from './body-motion.ts';

/** mm. */
const TOOTH = 2;
const PITCH = 5;
const LENGTH = 60;
const SPINE = 4;
const THICKNESS = 2;
/** mm: how far apart the tips are at the start, and how far they move. */
const APART = 2;
const WAY = 55;
/** mm: how far tips sway along x and along z. */
const SWAY = 0.9;
const LIFT = 0.6;

/** Two closed combs with the same number of faces. */
export function combs(targetFaces: number): BodyMotion {
  // A comb of n teeth of m cells each has 8nm + 16n − 4 faces; m is about n.
  const half = targetFaces / 2;
  const teeth = Math.max(2, Math.round(Math.sqrt((half + 12) / 8) - 1));
  const cells = Math.max(1, Math.round((half + 4 - 16 * teeth) / (8 * teeth)));
  const comb = straightComb(teeth, cells);
  const corners = comb.positions.length / 3;
  const body = { vertexCount: corners, faces: comb.faces };
  return {
    vertexCount: 2 * corners,
    faces: joinFaces([body, body]),
    positionsAt(time) {
      const out = new Float64Array(6 * corners);
      for (let vertex = 0; vertex < corners; vertex++) {
        const [x, y, z] = comb.positions.subarray(3 * vertex, 3 * vertex + 3);
        const first = swayed(time, 0, x, y, z);
        out.set([first[0], first[1] - LENGTH, first[2]], 3 * vertex);
        // The second one is rotated by half a turn about z, and shifted by half a pitch.
        const second = swayed(time, 1, x, y, z);
        const shift = (teeth - 0.5) * PITCH + TOOTH;
        out.set([shift - second[0], LENGTH + APART - WAY * time - second[1], second[2]], 3 * (corners + vertex));
      }
      return out;
    },
  };
}

/** The spine from y = −SPINE to 0, teeth from 0 to LENGTH, the first from x = 0 to TOOTH. */
function straightComb(teeth: number, cells: number) {
  const points: number[] = [];
  const triangles: number[] = [];
  const numbers = new Map<number, number>();
  function vertex(i: number, j: number): number {
    const key = i * (cells + 2) + j;
    let number = numbers.get(key);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(key, number);
      const x = Math.floor(i / 2) * PITCH + (i % 2) * TOOTH;
      points.push(x, j === 0 ? -SPINE : (LENGTH * (j - 1)) / cells);
    }
    return number;
  }
  for (let i = 0; i < 2 * teeth - 1; i++)
    for (let j = 0; j < (i % 2 === 0 ? cells + 1 : 1); j++) {
      const [a, b, c, d] = [vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)];
      triangles.push(a, b, c, a, c, d);
    }
  return extrude({ points, triangles, lift: points.map(() => 0) }, THICKNESS, 'comb');
}

/** Where a comb's point is at a time; each tooth sways with its own phase. */
function swayed(time: number, comb: number, x: number, y: number, z: number): readonly [number, number, number] {
  const tooth = Math.floor(x / PITCH);
  const bend = rise(y, 0, 2 * LENGTH) * 2;
  const [along] = sineCosine((9 + comb) * time + 1.7 * tooth + comb);
  const [up] = sineCosine(7 * time + 2.3 * tooth + 2 * comb);
  return [x + SWAY * bend * along, y, z + LIFT * bend * up];
}
