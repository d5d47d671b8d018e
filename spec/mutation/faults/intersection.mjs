// Faults in the exact tests: sides of planes and lines, shared points and segments, integer arithmetic.

import { inFile } from './in-file.mjs';

const quarter = inFile('lib/geometry/triangles/quarter.ts', [
  {
    says: 'each quarter at a corner is all of the triangle',
    find: ': [child, corner]',
    replace: ': [corner, corner]',
  },
]);

const facePair = inFile('lib/geometry/triangles/face-pair.ts', [
  {
    says: 'faces on one side of a plane are parted by it',
    find: 'if (highest > lowest + ON * unit) return false;',
    replace: '',
  },
  {
    says: 'the corners that both faces have are no common ones',
    find: 'this.#isCommon[n] = this.#isCommon[m] = 1;',
    replace: 'this.#isCommon[n] = this.#isCommon[m] = 0;',
  },
]);

const planeSide = inFile('lib/geometry/triangles/plane-side.ts', [
  {
    says: 'signs are trusted as f64 gives them',
    find: "import { orient2d, orient3d } from 'robust-predicates';",
    replace: "import { orient2dfast as orient2d, orient3dfast as orient3d } from 'robust-predicates';",
  },
  {
    says: 'f64 is trusted beyond its bound on rounding',
    find: 'const bound = ROUNDED * permanent;',
    replace: 'const bound = 0;',
  },
  {
    says: 'the side of a plane has its sign flipped',
    find: 'orientation(A, a, A, b, A, c, P, p);\n  return -determinant[0];',
    replace: 'orientation(A, a, A, b, A, c, P, p);\n  return determinant[0];',
  },
  {
    says: 'the side of a line has its sign flipped',
    find: 'orientation(P, p, P, q, A, a, A, b);\n  return -determinant[0];',
    replace: 'orientation(P, p, P, q, A, a, A, b);\n  return determinant[0];',
  },
  {
    says: 'the side in a projection has its sign flipped',
    find: 'return -orient2d(',
    replace: 'return orient2d(',
  },
  {
    says: 'a projection takes one axis twice',
    find: 'const v = (axis + 2) % 3;',
    replace: 'const v = (axis + 1) % 3;',
  },
  {
    says: 'a triangle that two axes see as a line counts as one without area',
    find: 'if (x === 0 && y === 0 && z === 0) return -1;',
    replace: 'if ((x === 0 && y === 0) || (y === 0 && z === 0)) return -1;',
  },
  {
    says: 'the projection is always along x',
    find: 'return x >= y && x >= z ? 0 : y >= z ? 1 : 2;',
    replace: 'return 0;',
  },
]);

const trianglePair = inFile('lib/geometry/triangles/triangle-pair.ts', [
  {
    says: 'the second triangle is loaded with its last corner twice',
    find: 'copyCorners(Q, d, e, f, this.corners, SECOND);',
    replace: 'copyCorners(Q, d, f, f, this.corners, SECOND);',
  },
  {
    says: 'the edge after the second triangle’s last corner leads to its middle one',
    find: '15, 0, 0, 9);',
    replace: '15, 0, 0, 12);',
  },
]);

const normal = inFile('lib/geometry/triangles/face-normal.ts', [
  {
    says: 'a face’s normal has a sign flipped',
    find: 'out[at + 1] = uz * vx - ux * vz;',
    replace: 'out[at + 1] = ux * vz - uz * vx;',
  },
]);

const intersectTriangles = inFile('lib/geometry/triangles/intersect-triangles.ts', [
  {
    says: 'plain f64 signs decide whatever their bound',
    find: 'const near = planeSideBound(extent);',
    replace: 'const near = 0 * planeSideBound(extent);',
  },
  {
    says: 'the bound leaves out the edges of the first triangle',
    find: '      first[EXTENT],\n',
    replace: '',
  },
  {
    says: 'the third corner’s side is not compared with the bound',
    find: 'sideOf(sf, near);',
    replace: 'sideOf(sf, 0);',
  },
  {
    says: 'corners in the plane count as beyond it',
    find: 'if ((s[3] > 0 && s[4] > 0 && s[5] > 0) || (s[3] < 0',
    replace: 'if ((s[3] >= 0 && s[4] >= 0 && s[5] >= 0) || (s[3] < 0',
  },
  {
    says: 'zeros among the first triangle’s sides are taken for signs',
    find: 'if (s.includes(0)) return',
    replace: 'if (s.includes(0, 3)) return',
  },
  {
    says: 'intervals that touch in a point count as apart',
    find: 'p2, q2) > 0) return APART;',
    replace: 'p2, q2) >= 0) return APART;',
  },
  {
    says: 'the second end of the intervals is not compared',
    find: 'return this.#lineSign(C, p1, r1, r2, p2) > 0 ? APART : SHARED;',
    replace: 'return SHARED;',
  },
  {
    says: 'a pair whose lines alone f64 leaves open is not counted',
    find: '      this.escalated++;\n',
    replace: '',
  },
  {
    says: 'a triangle below the other is not turned over',
    find: 'if (s[aloneFirst] < 0) {',
    replace: 'if (s[aloneFirst] > 4) {',
  },
  {
    says: 'the wrong corner counts as alone on its side',
    find: 'sides[k] > 0 === sides[k + 2] > 0 ? k + 1 : k + 2;',
    replace: 'sides[k] > 0 === sides[k + 2] > 0 ? k + 2 : k + 1;',
  },
]);

