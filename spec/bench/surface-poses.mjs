// A real skull, a tool and a seed → poses of the tool set down repeatedly on the skull's outside: far, clear, grazing,
// cutting.

import { detectorOf } from './peers/kerf.mjs';
import { APPROACH, heights } from './poses.mjs';
import { mulberry32 } from './random.mjs';
import { cross, dot, mix, unit } from './vectors.mjs';

/**
 * mm around a ray from the skull's middle: of the vertices within it, the outermost is the place; mm around the place:
 * the faces within it give its normal.
 */
const RAY_RADIUS = 6;
const NORMAL_RADIUS = 10;
/** Cosine between a face's normal and the ray: faces that look inward, such as the inner table's, are left out. */
const LEAST_OUTWARD = 0.3;
/** Cosine between the ray and `up`: above it lies the vault. */
const LEAST_UP = 0.2;
/** mm: the slide along the surface from pose to pose, as on the phantom. */
const SLIDE = 3.5;
/** mm above the place: the tool is let down from here. */
const START = 150;
/** mm: it is let down until the smallest distance is within this of the required one. */
const SLACK = 0.05;

/**
 * The tool is let down along the normal at the place, tip first: for far and clear poses until the smallest distance is
 * their height; for the others until it touches, and then on by their height.
 * @param up the direction from the skull's middle to its vault.
 * @param tool with `tip` and `axis`, from the tip into the tool.
 * @returns {{ matrices: Float64Array[], kinds: string[] }} as in poses.mjs.
 */
export async function surfaceStrokes(seed, count, bone, up, tool) {
  const random = mulberry32(seed);
  const detector = await detectorOf(bone, tool, 0.5);
  const middle = middleOf(bone);
  const matrices = [];
  const kinds = [];
  while (matrices.length < count) {
    const place = outerPlace(bone, middle, up, random);
    if (place === null) continue;
    const side = unit(cross(place.normal, Math.abs(place.normal[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
    const heading = 2 * Math.PI * random();
    const along = mix(Math.cos(heading), side, Math.sin(heading), cross(place.normal, side));
    let slide = 0;
    for (const { kind, poses, low, high } of APPROACH)
      for (const height of heights(random, poses, low, high)) {
        const standing = (above) => standingPose(tool, place, along, slide, above);
        const above = letDown(detector, standing, isTouching(kind) ? 0 : height);
        matrices.push(standing(above + (isTouching(kind) ? height : 0)));
        kinds.push(kind);
        slide += SLIDE;
      }
  }
  detector.dispose();
  return { matrices, kinds };
}

const isTouching = (kind) => kind === 'graze' || kind === 'cut';

function middleOf({ positions }) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  return mix(0.5, low, 0.5, high);
}

/** A point on the outside in a random direction, and its normal; null if the bone has a hole there. */
function outerPlace({ positions, faces }, middle, up, random) {
  let ray;
  do {
    const z = 2 * random() - 1;
    const angle = 2 * Math.PI * random();
    ray = [Math.sqrt(1 - z * z) * Math.cos(angle), Math.sqrt(1 - z * z) * Math.sin(angle), z];
  } while (dot(ray, up) < LEAST_UP);
  let point = null;
  let farthest = 0;
  for (let v = 0; v < positions.length; v += 3) {
    const from = mix(1, positions.subarray(v, v + 3), -1, middle);
    const far = dot(from, ray);
    if (far <= farthest || dot(from, from) - far * far > RAY_RADIUS ** 2) continue;
    farthest = far;
    point = mix(1, middle, 1, from);
  }
  if (point === null) return null;
  let sum = [0, 0, 0];
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * faces[f + k], 3 * faces[f + k] + 3));
    const gap = mix(1, a, -1, point);
    if (dot(gap, gap) > NORMAL_RADIUS ** 2) continue;
    const area = cross(mix(1, b, -1, a), mix(1, c, -1, a));
    if (dot(area, ray) > LEAST_OUTWARD * Math.sqrt(dot(area, area))) sum = mix(1, sum, 1, area);
  }
  return dot(sum, sum) > 0 ? { point, normal: unit(sum) } : null;
}

/** The tool's axis along the normal, its tip at the height above the place, after the slide. */
function standingPose({ tip, axis, across }, { point, normal }, along, slide, height) {
  const from = [across, axis, cross(across, axis)];
  const to = [along, normal, cross(along, normal)];
  const columns = [0, 1, 2].map((k) =>
    [0, 1, 2].map((row) => from.reduce((sum, own, i) => sum + own[k] * to[i][row], 0)),
  );
  const turned = [0, 1, 2].map((row) => columns.reduce((sum, column, k) => sum + column[row] * tip[k], 0));
  const target = mix(1, mix(1, point, slide, along), height, normal);
  return Float64Array.of(...columns[0], 0, ...columns[1], 0, ...columns[2], 0, ...mix(1, target, -1, turned), 1);
}

/** Moves down by what the smallest distance allows. @returns the height at which the distance is `clearance`. */
function letDown(detector, standing, clearance) {
  let above = START;
  for (;;) {
    const spare = detector.minimumDistance(standing(above)).distance - clearance;
    if (spare <= SLACK) return above;
    above -= spare;
    if (above < -START) throw new Error('The tool misses the skull; take another seed.');
  }
}
