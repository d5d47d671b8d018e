// Faults in the ways from and to vtk.js and three.js, and in what makes a mesh ready for them.

import { inFile } from './in-file.mjs';

const polyData = inFile('lib/bridges/vtk/mesh-from-poly-data.ts', [
  {
    says: 'a cell of no points is skipped',
    find: 'Number.isInteger(size) && size > 0',
    replace: 'Number.isInteger(size)',
  },
  { says: 'cells are numbered without verts and lines', find: 'skipped.verts + skipped.lines)', replace: '0)' },
  {
    says: 'strips are left out',
    find: 'trianglesOfCells(polys, strips,',
    replace: 'trianglesOfCells(polys, { connectivity: [], offsets: [] },',
  },
]);

const cells = inFile('lib/bridges/poly-data/cells-poly-data.ts', [
  { says: 'lines are verts', find: "2: 'getLines'", replace: "2: 'getVerts'" },
  {
    says: 'points without cells have one cell fewer',
    find: 'points.length / 3 }',
    replace: 'points.length / 3 - size }',
  },
]);

const reports = inFile('lib/bridges/poly-data/poly-data-from-report.ts', [
  { says: 'the faces of bone and tool are exchanged', find: 'pairs[2 * i + k]', replace: 'pairs[2 * i + 1 - k]' },
  { says: 'the lower bound is the upper', find: "['low', low, 1]", replace: "['low', high, 1]" },
]);

const vtkPose = inFile('lib/bridges/vtk/pose-of.ts', [
  { says: "a prop's origin is left out", find: '    origin.map((x) => -x),', replace: '    [0, 0, 0],' },
  {
    says: 'a scale is taken',
    find: 'if (scale.some((factor) => factor !== 1))',
    replace: 'if (scale.some((factor) => factor <= 0))',
  },
  {
    says: 'the rotation comes before the position',
    find: 'const placed = product(own, rotation);',
    replace: 'const placed = product(rotation, own);',
  },
  { says: "the bone's own rotation is not turned back", find: 'a[4 * row + column]', replace: 'a[4 * column + row]' },
]);

const images = inFile('lib/bridges/vtk/image-data.ts', [
  {
    says: 'an extent begins at 0',
    find: 'm[row] * i + m[4 + row] * j + m[8 + row] * k + m[12 + row]',
    replace: 'm[12 + row]',
  },
  {
    says: 'directions are transposed',
    find: '[m[row], m[4 + row], m[8 + row]]',
    replace: '[m[4 * row], m[4 * row + 1], m[4 * row + 2]]',
  },
]);

const attributes = inFile('lib/bridges/vtk/attach-attributes.ts', [
  {
    says: 'integers of 64 bits are attached',
    find: "format === 'vtp' ? wideArrays(bytes)",
    replace: "format === 'vtk' ? wideArrays(bytes)",
  },
  {
    says: 'attributes of other points are attached',
    find: 'if (points.length !== ownPoints.length)',
    replace: 'if (points.length < 0)',
  },
]);

const contacts = inFile('lib/bridges/vtk/kerf-contacts.ts', [
  {
    says: 'points that changed are not seen',
    find: '[polyData, polyData.getMTime(), polyData.getPoints().getMTime()]',
    replace: '[polyData]',
  },
  {
    says: 'a user matrix changed in place is not seen',
    find: 'return lastPose.length !== 16 || lastPose.some((entry, i) => entry !== now[i]) || shouldUpdate();',
    replace: 'return now.length !== 16 || shouldUpdate();',
  },
  {
    says: 'a resolution that changed is not seen',
    find: 'contactDistance, resolution, sides];',
    replace: 'contactDistance, sides];',
  },
]);

const geometries = inFile('lib/bridges/three/read-triangles.ts', [
  { says: 'all triangles are drawn', find: 'Math.min(most, start + count)', replace: 'most' },
  { says: 'triangles are numbered from the first drawn', find: 'const first = from / 3;', replace: 'const first = 0;' },
]);

const threePose = inFile('lib/bridges/three/pose-of.ts', [
  {
    says: "the parents' motions are left out",
    find: 'if (object.parent === null)',
    replace: 'if (object.parent !== undefined)',
  },
  { says: 'the bone stands at the origin', find: 'if (k === 3) column.sub(origin);', replace: '' },
  { says: 'a shear is let through', find: 'if (shear > RIGID_LIMIT)', replace: 'if (shear > 1)' },
]);

