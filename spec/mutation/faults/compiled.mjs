// Faults in the compiled stages (wasm/), each in one twin of two.

import { inFile } from './in-file.mjs';

const floats = inFile('wasm/records/floats.ts', [
  { says: 'an array has room for one number', find: 'take(8 * length)', replace: 'take(8)' },
]);

const bounds = inFile('wasm/records/core.ts', [
  {
    says: 'slivers are taken for triangles',
    find: '64 * UNIT_ROUNDOFF * longestSquared',
    replace: 'UNIT_ROUNDOFF * UNIT_ROUNDOFF * longestSquared',
  },
  { says: 'distances are never known', find: '2 * UNIT_ROUNDOFF', replace: '0 * UNIT_ROUNDOFF' },
]);

const sphereFace = inFile('wasm/subdivide/sphere-face.ts', [
  {
    says: 'the second face is never met',
    find: 'return boxes & i64x2.bitmask(planes);',
    replace: 'return boxes & i64x2.bitmask(planes) & 1;',
  },
  { says: 'the sphere is not inflated', find: 'sqrt(most) + inflate()', replace: 'sqrt(most)' },
  { says: 'planes are not looked at', find: 'return boxes & i64x2.bitmask(planes);', replace: 'return boxes;' },
]);

const subdivideFaces = inFile('wasm/subdivide/subdivide-faces.ts', [
  { says: 'an odd last face is lost', find: 'kept += may & 1;', replace: 'kept += i + 1 < end ? may & 1 : 0;' },
  {
    says: 'what is inside is dropped',
    find: 'if (!isSigned() || !isPointInside()) return true;',
    replace: 'return true;',
  },
  { says: 'children share their parent’s path', find: 'path * CHILDREN + child', replace: 'path * CHILDREN' },
]);

const leafCorners = inFile('wasm/subdivide/leaf-corners.ts', [
  {
    says: 'a corner is multiplied and not divided',
    find: 'const part = 1 / <f64>n;',
    replace: 'const part = 1 / <f64>(n + 1);',
  },
]);

const pointTable = inFile('wasm/proximity/point-table.ts', [
  { says: 'points begin outside', find: 'store<i32>(at, UNKNOWN, SIGN);', replace: 'store<i32>(at, 0, SIGN);' },
  { says: 'points that differ in z are one', find: ' && load<f64>(at, 16) === z) return', replace: ') return' },
]);

const cellFaces = inFile('wasm/proximity/cell-faces.ts', [
  {
    says: 'lists outlast the places of their faces',
    find: '  memory.fill(buckets, 0, 4 * bucketCount);\n  cellCount = 0;',
    replace: '  cellCount = cellCount;',
  },
  { says: 'lists outlast edits', find: '  edition++;\n', replace: '' },
  {
    says: 'a shorter list is left where the host wrote it',
    find: '    memory.copy(bounds + 32 * first, bounds + 32 * listed, 32 * even);\n',
    replace: '',
  },
  {
    says: 'a cell is looked up before its list is asked for',
    find: '    const number = cellOf(ox, oy, oz, size);\n    const cell = cells + CELL * number;',
    replace: '    const cell = cells + CELL * cellOf(ox, oy, oz, size);',
  },
  {
    says: 'of equals the first one tried wins',
    find: ' || (squared === foundSquared && face < foundFace)',
    replace: '',
  },
  {
    says: 'only the face with the least bound is measured',
    find: 'if (!v128.any_true(f64x2.le(v128.load(least + 8 * i), f64x2.splat(limit)))) continue;',
    replace: 'if (limit >= 0) continue;',
  },
]);

const leafPairs = inFile('wasm/measure/leaf-pairs.ts', [
  {
    says: 'nearer faces are not sought behind the first',
    find: '    limit = min(limit, distance + rounding);',
    replace: '    limit = -1;',
  },
  {
    says: 'faces that cross are measured as if they did not',
    find: 'load<u32>(face, OTHER_STAMP) === stamp',
    replace: 'false',
  },
  { says: 'wide intervals are taken as they are', find: '<= knownGap())', replace: '<= 1)' },
]);

const measureSubTriangles = inFile('wasm/measure/measure-sub-triangles.ts', [
  { says: 'the deepest corner is the first', find: '      deepest = c;\n', replace: '' },
  {
    says: 'the covering radius is that of the whole face',
    find: 'cornerDistance / <f64>(1 << level)',
    replace: 'cornerDistance',
  },
  {
    says: 'the bound by one face is left out',
    find: 'max(least - cornerDistance / <f64>(1 << level), faceBound())',
    replace: '(least - cornerDistance / <f64>(1 << level))',
  },
  {
    says: 'distances within the slack of the limit are taken',
    find: 'return askWithin(leafPoint, start, count, nearestDistance) === 1;',
    replace: 'return true;',
  },
]);

const contactNormal = inFile('wasm/measure/contact-normal.ts', [
  {
    says: 'normals of the tool point the other way',
    find: 'distance > 0 === isTool ? 1 : -1',
    replace: 'distance > 0 ? 1 : -1',
  },
  {
    says: 'a direction is believed however near the points are',
    find: 'abs(distance) > 1024 * slack',
    replace: 'abs(distance) > 0',
  },
]);

export const compiled = [
  ...floats,
  ...bounds,
  ...sphereFace,
  ...subdivideFaces,
  ...leafCorners,
  ...pointTable,
  ...cellFaces,
  ...leafPairs,
  ...measureSubTriangles,
  ...contactNormal,
];
