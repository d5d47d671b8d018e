// Faults in spheres and capsules in closed form.

import { inFile } from './in-file.mjs';

const tool = inFile('lib/stages/round-tool/round-tool.ts', [
  {
    says: 'the axis goes on beyond its end',
    find: 'Math.max(0, Math.min(1, (x',
    replace: 'Math.max(0, Math.min(2, (x',
  },
  { says: 'a capsule in the plane z = 0 is a sphere', find: ' && axis[2] === axis[5];', replace: ';' },
  {
    says: 'the radius is no part of the magnitude',
    find: 'let magnitude = this.radius;',
    replace: 'let magnitude = 0;',
  },
]);

const toAxis = inFile('lib/stages/round-tool/triangle-to-axis.ts', [
  {
    says: 'the axis is its first end',
    find: 'loadSecond(this.#tool.axis, 0, 3, 3)',
    replace: 'loadSecond(this.#tool.axis, 0, 0, 0)',
  },
  {
    says: 'the axis is met where the triangle is',
    find: 'this.ends[3 + k] = axis[k];',
    replace: 'this.ends[3 + k] = near[k];',
  },
]);

const side = inFile('lib/stages/round-tool/face-side.ts', [
  {
    says: 'a face that only its middle reaches is outside',
    find: 'return first === OUTSIDE && ',
    replace: 'return first === INSIDE && ',
  },
  {
    says: 'the third corner is not looked at',
    find: 'for (let k = 1; k < 3; k++)',
    replace: 'for (let k = 1; k < 2; k++)',
  },
  {
    says: 'what touches exactly is apart',
    find: 'compareGap(pair, radius, more) <= 0',
    replace: 'compareGap(pair, radius, more) < 0',
  },
  {
    says: 'δ is rounded into the radius',
    find: 'compareGap(pair, radius, more)',
    replace: 'compareGap(pair, radius + more)',
  },
  { says: 'f64 decides what it cannot', find: 'if (gap + slack <= more) return true;', replace: 'return gap <= more;' },
]);

const near = inFile('lib/stages/round-tool/near-faces.ts', [
  { says: 'faces come as the tree has them', find: 'sortRange(this.faces, 0, this.count);', replace: '' },
  { says: 'retired faces are found', find: 'if (retired !== null && retired[face] !== 0) continue;', replace: '' },
  {
    says: 'the ball about a triangle holds two corners',
    find: 'for (let i = 0; i < 3 * corners; i += 3)',
    replace: 'for (let i = 0; i < 6; i += 3)',
  },
  {
    says: 'the ball about a quad holds three corners',
    find: 'for (let i = 0; i < 3 * corners; i += 3)',
    replace: 'for (let i = 0; i < 9; i += 3)',
  },
  {
    says: 'the ball about a quad is about three corners',
    find: '(corners === 3 ? p[k]',
    replace: '(corners <= 4 ? p[k]',
  },
  { says: 'δ is left out', find: 'radius + maxDistance + 2 * slack', replace: 'radius + 2 * slack' },
]);

const measure = inFile('lib/stages/round-tool/measure-leaves.ts', [
  {
    says: 'the interval is rounded inward',
    find: 'columns.high[row] = distance + slack;',
    replace: 'columns.high[row] = distance - slack;',
  },
  { says: 'what is beyond δ is reported', find: 'if (distance > maxDistance) continue;', replace: '' },
  {
    says: 'depth is taken for a gap',
    find: 'const distance = toCentre - radius;',
    replace: 'const distance = Math.abs(toCentre - radius);',
  },
]);

const surface = inFile('lib/stages/round-tool/surface-point.ts', [
  { says: 'the way leads in', find: 'n[k] = ends[3 + k] - ends[k];', replace: 'n[k] = ends[k] - ends[3 + k];' },
  {
    says: 'the surface is met behind the axis',
    find: '- this.#tool.radius * n[k]',
    replace: '+ this.#tool.radius * n[k]',
  },
  {
    says: 'the way leads along the axis',
    find: 'toUnit(n) && (isSphere || perpendicular(n, along))',
    replace: 'toUnit(n)',
  },
]);

const nearest = inFile('lib/stages/round-tool/nearest-surfaces.ts', [
  {
    says: 'a face inside is as far as its nearest corner',
    find: 'if (distance <= farthest) continue;',
    replace: 'if (at > 0) continue;',
  },
  {
    says: 'retired faces are tried',
    find: 'if (retired !== null && retired[face] !== 0) continue;',
    replace: '',
  },
  {
    says: 'of equals the last is given',
    find: 'distance === this.distance && face >= this.face',
    replace: 'distance === this.distance && face < this.face',
  },
  { says: 'a box is a ball of half its size', find: '- Math.sqrt(squared);', replace: '+ Math.sqrt(squared);' },
]);

export const roundTool = [...tool, ...toAxis, ...side, ...near, ...measure, ...surface, ...nearest];