const colours = inFile('lib/bridges/three/contact-geometry.ts', [
  {
    says: "the tool's sub-triangles have the bone's material",
    find: '3 * (rows - bones), 1)',
    replace: '3 * (rows - bones), 0)',
  },
  { says: 'normals point inward', find: 'b.cross(c)', replace: 'c.cross(b)' },
  { says: 'a triangle without area has no normal', find: 'if (b.lengthSq() === 0)', replace: 'if (b.lengthSq() < 0)' },
]);

const editable = inFile('lib/bridges/three/editable-geometry.ts', [
  {
    says: 'what was marked before the first upload waits',
    find: 'attribute.onUpload(() => attribute.clearUpdateRanges())',
    replace: 'attribute',
  },
  { says: 'spare vertices lie at the origin', find: 'positions[i] = values[i % 3]', replace: 'positions[i] = 0' },
]);

const ranges = inFile('lib/bridges/three/update-ranges.ts', [
  { says: 'ranges that wait are forgotten', find: '[...attribute.updateRanges, ...written]', replace: '[...written]' },
]);

const welding = inFile('lib/base/mesh/weld-near.ts', [
  {
    says: 'only the own cell is looked at',
    find: 'Math.floor(Math.min(x + reach, Number.MAX_VALUE) / cell)',
    replace: 'range[axis]',
  },
  {
    says: 'a vertex joins any kept vertex',
    find: 'if (held < found && distanceBetween',
    replace: 'if (distanceBetween',
  },
]);

const refining = inFile('lib/base/mesh/refine-mesh.ts', [
  {
    says: 'one side of an edge is halved',
    find: 'for (const face of at) this.#cut(face, a, b, m);',
    replace: 'this.#cut(at[0], a, b, m);',
  },
  { says: 'faces are turned', find: 'const first = [from, m, ', replace: 'const first = [m, from, ' },
]);

const repairing = inFile('lib/base/mesh/repair-mesh.ts', [
  {
    says: 'parts in the box of another are turned',
    find: "if (isNested) return part.disagreeing === 0 ? 'nestedParts' : 'undecidedParts';",
    replace: '',
  },
  {
    says: 'a volume of any sign is right',
    find: "return sign < 0 ? 'invertedParts' : 'right';",
    replace: "return 'right';",
  },
]);

const parts = inFile('lib/base/mesh/edge-parts.ts', [
  {
    says: 'faces that run along an edge in one direction agree',
    find: '? 1 : 0;\n        const value',
    replace: '? 0 : 1;\n        const value',
  },
  { says: 'an edge of three faces is one of two', find: 'to[held] = to[corner] = CROWDED;', replace: '' },
]);

const boxes = inFile('lib/base/mesh/nested-boxes.ts', [
  {
    says: 'only boxes of one size are compared',
    find: 'if (level < levels[box] ||',
    replace: 'if (level !== levels[box] ||',
  },
  { says: 'only the own cell is looked at', find: 'step < 8;', replace: 'step < 1;' },
]);

const volumes = inFile('lib/base/mesh/volume-sign.ts', [
  {
    says: 'rounding decides',
    find: '2 * (faceCounts[s] + 12) * ROUNDOFF * magnitudes[s] + faceCounts[s] * 2 ** -1000',
    replace: '0',
  },
]);

const lengths = inFile('lib/bridges/quantities/parse-length.ts', [
  { says: 'an inch is 25 mm', find: "['in', [254n, -1]]", replace: "['in', [250n, -1]]" },
  { says: 'digits behind the point count as before it', find: ' - behind.length', replace: '' },
  { says: 'a minus sign is lost', find: "sign === '-' ? -length : length", replace: 'length' },
]);

const expressions = inFile('lib/bridges/quantities/expression/expression-body.ts', [
  { says: 'a pole counts as a surface', find: '  checkContinuity(mesh, value, gradientAt, cell);\n', replace: '' },
  { says: 'NaN counts as outside', find: 'if (Number.isNaN(here)) throw notANumber(parsed, at);', replace: '' },
]);

const tokens = inFile('lib/bridges/quantities/expression/read-tokens.ts', [
  {
    says: 'any name is read',
    find: "if (kind === 'name' && !VARIABLES.includes(text) && !CONSTANTS.has(text) && !FUNCTIONS.has(text))",
    replace: "if (kind === 'name' && text === '')",
  },
]);

export const bridges = [
  ...repairing,
  ...parts,
  ...boxes,
  ...volumes,
  ...lengths,
  ...expressions,
  ...tokens,
  ...polyData,
  ...cells,
  ...reports,
  ...vtkPose,
  ...images,
  ...attributes,
  ...contacts,
  ...geometries,
  ...threePose,
  ...colours,
  ...editable,
  ...ranges,
  ...welding,
  ...refining,
];
