// Faults in distances and signs: point, triangles, surfaces.

import { inFile } from './in-file.mjs';

const pointTriangle = inFile('lib/geometry/triangles/point-triangle.ts', [
  {
    says: 'points beyond the edge bc are taken to be above the face',
    find: 'if (weightA >= 0 && weightB >= 0',
    replace: 'if (weightB >= 0',
  },
  {
    says: 'the weights of b and c are swapped',
    find: 's = weightB / nn;\n    t = weightC / nn;',
    replace: 's = weightC / nn;\n    t = weightB / nn;',
  },
  {
    says: 'the weights of a sliver are trusted',
    find: 'const thin = isSliver(nn, Math.max(uu, vv));',
    replace: 'const thin = isSliver(nn, 0 * Math.max(uu, vv));',
  },
  {
    says: 'above a face the support is that of one corner',
    find: 'const support = toA > 0 ? Math.min(toA, Math.min(toB, toC)) : Math.min(-toA, Math.min(-toB, -toC));',
    replace: 'const support = Math.abs(toA) + 0 * (toB + toC);',
  },
  {
    says: 'below a face the lower bound is taken along the wrong way of the normal',
    find: ': Math.min(-toA, Math.min(-toB, -toC));',
    replace: ': -Math.min(toA, Math.min(toB, toC));',
  },
  {
    says: 'beside a face the support is that of one corner',
    find: 'toA - Math.max(0, Math.max(gx * ux + gy * uy + gz * uz, gx * vx + gy * vy + gz * vz));',
    replace: 'toA;',
  },
  {
    says: 'the nearest point of an edge may lie beyond its end',
    find: 'return n > 0 ? (n < d ? n / d : d > 0 ? 1 : 0) : 0;',
    replace: 'return n > 0 ? (d > 0 ? n / d : 0) : 0;',
  },
  {
    says: 'the nearest point of the edge bc is mirrored in its middle',
    find: 's = 1 - r;\n      t = r;',
    replace: 's = r;\n      t = 1 - r;',
  },
  {
    says: 'the edge ac is not tried',
    find: 'if (thin || weightB < 0) {',
    replace: 'if (thin && weightB < 0) {',
  },
  {
    says: 'the normal has a sign flipped',
    find: 'const nz = ux * vy - uy * vx;',
    replace: 'const nz = ux * vy + uy * vx;',
  },
]);