const intersectingPairs = inFile('lib/stages/intersect/intersecting-pairs.ts', [
  {
    says: 'the normal of the bone face before is kept',
    find: 'if (face !== taken) {',
    replace: 'if (taken < 0) {',
  },
  {
    says: 'pairs are left in the order in which they were found',
    find: '.fill(Number.POSITIVE_INFINITY, length).sort();',
    replace: '.fill(Number.POSITIVE_INFINITY, length);',
  },
  {
    says: 'what was found before is sorted in',
    find: 'sorted.fill(Number.POSITIVE_INFINITY, length)',
    replace: 'sorted.fill(0, length)',
  },
  {
    says: 'one pair more than there is room for is kept back',
    find: 'Math.min(length, out.length >>> 1), tool',
    replace: 'Math.min(length, (out.length >>> 1) - 1), tool',
  },
]);

const intersectEdges = inFile('lib/geometry/triangles/intersect-edges.ts', [
  {
    says: 'the third edge of the first triangle is not tried',
    find: 'i <= FIRST + 6 && !(shared && hits === null)',
    replace: 'i <= FIRST + 3 && !(shared && hits === null)',
  },
  {
    says: 'the first edge of the second triangle is not tried',
    find: 'for (let i = SECOND; i <=',
    replace: 'for (let i = SECOND + 3; i <=',
  },
  {
    says: 'a triangle without area meets nothing',
    find: 'if (axis < 0) return edgeMeetsEdges(C, i, j, T, hits);',
    replace: 'if (axis < 0) return false;',
  },
  {
    says: 'an edge with one end in the plane misses the triangle',
    find: 'if ((si > 0 && sj > 0) || (si < 0 && sj < 0)) return false;',
    replace: 'if (si * sj >= 0 && !(si === 0 && sj === 0)) return false;',
  },
  {
    says: 'an edge in the plane misses the triangle',
    find: 'if (si === 0 && sj === 0) return edgeMeetsInPlane(C, i, j, T, axis, hits);',
    replace: 'if (si === 0 && sj === 0) return false;',
  },
  {
    says: 'an edge that passes through the triangle’s edge misses it',
    find: 'if ((o1 > 0 && o2 < 0) || (o1 < 0 && o2 > 0)) return false;',
    replace: 'if ((o1 >= 0 && o2 < 0) || (o1 <= 0 && o2 > 0)) return false;',
  },
  {
    says: 'an edge beyond the triangle’s third edge meets it',
    find: 'if ((o1 > 0 && o3 < 0) || (o1 < 0 && o3 > 0) || (o2 > 0 && o3 < 0) || (o2 < 0 && o3 > 0)) return false;',
    replace: '',
  },
  {
    says: 'a corner inside a triangle of the same plane is not seen',
    find: 'return !((o1 > 0 || o2 > 0 || o3 > 0) && (o1 < 0 || o2 < 0 || o3 < 0));',
    replace: 'return o1 === 0 && o2 === 0 && o3 === 0;',
  },
  {
    says: 'edges of one plane meet beyond the second one’s ends',
    find: 'if ((os > 0 && ot > 0) || (os < 0 && ot < 0)) return false;',
    replace: '',
  },
  {
    says: 'edges that pass each other in space meet',
    find: 'if (lineSide(C, i, j, C, s, t) !== 0) return false;',
    replace: '',
  },
  {
    says: 'edges that only the third axis sees as crossing count as collinear',
    find: 'for (let axis = 0; axis < 3; axis++) {',
    replace: 'for (let axis = 0; axis < 2; axis++) {',
  },
  {
    says: 'the ends of an edge do not belong to it',
    find: 'if (m < n ? w < m || w > n : w < n || w > m) return false;',
    replace: 'if (m < n ? w <= m || w >= n : m > n ? w <= n || w >= m : w !== m) return false;',
  },
  {
    says: 'a crossing is placed from the wrong end',
    find: 'planeFraction(C, i, j, T, si, sj)',
    replace: 'planeFraction(C, i, j, T, sj, si)',
  },
  {
    says: 'an edge’s far end is computed, not taken as it is',
    find: 'hits.points[at + k] = fraction >= 1 ? to : from + fraction * (to - from);',
    replace: 'hits.points[at + k] = from + fraction * (to - from);',
  },
]);

