// The contact table and its patches against their definitions: order, columns, views, numbering, area, centroid, normal
// and depth.

import { describe, expect, test } from '@jest/globals';
import { buildReportContacts, type ContactSide } from '#contacts';
import { OptionError } from '#core';
import type { Contact, ContactPatch, ContactTable } from '#records';
import { trianglesSharePoint } from '#reference';
import { allLeaves, contactSurface, type Leaf, leafTable, randomRecords } from '#harness/leaf-tables.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import type { Shape } from '#harness/stage-bodies.ts';
import { box, join, move, soup, torus } from '#spec/base/mesh/bodies.ts';

const SEED = 101;

/** One body's side with a random choice of its leaves; the surfaces meet themselves only where they are joined. */
function side(body: 'bone' | 'tool', shape: Shape, random: () => number) {
  const { surface, welded } = contactSurface(shape);
  const leaves = allLeaves(surface, (surface.magnitude / 4) * 8 ** random());
  const share = 0.4 * random();
  const chosen = leaves.map((_, row) => row).filter(() => random() < share);
  const records = randomRecords(surface, leaves, chosen, random);
  const given: ContactSide = { body, surface, leaves: leafTable(leaves), records, welded };
  return { given, surface, chosen: chosen.map((row) => leaves[row]) };
}

const boneShape: Shape = (() => {
  const { positions, faces } = torus(5, 4, 100, 40);
  return { positions: positions.map(Math.round), faces };
})();
const toolShape: Shape = soup(join(box(8, 12, 20), move(box(4, 4, 4), [16, 0, 0])));

function rounds(count: number): {
  bone: ReturnType<typeof side>;
  tool: ReturnType<typeof side>;
  contacts: ContactTable;
  patches: readonly ContactPatch[];
}[] {
  const random = mulberry32(SEED);
  return Array.from({ length: count }, () => {
    const [bone, tool] = [side('bone', boneShape, random), side('tool', toolShape, random)];
    return { bone, tool, ...buildReportContacts([bone.given, tool.given]) };
  });
}

function rowsOf(contacts: ContactTable, patch: number): Contact[] {
  return [...contacts].filter((contact) => contact.patch === patch);
}

/** Rounding of a sum of a few hundred terms of this size. */
const near = (x: number, y: number, size: number) => Math.abs(x - y) <= 2 ** -40 * size;