const triangleDistance = inFile('lib/geometry/triangles/triangle-distance.ts', [
  {
    says: 'a gap on the other side of a normal counts twice',
    find: 'Math.min(0, Math.min(e, f)) - most);',
    replace: '2 * (Math.min(0, Math.min(e, f)) - most));',
  },
  {
    says: 'a pair that crosses keeps the lower bound of the pair before',
    find: '      out[PAIR_LOWER] = 0;\n      return;',
    replace: '      return;',
  },
  {
    says: 'the second triangle’s last edge is not tried',
    find: 'for (let k = k0; k <= k1; k += 3) {',
    replace: 'for (let k = k0; k === k0 || k < k1; k += 3) {',
  },
  {
    says: 'a corner above the plane, not the nearest, settles the pair',
    find: 'if (Math.abs(b) === least && takeFoot',
    replace: 'if (takeFoot',
  },
  {
    says: 'planes that hold one triangle hold both apart',
    find: '(C[k + 2] - out[2]) >= 0 &&',
    replace: '(C[k + 2] - out[2]) >= 0 ||',
  },
  {
    says: 'corners above the second triangle are not tried',
    find: 'above === SETTLED ? SETTLED : takeNearestAbove(C, s, f, POINT_ON_FIRST, out);',
    replace: 'above === SETTLED ? SETTLED : BESIDE;',
  },
  {
    says: 'the farthest corner above a face is taken for the nearest',
    find: 'const least = Math.min(Math.abs(a)',
    replace: 'const least = Math.max(Math.abs(a)',
  },
  {
    says: 'a foot beside the face counts as inside',
    find: 'if (weightB < 0 || weightC < 0 ||',
    replace: 'if (weightC < 0 ||',
  },
  {
    says: 'crossing edges are not sought',
    find: 'if (mayCross) {',
    replace: 'if (mayCross && out[PAIR_SQUARED] < 0) {',
  },
  {
    says: 'edges of the second triangle that pierce the first are not sought',
    find: 'if (!takeCrossings(C, f, s, true, out)) takeCrossings(C, s, f, false, out);',
    replace: 'takeCrossings(C, f, s, true, out);',
  },
  {
    says: 'the computed distance is its own lower bound',
    find: 'let lower = support(C, f, s, x, y, z);',
    replace: 'let lower = upper;',
  },
  {
    says: 'a crossing within a nanometre counts as one',
    find: 'const limit = lengthSlack(magnitude) / 8;',
    replace: 'const limit = 1e-6 + 0 * lengthSlack(magnitude);',
  },
  {
    says: 'a point where plain f64 sees a crossing always counts as shared',
    find: 'const shared = near[SQUARED] <= limit * limit;',
    replace: 'const shared = limit >= 0;',
  },
  {
    says: 'the points of a near crossing are on each other’s triangle',
    find: 'shared || isFirst ? crossing[k] : near[k];\n    out[POINT_ON_SECOND + k] = shared || !isFirst ?',
    replace: 'shared || !isFirst ? crossing[k] : near[k];\n    out[POINT_ON_SECOND + k] = shared || isFirst ?',
  },
  {
    says: 'the support forgets the second triangle’s first corner',
    find: 'const most = Math.max(0, Math.max(e, f));',
    replace: 'const most = Math.max(e, f);',
  },
  {
    says: 'the support forgets the first triangle’s last corner',
    find: 'const least = Math.min(a, Math.min(b, c));\n  const most = Math.max(0,',
    replace: 'const least = Math.min(a, b);\n  const most = Math.max(0,',
  },
  {
    says: 'the support is measured from a corner, not from the triangle',
    find: 'return least > most ? (least - most) / length : 0;',
    replace: 'return least > most ? least / length : 0;',
  },
  {
    says: 'the nearest point of the first edge is mirrored',
    find: 'const m = clampedRatio(uv * n - uw, uu);',
    replace: 'const m = clampedRatio(uv * n + uw, uu);',
  },
  {
    says: 'the nearest point of the second edge is mirrored',
    find: 'uu * vv - uv * uv) + vw, vv);',
    replace: 'uu * vv - uv * uv) - vw, vv);',
  },
  {
    says: 'the last edge of the first triangle is not tried',
    find: 'for (let i = i0; i <= i1; i += 3) {',
    replace: 'for (let i = i0; i === i0 || i < i1; i += 3) {',
  },
  {
    says: 'the foot of a corner is put on the wrong triangle',
    find: 'const above = takeNearestAbove(C, f, s, POINT_ON_SECOND, out);',
    replace: 'const above = takeNearestAbove(C, f, s, POINT_ON_FIRST, out);',
  },
  {
    says: 'edges that end before the face pierce it',
    find: 'if (from > 0 === to > 0 || from === to) return false;',
    replace: 'if (from === to) return false;',
  },
]);

const measurePair = inFile('lib/geometry/triangles/measure-pair.ts', [
  {
    says: 'weights that name b take c',
    find: 'Int8Array.of(-1, 0, 3, -1, 6,',
    replace: 'Int8Array.of(-1, 0, 6, -1, 6,',
  },
  {
    says: 'the gap along a normal is that along an edge',
    find: 'gapAlong(C, triangle, other, uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx)',
    replace: 'gapAlong(C, triangle, other, 1e3 * ux, 1e3 * uy, 1e3 * uz)',
  },
]);

