// The engines' modules answer, each in its own terms, at poses for which the oracle has exact answers; their known
// errors are found.

import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { intersectingFacePairs, minimumMeshDistance, posedPositions, signedDistance } from '#reference';
import type { EngineAnswer, EngineName } from '#validation/engines/engine-results.ts';

const bodies = `{
  bone: box({ size: [20, 16, 12], divisions: [4, 3, 3] }),
  tool: sphere({ radius: 3, subdivisions: 1 }),
}`;
const bone = box({ size: [20, 16, 12], divisions: [4, 3, 3] });
const tool = sphere({ radius: 3, subdivisions: 1 });
/** Turned about z by the angle with cosine 0.6 and sine 0.8: coordinates in general position. */
const at = (x: number, y: number, z: number) => [0.6, 0.8, 0, 0, -0.8, 0.6, 0, 0, 0, 0, 1, 0, x, y, z, 1];
const poses = {
  separated: at(15, 1.3, 2.1),
  graze: at(12.9, 0.3, 0.2),
  cut: at(11, 0.5, 0.7),
  enclosed: at(0.1, 0.2, 0.3),
};
type Place = keyof typeof poses;
const places = Object.keys(poses) as Place[];
const exact = Object.fromEntries(
  places.map((place) => {
    const posed = { positions: posedPositions(tool.positions, poses[place]), faces: tool.faces };
    const pairs = Array.from(intersectingFacePairs(bone, posed));
    return [place, { pairs, posed, distance: minimumMeshDistance(bone, posed).distance }];
  }),
);

const names = ['kerf', 'manifold-3d', 'rapier', 'three-mesh-bvh', 'vtk-obb-tree'] as const;
type Name = (typeof names)[number];
const ran = new Map<Name, { engine: EngineName; answers: Record<Place, Omit<EngineAnswer, 'pose'>> }>();
const answersOf = (name: Name) => ran.get(name)!.answers;
/** Of Rapier's contacts where an edge of the tool, a box, lies on one of the bone's. */
let onEdge: (number[] | null)[];

/** Runs in a separate process, since the modules are JavaScript beside the built package. */
const program = `
import { box, sphere } from 'kerf/datasets';
const ran = [];
for (const name of ${JSON.stringify(names)}) {
  const { engine, createEngine } = await import(\`./examples/engines/\${name}.mjs\`);
  const made = await createEngine(${bodies});
  const answers = {};
  for (const [place, pose] of Object.entries(${JSON.stringify(poses)}))
    answers[place] = await made.answer(Float64Array.from(pose));
  made.dispose?.();
  ran.push([name, { engine, answers }]);
}
const { createEngine } = await import('./examples/engines/rapier.mjs');
const made = createEngine({ bone: box({ size: [20, 16, 12] }), tool: box({ size: [4, 4, 4], divisions: [2, 2, 2] }) });
const { contacts } = made.answer(Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 12, 10, 1, 1));
const onEdge = contacts.map(({ normal }) => normal ?? null);
console.log(JSON.stringify({ ran, onEdge }));
`;

/** Optimising the engines' WebAssembly takes seconds longer than their few answers without it. */
const FLAGS = ['--liftoff-only', '--input-type=module'];

beforeAll(() => {
  const printed = execFileSync(process.execPath, FLAGS, { input: program, encoding: 'utf8' });
  const said = JSON.parse(printed);
  for (const [name, run] of said.ran) ran.set(name, run);
  onEdge = said.onEdge;
});

const pairSet = (flat: readonly number[] = []) =>
  Array.from({ length: flat.length / 2 }, (_, i) => `${flat[2 * i]} ${flat[2 * i + 1]}`).sort();

test('the poses are what they are called', () => {
  expect(exact.separated.distance).toBeGreaterThan(1);
  expect(exact.separated.pairs).toEqual([]);
  expect(exact.graze.pairs.length).toBeGreaterThan(0);
  expect(exact.cut.pairs.length).toBeGreaterThan(exact.graze.pairs.length);
  expect(exact.enclosed.pairs).toEqual([]);
  const [x, y, z] = poses.enclosed.slice(12, 15);
  expect(signedDistance([x, y, z], bone).sign).toBe(-1);
});