describe('the contact table', () => {
  test(`holds every record once, bone before tool, by face and path (seed ${SEED})`, () => {
    let rows = 0;
    for (const { bone, tool, contacts } of rounds(longRun(10, 3))) {
      const wanted = [bone, tool].flatMap(({ given, chosen }) => chosen.map((leaf, i) => ({ given, leaf, i })));
      expect(contacts.length).toBe(wanted.length);
      wanted.forEach(({ given, leaf, i }, row) => {
        const from = given.records.columns;
        const part = (values: Float64Array, width: number, k = 0) =>
          Array.from(values.subarray(width * i + k, width * i + k + 3));
        const { face, level, path } = leaf;
        expect(contacts.at(row)).toEqual({
          ...{ face, level, path },
          body: given.body,
          corners: [0, 3, 6].map((k) => part(from.corners, 9, k)),
          point: part(from.point, 3),
          opposite: part(from.opposite, 3),
          oppositeFace: from.oppositeFace[i],
          normal: part(from.normal, 3),
          distance: from.distance[i],
          low: from.low[i],
          high: from.high[i],
          patch: contacts.patch[row],
        });
        rows++;
      });
    }
    expect(rows).toBeGreaterThan(longRun(300, 60));
  });

  test('is read by columns, by row and in a loop alike, and refuses rows that it has not', () => {
    const [{ contacts }] = rounds(1);
    const listed = [...contacts];
    expect(listed.length).toBe(contacts.length);
    expect(listed).toEqual(Array.from({ length: contacts.length }, (_, row) => contacts.at(row)));
    listed.forEach((contact, row) => {
      expect(contact.body).toBe(['bone', 'tool'][contacts.body[row]]);
      expect(contact.corners.flat()).toEqual(Array.from(contacts.corners.subarray(9 * row, 9 * row + 9)));
    });
    for (const column of ['body', 'face', 'level', 'path', 'oppositeFace', 'distance', 'low', 'high', 'patch'] as const)
      expect(contacts[column].length).toBe(contacts.length);
    for (const column of ['point', 'opposite', 'normal'] as const)
      expect(contacts[column].length).toBe(3 * contacts.length);
    for (const row of [-1, contacts.length, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => contacts.at(row)).toThrow(OptionError);
    expect(() => contacts.at(contacts.length)).toThrow(`row ${contacts.length} was asked for`);
  });

  test('may be empty, on one side or both', () => {
    const { surface, welded } = contactSurface(box(1, 1, 1));
    const records = randomRecords(surface, [], [], mulberry32(1));
    const empty: ContactSide = { body: 'bone', surface, leaves: leafTable([]), records, welded };
    const { contacts, patches } = buildReportContacts([empty, { ...empty, body: 'tool' }]);
    expect([contacts.length, [...contacts], patches]).toEqual([0, [], []]);
    expect(() => contacts.at(0)).toThrow(
      new OptionError('OUT_OF_RANGE', 'Contact table has no rows, row 0 was asked for; read length first.'),
    );
    const random = mulberry32(SEED);
    const tool = side('tool', toolShape, random);
    const only = buildReportContacts([empty, tool.given]);
    expect(only.contacts.at(0).body).toBe('tool');
    expect(only.contacts.patch[0]).toBe(0);
    expect(buildReportContacts([tool.given]).patches).toEqual(only.patches);
  });
});

describe('patches', () => {
  test(`are the connected parts of one body, numbered by their first rows (seed ${SEED})`, () => {
    let several = 0;
    for (const { contacts, patches } of rounds(longRun(10, 3))) {
      const rows = [...contacts];
      // Patches reached from a row through rows of its body that share a point with each other.
      const unseen = new Set(rows.keys());
      const parts: number[][] = [];
      for (const first of rows.keys()) {
        if (!unseen.delete(first)) continue;
        const part = [first];
        for (const row of part)
          for (const other of unseen)
            if (
              rows[other].body === rows[row].body &&
              trianglesSharePoint(rows[row].corners.flat(), rows[other].corners.flat())
            ) {
              unseen.delete(other);
              part.push(other);
            }
        parts.push(part);
      }
      expect(patches.length).toBe(parts.length);
      parts.forEach((part, patch) => {
        for (const row of part) expect(contacts.patch[row]).toBe(patch);
        expect([patches[patch].body, patches[patch].contactCount]).toEqual([rows[part[0]].body, part.length]);
      });
      if (parts.length > 2) several++;
    }
    expect(several).toBeGreaterThan(longRun(5, 1));
  });

  test(`have the area, centroid, normal and depth of their contacts (seed ${SEED})`, () => {
    let deep = 0;
    for (const { bone, tool, contacts, patches } of rounds(longRun(10, 3)))
      patches.forEach((patch, number) => {
        const { surface } = patch.body === 'bone' ? bone : tool;
        const rows = rowsOf(contacts, number);
        const areas = rows.map(({ corners }) => faceArea(Float64Array.from(corners.flat())));
        const total = areas.reduce((sum, area) => sum + area, 0);
        if (!near(patch.area, total, total)) throw new Error(`area ${patch.area}, not ${total}`);
        const moments = [0, 0, 0];
        const normals = [0, 0, 0];
        rows.forEach(({ corners, normal }, i) => {
          for (let k = 0; k < 3; k++) {
            moments[k] += (areas[i] * (corners[0][k] + corners[1][k] + corners[2][k])) / 3;
            normals[k] += areas[i] * normal[k];
          }
        });
        const length = Math.hypot(...normals);
        for (let k = 0; k < 3; k++) {
          const { centroid, normal } = patch;
          if (!near(centroid[k], moments[k] / total, surface.magnitude)) throw new Error(`centroid ${centroid}`);
          if (!near(normal[k], normals[k] / length, total / length)) throw new Error(`normal ${normal}`);
        }
        if (!near(Math.hypot(...patch.normal), 1, 1)) throw new Error(`|normal| of ${patch.normal}`);
        expect(patch.depth).toBe(Math.max(0, ...rows.map(({ distance }) => -distance)));
        if (patch.depth > 0) deep++;
      });
    expect(deep).toBeGreaterThan(longRun(30, 6));
  });

  test('with no penetration have depth 0', () => {
    const { given } = side('bone', boneShape, mulberry32(SEED));
    const { columns, length } = given.records;
    for (let row = 0; row < length; row++) columns.distance[row] = Math.abs(columns.distance[row]);
    columns.distance[0] = 0;
    const { patches } = buildReportContacts([given]);
    for (const { depth } of patches) expect(Object.is(depth, 0)).toBe(true);
  });

  test('of zero-area faces have the mean place and normal of their contacts', () => {
    const { surface, welded } = contactSurface({ positions: [0, 0, 0, 4, 0, 0, 8, 0, 0], faces: [0, 1, 2] });
    const leaves: Leaf[] = allLeaves(surface, 2.5);
    const records = randomRecords(surface, leaves, [...leaves.keys()], mulberry32(SEED));
    for (const row of leaves.keys()) records.columns.normal.set([0, 0.6, 0.8], 3 * row);
    const { patches } = buildReportContacts([{ body: 'bone', surface, leaves: leafTable(leaves), records, welded }]);
    expect(patches).toHaveLength(1);
    expect(patches[0]).toMatchObject({ area: 0, centroid: [4, 0, 0], contactCount: leaves.length });
    [0, 0.6, 0.8].forEach((x, k) => {
      expect(patches[0].normal[k]).toBeCloseTo(x, 12);
    });
  });
});

function faceArea(c: Float64Array): number {
  const [u, v] = [0, 1].map((i) => [0, 1, 2].map((k) => c[3 * (i + 1) + k] - c[k]));
  const squared = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  // Lagrange: |u × v|² = |u|²|v|² − (u·v)²; exact for these integers.
  return Math.sqrt(squared(u, u) * squared(v, v) - squared(u, v) ** 2) / 2;
}