const nearestFace = inFile('lib/index/proximity/nearest-face.ts', [
  {
    says: 'what a box may be away leaves out the rounding of the best distance',
    find: 'const wanted = distance + this.#slack + more;',
    replace: 'const wanted = distance + more;',
  },
  {
    says: 'what a box may be away in the tool’s frame is rounded inward',
    find: 'const wantedInBvh = (wanted + frame.slack) / frame.shrink;',
    replace: 'const wantedInBvh = (wanted - frame.slack) * frame.shrink;',
  },
  {
    says: 'a distance is compared with a square',
    find: 'this.#limit = wantedInBvh * wantedInBvh * BOX_MARGIN;',
    replace: 'this.#limit = wantedInBvh * BOX_MARGIN;',
  },
  {
    says: 'the point is taken to the tool’s frame with the wrong shift',
    find: 'inBvh[1] = m[4] * px + m[5] * py + m[6] * pz + m[7];',
    replace: 'inBvh[1] = m[4] * px + m[5] * py + m[6] * pz + m[3];',
  },
  {
    says: 'a node’s last child is not looked at',
    find: 'const end = Math.min(bvh.sizes[level - 1], BRANCHING * (node + 1));',
    replace: 'const end = Math.min(bvh.sizes[level - 1], BRANCHING * (node + 1) - 1);',
  },
  {
    says: 'a leaf’s first face is not tried',
    find: 'for (let slot = BRANCHING * node; slot < end; slot++) {',
    replace: 'for (let slot = BRANCHING * node + 1; slot < end; slot++) {',
  },
  {
    says: 'a box’s upper side in x is read in y',
    find: 'x > boxes[o + 3] ? x - boxes[o + 3] : 0;',
    replace: 'x > boxes[o + 4] ? x - boxes[o + 4] : 0;',
  },
  {
    says: 'faces that an edit has removed are found',
    find: 'if (retired === null || retired[face] === 0) this.#try',
    replace: 'if (retired === null || retired[face] <= 1) this.#try',
  },
  {
    says: 'of equals the first one tried wins',
    find: 'if (squared > this.squared || (squared === this.squared && face >= this.face)) return;',
    replace: 'if (squared >= this.squared) return;',
  },
  {
    says: 'a face whose bounds are wide apart is passed over',
    find: 'if (result[LOWER] > this.#maxDistance) return;\n      sharpenPointTriangle(',
    replace: 'if (result[LOWER] > -1) return;\n      sharpenPointTriangle(',
  },
  {
    says: 'a face’s box is measured to its far side',
    find: 'if (x < low) return low - x;',
    replace: 'if (x < low) return Math.max(a, b, c) - x;',
  },
  {
    says: 'a computed distance is taken however wide apart its bounds are',
    find: '- result[LOWER] > this.#gap) {',
    replace: '- result[LOWER] > 1) {',
  },
]);

const faceSupport = inFile('lib/index/proximity/face-support.ts', [
  {
    says: 'the support of a face forgets its third corner',
    find: 'gx * (cx - A[d]) + gy * (cy - A[d + 1]) + gz * (cz - A[d + 2]),',
    replace: '',
  },
]);

const knownFaces = inFile('lib/index/proximity/known-faces.ts', [
  {
    says: 'the first face is known before it is looked up',
    find: '#first = 1;\n\n  constructor',
    replace: '#first = 0;\n\n  constructor',
  },
]);

const faceCells = inFile('lib/index/proximity/face-cells.ts', [
  {
    says: 'of a ball half is taken',
    find: 'const wanted = radius + lengthSlack(',
    replace: 'const wanted = radius / 2 + lengthSlack(',
  },
  {
    says: 'boxes are compared with a point on their high side only',
    find: 'const square = dx * dx + dy * dy + dz * dz;',
    replace: 'const square = x < values[o] ? dy * dy + dz * dz : dx * dx + dy * dy + dz * dz;',
  },
  {
    says: 'what an edit adds is taken in its first cell',
    find: 'const endX = this.#cellAt(0, values[o + 3]) >> 3;',
    replace: 'const endX = this.#cellAt(0, values[o]) >> 3;',
  },
  {
    says: 'what has come beyond the cells is in none',
    find: '        this.forget();\n        return;',
    replace: '        return;',
  },
  {
    says: 'faces that an edit has removed are taken',
    find: 'if (retired !== null && retired[face] !== 0) {\n        if (last',
    replace: 'if (face < 0) {\n        if (last',
  },
]);