test('each file of the folder is run here, and says who it is', () => {
  const modules = readdirSync('examples/engines').filter((file) => file.endsWith('.mjs') && file !== 'version-of.mjs');
  expect(modules.sort()).toEqual(names.map((name) => `${name}.mjs`));
  for (const { engine } of ran.values()) expect(engine.version).toMatch(/^\d+\.\d+\.\d+/);
});

describe.each(names)('%s', (name) => {
  test('gives rows of the documented shape', () => {
    for (const place of places) {
      const { verdict, distance, depth, contacts = [], pairs = [] } = answersOf(name)[place];
      expect(['separated', 'contact', 'intersecting', 'enclosed']).toContain(verdict);
      for (const length of [distance, depth]) if (length !== undefined) expect(length).toBeGreaterThanOrEqual(0);
      expect(pairs.length % 2).toBe(0);
      for (const [i, face] of pairs.entries()) expect(face).toBeLessThan((i % 2 === 0 ? bone : tool).faces.length / 3);
      for (const { point, normal, depth: deep = 0 } of contacts) {
        expect(point.every(Number.isFinite)).toBe(true);
        expect(deep).toBeGreaterThanOrEqual(0);
        // Some engines compute in f32, with unit roundoff 2^-24; three squares and their sum.
        if (normal !== undefined) expect(Math.abs(Math.hypot(...normal) - 1)).toBeLessThan(8 * 2 ** -24);
      }
    }
  });

  test('is right where the surfaces are apart, and where they cross', () => {
    const { separated, graze, cut } = answersOf(name);
    expect(separated.verdict).toBe('separated');
    for (const { verdict } of [graze, cut]) expect(verdict).toMatch(/^(contact|intersecting)$/);
    if (cut.pairs !== undefined)
      for (const place of ['separated', 'graze', 'cut'] as const)
        expect(pairSet(answersOf(name)[place].pairs)).toEqual(pairSet(exact[place].pairs));
    if (separated.distance === undefined) return;
    // manifold-3d rounds the posed tool, about 15 mm from the origin, to f32.
    expect(Math.abs(separated.distance - exact.separated.distance)).toBeLessThan(16 * 2 ** -22);
    for (const { distance } of [graze, cut]) expect(distance).toBe(0);
  });
});

describe('a tool wholly inside the bone', () => {
  test.each(['three-mesh-bvh', 'vtk-obb-tree', 'rapier'] as const)('%s has no inside, and says separated', (name) => {
    expect(answersOf(name).enclosed.verdict).toBe('separated');
  });

  test('manifold-3d says contact, with a distance of solids, not of surfaces', () => {
    const { verdict, distance } = answersOf('manifold-3d').enclosed;
    expect({ verdict, distance }).toEqual({ verdict: 'contact', distance: 0 });
    expect(exact.enclosed.distance).toBeGreaterThan(1);
  });

  test('kerf says enclosed', () => {
    const { verdict, distance } = answersOf('kerf').enclosed;
    expect(verdict).toBe('enclosed');
    expect(distance).toBeCloseTo(exact.enclosed.distance, 12);
  });
});

test('Rapier’s normals point out of the bone and into it: its triangles have no sides', () => {
  // The tool meets only the box's face x = 10, so outward is +x.
  const { contacts = [] } = answersOf('rapier').graze;
  const outward = contacts.filter(({ normal = [] }) => normal[0] > 0);
  expect(contacts.length).toBeGreaterThan(0);
  expect(outward.length).toBeLessThan(contacts.length);
});

test('Rapier’s depth is of triangles, not of the solid', () => {
  // The depth of the tool's deepest vertex, below the face x = 10.
  const deepest = 10 - Math.min(...exact.cut.posed.positions.filter((_, i) => i % 3 === 0));
  expect(answersOf('rapier').cut.depth).toBeLessThan(deepest / 2);
  const { depth = 0 } = answersOf('kerf').cut;
  // Of the tool's points, and of the box's: the least way to a surface is at most the half of either.
  expect(depth).toBeLessThanOrEqual(deepest);
  expect(depth).toBeGreaterThan(deepest - 0.15);
});

test('Rapier’s normals of zeros, of triangles that only touch, are left out', () => {
  expect(onEdge).toContain(null);
  for (const normal of onEdge)
    if (normal !== null) expect(Math.abs(Math.hypot(...normal) - 1)).toBeLessThan(8 * 2 ** -24);
});
