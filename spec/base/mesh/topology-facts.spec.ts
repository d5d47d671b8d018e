// A topology built from known facts equals the one that was searched for, before and after edits; impossible facts are
// refused with a message.

import { describe, expect, test } from '@jest/globals';
import { SurfaceTopology, type TopologyFacts, topologyFault } from '#mesh';
import { type Body, box, join, move, soup, sphere, strip, tetrahedron, without } from './bodies.ts';

const bodies: readonly (readonly [string, Body])[] = [
  ['tetrahedron', tetrahedron],
  ['two spheres', join(sphere(1, 2), move(sphere(2, 1), [5, 0, 0]))],
  ['soup', soup(box(2, 3, 1))],
  ['open box', without(box(2, 2, 2), 0, 3)],
  ['Möbius strip', strip(9, 'moebius')],
  ['a face with equal corners', { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0], faces: [0, 1, 2, 0, 3, 1] }],
];

/** Every answer of a topology. */
function told(topology: SurfaceTopology) {
  const { vertexCount, boundaryEdges, unbalancedEdges, signed } = topology;
  const around = Array.from({ length: vertexCount }, (_, v) => {
    const ring: number[] = [];
    return ring.slice(0, topology.facesAround(v, ring));
  });
  const welded = Array.from({ length: vertexCount }, (_, v) => topology.weld(v));
  const parts = [topology.representatives(), topology.components(), [...topology.improperFaces()]];
  return { boundaryEdges, unbalancedEdges, signed, around, welded, parts };
}

test.each(bodies)('%s: told and edited as one that was searched for', (_, body) => {
  const positions = Float64Array.from(body.positions);
  const faces = Uint32Array.from(body.faces);
  const searched = new SurfaceTopology(positions, faces);
  const facts = searched.facts()!;
  const kept = structuredClone(facts);
  const [one, two] = [facts, facts].map((known) => new SurfaceTopology(positions, faces, known));
  expect(told(one)).toEqual(told(searched));
  expect(topologyFault(facts, searched.vertexCount, searched.faceCount)).toBeNull();
  const more = [...positions, 9, 9, 9, ...positions.subarray(0, 3)];
  const v = positions.length / 3;
  const longer = Uint32Array.from([...faces, v, v + 1, 1]);
  for (const topology of [searched, one]) topology.edit([0], Float64Array.from(more), v + 2, longer, longer.length / 3);
  expect(told(one)).toEqual(told(searched));
  expect(one.facts()).toBeNull();
  expect(told(two)).toEqual(told(new SurfaceTopology(positions, faces)));
  expect(facts.welded).toEqual(Uint32Array.from(kept.welded));
});

describe('facts that no search finds', () => {
  const { positions, faces } = soup(box(1, 1, 1));
  const facts = new SurfaceTopology(Float64Array.from(positions), Uint32Array.from(faces)).facts()!;
  const [vertices, count] = [positions.length / 3, faces.length / 3];
  const { welded, components } = facts;
  const joined = welded.findIndex((to, v) => to !== v);
  test.each<[string, Partial<TopologyFacts>, string]>([
    ['a vertex too few', { welded: welded.slice(1) }, `welds ${vertices - 1} vertices, expected ${vertices}`],
    ['a later vertex', { welded: welded.with(0, 1) }, 'welds vertex 0 to vertex 1'],
    ['a vertex beyond all', { welded: welded.with(2, vertices + 7) }, `welds vertex 2 to vertex ${vertices + 7}`],
    ['one that is welded on', { welded: welded.with(vertices - 1, joined) }, `to vertex ${joined}, expected one`],
    ['half an edge', { boundaryEdges: 0.5 }, 'counts 0.5 edges'],
    ['more edges than corners', { unbalancedEdges: 3 * count + 1 }, `from 0 to ${3 * count}`],
    ['a corner too few', { components: { ...components, min: components.min.slice(1) } }, 'for the corners of 1'],
    ['a component nowhere', { components: { ...components, vertices: Uint32Array.of(vertices) } }, 'for component 0'],
    [
      'a component twice',
      { components: { vertices: Uint32Array.of(0, 0), min: new Float64Array(6), max: new Float64Array(6) } },
      'for component 1, expected ascending',
    ],
  ])('%s', (_, by, says) => {
    expect(joined).toBeGreaterThan(0);
    expect(topologyFault({ ...facts, ...by }, vertices, count)).toContain(says);
  });
});