const addedBoxes = inFile('lib/index/proximity/added-boxes.ts', [
  {
    says: 'a list goes on whatever was added near it',
    find: '      if (dx * dx + dy * dy + dz * dz <= squared) return true;',
    replace: '',
  },
  {
    says: 'the box of an edit is that of its first face',
    find: 'face < end; face++)',
    replace: 'face < Math.min(first + 1, end); face++)',
  },
  {
    says: 'only the first of several edits is looked at',
    find: 'for (let take = first; take < this.count; take++) {',
    replace: 'for (let take = first; take < Math.min(first + 1, this.count); take++) {',
  },
]);

const cellFaces = inFile('lib/index/proximity/cell-faces.ts', [
  {
    says: 'the bound of a face leaves out the way from the centre in z',
    find: ' + bounds[at + 3] * z;',
    replace: ';',
  },
  {
    says: 'of equals the first one tried wins',
    find: '|| (squared === this.squared && face < this.face)',
    replace: '',
  },
  {
    says: 'lists are asked for the point in the bone’s frame',
    find: 'lists.cellAt(ox, oy, oz, size)',
    replace: 'lists.cellAt(px, py, pz, size)',
  },
  {
    says: 'a computed distance is taken however wide apart its bounds are',
    find: 'if (distance - result[LOWER] > this.#gap) {',
    replace: 'if (distance - result[LOWER] > 1) {',
  },
]);

const cellLists = inFile('lib/index/proximity/cell-lists.ts', [
  {
    says: 'faces that are as far as the cell is wide are not gathered',
    find: 'const spread = 1.75 * size + 8 * slack;',
    replace: 'const spread = 0.25 * size + 8 * slack;',
  },
  {
    says: 'a list keeps the faces that an edit has retired',
    find: 'if (retired?.[this.faces[from]] !== 1) this.#move(from, used++);',
    replace: 'this.#move(from, used++);',
  },
  {
    says: 'a cell without a list of its own is compared with edits',
    find: 'if (this.lengths[cell] !== CROWDED && this.#renewed[cell]',
    replace: 'if (this.#renewed[cell]',
  },
  {
    says: 'a list goes on without the face by which the others were left out',
    find: 'const isNearestGone = retired?.[this.faces[first]] === 1;',
    replace: 'const isNearestGone = retired?.[this.faces[first]] === 1 && this.lengths[cell] === 1;',
  },
  {
    says: 'an edit touches no list that is farther than the nearest face',
    find: '(1 + MARGIN) * Math.sqrt(nearest.squared) + spread;',
    replace: 'Math.sqrt(nearest.squared);',
  },
  {
    says: 'what lies in the cell is taken to be as near as its centre',
    find: 'if (bounds[o] > beyond + (turned * size) / 2) continue;',
    replace: 'if (bounds[o] > beyond) continue;',
  },
  {
    says: 'begin leaves the lists where they were',
    find: 'this.#slots.fill(-1);',
    replace: '',
  },
]);