const crossingFraction = inFile('lib/geometry/triangles/crossing-fraction.ts', [
  {
    says: 'the sides of a plane are never computed in integers',
    find: 'if (isCrossingKnown(edge, extent * extent, s - t)) return s / (s - t);',
    replace: 'return s / (s - t);',
  },
  {
    says: 'the sides of a line are never computed in integers',
    find: 'if (isCrossingKnown(edge, extent, si - sj)) return si / (si - sj);',
    replace: 'return si / (si - sj);',
  },
  {
    says: 'an edge’s end in the plane is placed at its other end',
    find: 'if (s === 0 || t === 0) return s === 0 ? 0 : 1;',
    replace: 'if (s === 0 || t === 0) return s === 0 ? 1 : 0;',
  },
  {
    says: 'an edge’s end on the line is placed at its other end',
    find: 'if (si === 0 || sj === 0) return si === 0 ? 0 : 1;',
    replace: 'if (si === 0 || sj === 0) return si === 0 ? 1 : 0;',
  },
  {
    says: 'the fraction in integers has its sign flipped',
    find: 'return roundedQuotient(from, from - to, 0);',
    replace: 'return roundedQuotient(-from, from - to, 0);',
  },
  {
    says: 'the fraction along a line in integers adds the far side',
    find: 'return roundedQuotient(from, from - sideOf(2), 0);',
    replace: 'return roundedQuotient(from, from + sideOf(2), 0);',
  },
]);

const sharedSegment = inFile('lib/geometry/triangles/shared-segment.ts', [
  {
    says: 'room for eight of the points found',
    find: 'const MOST_HITS = 84;',
    replace: 'const MOST_HITS = 8;',
  },
  {
    says: 'the points of the pair before are kept',
    find: 'hits.count = 0;',
    replace: '',
  },
  {
    says: 'the two nearest points are the segment’s ends',
    find: 'if (squared <= longest) continue;',
    replace: 'if (squared >= (longest || Infinity)) continue;',
  },
  {
    says: 'the ends descend',
    find: 'return points[i + k] < points[j + k];',
    replace: 'return points[i + k] > points[j + k];',
  },
  {
    says: 'the last point found is not considered',
    find: 'for (let j = i + 3; j < 3 * count; j += 3) {',
    replace: 'for (let j = i + 3; j < 3 * count - 3; j += 3) {',
  },
]);

const triangleArea = inFile('lib/geometry/triangles/triangle-area.ts', [
  {
    says: 'the parallelogram counts for the triangle',
    find: 'normal[2]) / 2;',
    replace: 'normal[2]);',
  },
]);

const pairSegments = inFile('lib/stages/intersect/pair-segments.ts', [
  {
    says: 'a face has no other partner than the first',
    find: 'if (others) others.push(pairs[i + 1 - own]);',
    replace: 'if (others) continue;',
  },
  {
    says: 'the partners of a tool face are looked up as those of a bone face',
    find: 'const others = rows.get(pairs[i + own]);',
    replace: 'const others = rows.get(pairs[i]);',
  },
  {
    says: 'the segments of the pairs overwrite one another',
    find: ', out, 3 * i);',
    replace: ', out, 0);',
  },
]);

const integerGrid = inFile('lib/geometry/triangles/integer-vectors.ts', [
  {
    says: 'the cross product has a sign flipped',
    find: 'a[2] * b[0] - a[0] * b[2]',
    replace: 'a[0] * b[2] - a[2] * b[0]',
  },
  {
    says: 'the scalar product leaves out z',
    find: 'return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];',
    replace: 'return a[0] * b[0] + a[1] * b[1];',
  },
  {
    says: 'numbers lose their sign',
    find: 'mantissa: x < 0 ? -mantissa : mantissa,',
    replace: 'mantissa,',
  },
  {
    says: 'denormal numbers are halved',
    find: 'exponent: Math.max(biased, 1)',
    replace: 'exponent: Math.max(biased, 0)',
  },
  {
    says: 'numbers lose their leading bit',
    find: 'fraction | 0x10000000000000n',
    replace: 'fraction',
  },
  {
    says: 'the unit that integers count is half as large',
    find: 'exponent: least - 1075 }',
    replace: 'exponent: least - 1076 }',
  },
  {
    says: 'a sum of two vectors leaves out the second’s z',
    find: 's * a[2] + t * b[2]]',
    replace: 's * a[2]]',
  },
]);