const knownDistance = inFile('lib/geometry/triangles/known-distance.ts', [
  {
    says: 'the distance of a point is taken to be known',
    find: 'if (isDistanceKnown(upper, out[LOWER], extent, bound)) return;',
    replace: 'if (isDistanceKnown(upper, upper, 0, bound)) return;',
  },
  {
    says: 'the distance of triangles is taken to be known',
    find: 'if (isDistanceKnown(upper, out[PAIR_LOWER], extent, bound)) return false;',
    replace: 'if (isDistanceKnown(upper, upper, 0, bound)) return false;',
  },
  {
    says: 'a better bound of a point counts as proof',
    find: 'if (isDistanceKnown(upper, lower, extent, bound)) out[LOWER] = lower;',
    replace: 'if (isDistanceKnown(lower, lower, 0, bound)) out[LOWER] = lower;',
  },
  {
    says: 'a better bound of triangles counts as proof',
    find: 'if (isDistanceKnown(upper, lower, extent, bound)) {',
    replace: 'if (isDistanceKnown(lower, lower, 0, bound)) {',
  },
  {
    says: 'a computed distance of 0 is taken',
    find: 'if (upper > 0) {',
    replace: 'if (upper >= 0) {',
  },
  {
    says: 'triangles that share a point are measured as if they were apart',
    find: 'if (!this.#intersector.share(pair))',
    replace: 'if (out[PAIR_LOWER] >= 0)',
  },
  {
    says: 'directions perpendicular to two edges are not tried',
    find: 'for (const other of edges.slice(i + 1)) tryAlong(cross(edge, other));',
    replace: '',
  },
  {
    says: 'directions perpendicular to one edge are not tried',
    find: 'tryAlong([toward[0] - share * edge[0], toward[1] - share * edge[1], toward[2] - share * edge[2]]);',
    replace: '',
  },
  {
    says: 'the body that a pair belongs to does not count',
    find: 'const bound = Math.max(largest, magnitude);\n  if (isDistanceKnown',
    replace: 'const bound = largest;\n  if (isDistanceKnown',
  },
]);

const rayWinding = inFile('lib/geometry/triangles/ray-winding.ts', [
  {
    says: 'a ray is as long as the body, however far away that lies',
    find: 'frameSlack(magnitude) / TILT,',
    replace: '0,',
  },
  {
    says: 'the box that holds the surface is read on the wrong axis',
    find: 'pz > bounds[5])',
    replace: 'pz > bounds[4])',
  },
  {
    says: 'a body that faces inward has no inside',
    find: '=> this.windingAt(px, py, pz) !== 0;',
    replace: '=> this.windingAt(px, py, pz) > 0;',
  },
  {
    says: 'a point on the surface is inside',
    find: 'return this.#count(px, py, pz) === CLEAR ? this.winding : 0;',
    replace: 'return this.#count(px, py, pz) === CLEAR ? this.winding : 1;',
  },
  {
    says: 'all rays lie in one plane',
    find: 'TILT * k, TILT * k * k);',
    replace: 'TILT * k, TILT * k);',
  },
  {
    says: 'one ray is all that is tried',
    find: 'const MOST_TILTS = 64;',
    replace: 'const MOST_TILTS = 1;',
  },
  {
    says: 'the point’s depth in the tool’s frame is rounded inward',
    find: 'depth - frame.slack;',
    replace: 'depth + 2 ** 30 * frame.slack;',
  },
  {
    says: 'the same, of a ray that runs down',
    find: '? depth + frame.slack :',
    replace: '? depth - 2 ** 30 * frame.slack :',
  },
  {
    says: 'all rays run up, wherever faces are sought',
    find: 'const way = isDown ? -length : length;',
    replace: 'const way = length;',
  },
  {
    says: 'the ray’s cells in the tool’s frame are rounded inward',
    find: 'ray[U_LOW] = Math.min(du, eu) - frame.slack;\n    ray[U_HIGH] = Math.max(du, eu) + frame.slack;',
    replace: 'ray[U_LOW] = Math.min(du, eu) + frame.slack;\n    ray[U_HIGH] = Math.max(du, eu) - frame.slack;',
  },
]);

const scanlineWinding = inFile('lib/index/scanlines/scanline-winding.ts', [
  {
    says: 'faces that begin behind the point are passed over',
    find: 'if (farDepth(spans[s + SPAN_DEPTH]) < shallowest) continue;',
    replace: 'if (nearDepth(spans[s + SPAN_DEPTH]) < shallowest) continue;',
  },
  {
    says: 'spans that begin before the point are passed over',
    find: 'firstSpanFrom(spans, cellStart[cell], end, shallowest - cellExtent[cell]);',
    replace: 'firstSpanFrom(spans, cellStart[cell], end, shallowest);',
  },
  {
    says: 'spans that end beyond a ray that runs down are passed over',
    find: '&& nearDepth(spans[s + SPAN_DEPTH]) <= deepest;',
    replace: '&& farDepth(spans[s + SPAN_DEPTH]) <= deepest;',
  },
  {
    says: 'large faces, in coarser cells, are passed over',
    find: 'level < levels; level++',
    replace: 'level < 1; level++',
  },
  {
    says: 'the cells of the ray are those of its start',
    find: 'const i1 = cellOf(uHigh, u0, cellSize, nu);',
    replace: 'const i1 = i0;',
  },
  {
    says: 'a face in several cells counts in each',
    find: 'if ((~owner & notOwned) !== 0) continue;',
    replace: '',
  },
  {
    says: 'a face counts in its lowest cell only, whichever the ray’s first is',
    find: 'const notOwned = (j === j0 ? 0 : LOWEST_ROW) | (i === i0 ? 0 : LOWEST_COLUMN);',
    replace: 'const notOwned = LOWEST_ROW | LOWEST_COLUMN;',
  },
  {
    says: 'a ray that meets an edge counts as if it did not',
    find: 'if (crossed === AMBIGUOUS) met = AMBIGUOUS;',
    replace: 'if (crossed === AMBIGUOUS) met = CLEAR;',
  },
  {
    says: 'of several levels the last alone decides whether the ray met an edge',
    find: 'if (met === AMBIGUOUS) all = AMBIGUOUS;',
    replace: 'all = met;',
  },
]);

const triangleBox = inFile('lib/geometry/triangles/triangle-box.ts', [
  {
    says: 'the distance counts along the axes alone',
    find: 'const along = margin * (Math.abs(x) + Math.abs(y) + Math.abs(z));',
    replace: 'const along = 0;',
  },
  {
    says: 'a third corner does not reach as low',
    find: 'this.#low[3 + n] = Math.min(pa, pb, pc) - along;',
    replace: 'this.#low[3 + n] = Math.min(pa, pb) - along;',
  },
  {
    says: 'the normal is not across the second edge',
    find: 'd[0] = uy * vz - uz * vy;',
    replace: 'd[0] = uy * vz + uz * vy;',
  },
  {
    says: 'cross products of edges and axes are not asked',
    find: 'for (let n = 0; n < 10; n++) {\n      const x = d[3 * n];\n      const y = d[3 * n + 1];\n      const z = d[3 * n + 2];\n      // The corners',
    replace:
      'for (let n = 0; n < 1; n++) {\n      const x = d[3 * n];\n      const y = d[3 * n + 1];\n      const z = d[3 * n + 2];\n      // The corners',
  },
]);

const bvhWinding = inFile('lib/index/bvh/bvh-winding.ts', [
  {
    says: 'removed faces still bound the solid',
    find: 'if (retired?.[face] === 1) continue;',
    replace: '',
  },
  {
    says: 'nodes that the ray begins in are passed over',
    find: 'boxes[at + 3 + axis] >= ray[DEPTH_LOW]',
    replace: 'boxes[at + axis] >= ray[DEPTH_LOW]',
  },
  {
    says: 'nodes that a ray begins in that runs down are passed over',
    find: 'boxes[at + axis] <= ray[DEPTH_HIGH]',
    replace: 'boxes[at + 3 + axis] <= ray[DEPTH_HIGH]',
  },
  {
    says: 'a ray that meets an edge counts as if it did not',
    find: 'if (crossed === AMBIGUOUS) met = AMBIGUOUS;',
    replace: 'if (crossed === AMBIGUOUS) met = CLEAR;',
  },
  {
    says: 'of several leaves the last alone decides whether the ray met an edge',
    find: 'if (found === AMBIGUOUS) met = AMBIGUOUS;',
    replace: 'met = found;',
  },
]);