const exactDistance = inFile('lib/geometry/triangles/exact-distance.ts', [
  {
    says: 'the second triangle’s corners are not compared with the first face',
    find: 'take(swapped(nearestOnTriangle(second[i], first)));',
    replace: '',
  },
  {
    says: 'the last edge of the second triangle is not tried',
    find: 'for (let j = 0; j < 3; j++) take(',
    replace: 'for (let j = 0; j < 2; j++) take(',
  },
  {
    says: 'triangles at exactly δ count as farther',
    find: 'return difference === 0n ? 0 : difference < 0n ? -1 : 1;',
    replace: 'return difference < 0n ? -1 : 1;',
  },
  {
    says: 'edges are taken for lines',
    find: 'if (m < 0n || m > det || n < 0n || n > det) return null;',
    replace: 'if (m < 0n || m > det) return null;',
  },
  {
    says: 'a corner beside the face counts as above it',
    find: 'minus(p, s))) < 0n;',
    replace: 'minus(p, s))) < -nn;',
  },
  {
    says: 'the foot of a corner is on the far side of it',
    find: 'combined(nn, p, -height, n)',
    replace: 'combined(nn, p, height, n)',
  },
  {
    says: 'the nearest point of an edge is counted from its end',
    find: 'combined(uu, a, along, u)',
    replace: 'combined(uu, b, along, u)',
  },
  {
    says: 'of the second edge the point of the first is taken',
    find: 'combined(det, r, n, v)',
    replace: 'combined(det, r, m, v)',
  },
  {
    says: 'a distance that f64 does not hold is 0',
    find: ' || Number.MIN_VALUE;',
    replace: ';',
  },
  {
    says: 'of two features the farther is taken',
    find: 'if (found !== null && found.squared * best.over < best.squared * found.over) best = found;',
    replace: 'if (found !== null && found.squared * best.over > best.squared * found.over) best = found;',
  },
]);

const roundedIntegers = inFile('lib/geometry/triangles/rounded-integers.ts', [
  {
    says: 'what is cut off a quotient is forgotten',
    find: 'Number(isCut ? x | 1n : x)',
    replace: 'Number(isCut ? x | 0n : x)',
  },
  {
    says: 'fewer bits are kept than f64 has',
    find: 'const KEPT = 66;',
    replace: 'const KEPT = 40;',
  },
  {
    says: 'a negative quotient loses its sign',
    find: 'if (n < 0n) return -roundedQuotient(-n, d, exponent);',
    replace: 'if (n < 0n) return roundedQuotient(-n, d, exponent);',
  },
  {
    says: 'a root that is not whole counts as whole',
    find: 'isCut || root * root !== quotient',
    replace: 'isCut && root * root !== quotient',
  },
  {
    says: 'Newton’s method stops one step early',
    find: 'if (next >= root) return root;',
    replace: 'if (next >= root - 1n) return root;',
  },
  {
    says: 'a long dividend is not shortened',
    find: 'const divisor = shift < 0 ? d << BigInt(-shift) : d;',
    replace: 'const divisor = d;',
  },
]);

const beyondCorners = inFile('lib/geometry/triangles/meet-beyond-corners.ts', [
  {
    says: 'faces with one common corner are compared with each other on one side alone',
    find: ' ||\n        this.#meets(second[0], second[1], second[1], v, first[0], first[1])',
    replace: '',
  },
  {
    says: 'faces that fold back on each other along an edge do not meet',
    find: 'u, v, a) > 0 === sideAlong(',
    replace: 'u, v, a) > 0 !== sideAlong(',
  },
  {
    says: 'zero-area faces on one line never overlap',
    find: 'return this.#bothPass(u, v, a, d) || this.#bothPass(v, u, a, d);',
    replace: 'return false;',
  },
]);

export const intersection = [
  ...trianglePair,
  ...normal,
  ...beyondCorners,
  ...facePair,
  ...quarter,
  ...planeSide,
  ...intersectTriangles,
  ...intersectingPairs,
  ...pairSegments,
  ...triangleArea,
  ...intersectEdges,
  ...crossingFraction,
  ...sharedSegment,
  ...integerGrid,
  ...exactDistance,
  ...roundedIntegers,
];