const rayCrossing = inFile('lib/geometry/triangles/ray-crossing.ts', [
  {
    says: 'faces behind the point count',
    find: 'return behind === ab ? behind : 0;',
    replace: 'return ab;',
  },
  {
    says: 'entering counts like leaving',
    find: 'return behind === ab ? behind : 0;',
    replace: 'return behind === ab ? 1 : 0;',
  },
  {
    says: 'a ray through an edge counts nothing there',
    find: 'return behind === 0 ? inPlane(A, a, b, c, ray) : AMBIGUOUS;',
    replace: 'return behind === 0 ? inPlane(A, a, b, c, ray) : 0;',
  },
  {
    says: 'a point in the plane of a face and beside it is on the face',
    find: 'return (ab > 0 || bc > 0 || ca > 0) && (ab < 0 || bc < 0 || ca < 0) ? AMBIGUOUS : ON_FACE;',
    replace: 'return ON_FACE;',
  },
  {
    says: 'a point in line with a face of no area is on it',
    find: 'if (p[k] < Math.min(A[a + k], A[b + k]) || p[k] > Math.max(A[a + k], A[b + k])) return false;',
    replace: '',
  },
]);

const wayCrossing = inFile('lib/geometry/triangles/way-crossing.ts', [
  {
    says: 'leaving counts like entering',
    find: 'return to;',
    replace: 'return 1;',
  },
  {
    says: 'a way through an edge meets both faces there, or neither',
    find: 'if (side !== 0) return side;',
    replace: 'return side || 1;',
  },
  {
    says: 'an end in the plane of a face is moved behind it',
    find: 'if (along !== 0) return along > 0 ? -1 : 1;',
    replace: 'if (along !== 0) return 1;',
  },
]);

const hashTable = inFile('lib/base/core/hash-table.ts', [
  {
    says: 'entry 0 is lost when the slots are doubled',
    find: 'if (held <= base) continue;',
    replace: 'if (held <= base + 1) continue;',
  },
  {
    says: 'the base rises past the largest number that a slot can hold',
    find: 'if (this.#top < MOST) return;',
    replace: 'if (this.#top < 2 * MOST) return;',
  },
]);

const separatingPlanes = inFile('lib/stages/candidates/separating-planes.ts', [
  {
    says: 'planes need not hold the distance that is asked for',
    find: 'maxDistance * (1 + 8 * UNIT_ROUNDOFF) + 1.75',
    replace: '0 * maxDistance * (1 + 8 * UNIT_ROUNDOFF) + 1.75',
  },
  {
    says: 'planes outlive an edit',
    find: 'if (this.#edits !== this.#bone.edits) this.#forget();',
    replace: 'if (this.#edits > this.#bone.edits) this.#forget();',
  },
  {
    says: 'the posed box has no extent along its last axis',
    find: 'Math.abs(x * h[6] + y * h[7] + z * h[8])',
    replace: '0 * Math.abs(x * h[6] + y * h[7] + z * h[8])',
  },
  {
    says: 'no plane is ever learned',
    find: 'if (this.#credit < COST',
    replace: 'if (this.#credit >= 0 || this.#credit < COST',
  },
  {
    says: 'places where no plane was found are forgotten',
    find: 'this.#failures.set(this.#cell);',
    replace: '',
  },
  {
    says: 'a plane that is found holds whatever it shows',
    find: 'if (limits[LEAST] - this.#support.most > limits[MARGIN]) {',
    replace: 'if (limits[LEAST] - this.#support.most > -1) {',
  },
  {
    says: 'the posed box reaches along one of its edges alone',
    find: 'const reach = Math.abs(h[k]) + Math.abs(h[3 + k]) + Math.abs(h[6 + k]);',
    replace: 'const reach = Math.max(Math.abs(h[k]), Math.abs(h[3 + k]), Math.abs(h[6 + k]));',
  },
  {
    says: "the bone's bounds need not hold the distance that is asked for",
    find: 'bounds[k] - (c[k] + reach) > margin)',
    replace: 'bounds[k] - (c[k] + reach) > 0)',
  },
]);

const facesNearBox = inFile('lib/index/scanlines/faces-near-box.ts', [
  {
    says: 'a row between the ends of a range is taken for its last',
    find: 'const qv1 = j === j1 ? vHigh & LAST_STEP : LAST_STEP;',
    replace: 'const qv1 = vHigh & LAST_STEP;',
  },
  {
    says: 'a column between the ends of a range is taken for its first',
    find: 'const qu0 = i === i0 ? uLow & LAST_STEP : 0;',
    replace: 'const qu0 = uLow & LAST_STEP;',
  },
  {
    says: 'cells of all levels are as wide',
    find: 'grid[GRID.cellSize] *= 2;',
    replace: '',
  },
]);

const faceSets = inFile('lib/stages/candidates/gpu-face-sets.ts', [
  {
    says: 'a face joins a set that has no corner of it',
    find: 'let set: number[] = [];',
    replace: 'let set: number[] = hasRoom(sets.at(-1)) ? (sets.at(-1) ?? []) : [];',
  },
  {
    says: 'sets grow without a limit',
    find: 'set !== undefined && set.length < FACES_A_SET;',
    replace: 'set !== undefined;',
  },
  {
    says: 'vertices at one point do not join',
    find: 'welded[faces[3 * face + k]]',
    replace: 'faces[3 * face + k]',
  },
  {
    says: 'a set ends where the next but one begins',
    find: 'words[at + AT.end] = end;',
    replace: 'words[at + AT.end] = end + set.length;',
  },
]);

const supportVertex = inFile('lib/stages/candidates/support-vertex.ts', [
  {
    says: 'how far a box reaches is taken from its near side',
    find: 'this.#ends[k] = g[k] > 0 ? 3 + k : k;',
    replace: 'this.#ends[k] = g[k] > 0 ? k : 3 + k;',
  },
  {
    says: 'the child whose box reaches farthest is the only one that is searched',
    find: 'for (let n = -1; n < count; n++) {',
    replace: 'for (let n = -1; n < 0; n++) {',
  },
  {
    says: 'vertices of faces that an edit has retired are tried',
    find: 'if (retired?.[face] === 1) continue;',
    replace: '',
  },
]);

const reportTracker = inFile('lib/detect/detector/report-tracker.ts', [
  {
    says: 'rows that are gone last of all are not reported',
    find: 'while (from < held.length) held.pushKey(from++, removed);\n',
    replace: '',
  },
  {
    says: 'a row that is within the tolerance is held as it is now, so that drift adds up',
    find: 'next.copy(held, from, row);',
    replace: 'next.copy(given, row, row);',
  },
  {
    says: 'patches are not compared',
    find: "const CODES = ['oppositeFace', 'patch'] as const;",
    replace: "const CODES = ['oppositeFace'] as const;",
  },
  { says: '−0 and 0 are one', find: 'tolerance === 0 ? Object.is(was, is) : was === is', replace: 'was === is' },
  {
    says: 'only the first corner is compared',
    find: 'i + 2 < width; i += 3',
    replace: 'i + 2 < Math.min(3, width); i += 3',
  },
]);

export const distances = [
  ...hashTable,
  ...pointTriangle,
  ...triangleDistance,
  ...measurePair,
  ...nearestFace,
  ...knownDistance,
  ...faceSupport,
  ...addedBoxes,
  ...cellFaces,
  ...cellLists,
  ...rayWinding,
  ...scanlineWinding,
  ...facesNearBox,
  ...triangleBox,
  ...separatingPlanes,
  ...faceSets,
  ...supportVertex,
  ...bvhWinding,
  ...rayCrossing,
  ...wayCrossing,
  ...knownFaces,
  ...faceCells,
  ...reportTracker,
];
