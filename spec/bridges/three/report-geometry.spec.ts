// contactGeometry and curveGeometry: what they draw is what the report says; colours follow the legend.

import { beforeAll, describe, expect, test } from '@jest/globals';
import * as THREE from 'three';
import { box, sphere } from '#datasets';
import { type ContactReport, createConvex, createDetector } from '#kerf';
import { contactGeometry, curveGeometry, DISTANCE_LEGEND, distanceColour } from '#kerf/three';

const [bone, tool] = [box({ size: 10, divisions: 4 }), sphere({ radius: 3, subdivisions: 2 })];
const at = (x: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0.3, 0.1, 1];
let report: ContactReport;
let apart: ContactReport;
let round: ContactReport;
beforeAll(async () => {
  const options = { bone, contactDistance: 0.5, resolution: 1, backend: 'cpu' } as const;
  const detector = await createDetector({ ...options, tool });
  report = detector.detectSync(at(6));
  apart = detector.detectSync(at(60));
  const burr = createConvex({ kind: 'sphere', radius: 3 });
  round = (await createDetector({ ...options, tool: burr as never })).detectSync(at(6));
});
const single = (values: ArrayLike<number>) => Float32Array.from(values);

describe('contactGeometry', () => {
  test('has a triangle for each contact, with its distance at each corner', () => {
    const { contacts } = report;
    expect(contacts.length).toBeGreaterThan(50);
    expect(new Set(contacts.body).size).toBe(2);
    for (const given of [report, round]) {
      const geometry = contactGeometry(given);
      expect(geometry.index).toBeNull();
      expect(geometry.getAttribute('position').array).toEqual(single(given.contacts.corners));
      const distances = [...given.contacts.distance].flatMap((d) => [d, d, d]);
      expect(geometry.getAttribute('signedDistance').array).toEqual(single(distances));
      const moved = [...given.contacts.corners].map((x) => Math.fround(x) - x);
      let most = 0;
      for (let i = 0; i < moved.length; i += 3) most = Math.max(most, Math.hypot(...moved.slice(i, i + 3)));
      expect(geometry.userData.kerf.rounding).toBeCloseTo(most, 20);
    }
  });

  test('groups are the bodies', () => {
    const { groups } = contactGeometry(report);
    const bones = report.contacts.body.filter((body) => body === 0).length;
    expect(groups).toEqual([
      { start: 0, count: 3 * bones, materialIndex: 0 },
      { start: 3 * bones, count: 3 * (report.contacts.length - bones), materialIndex: 1 },
    ]);
  });

  test("normals are the faces' own: of the box an axis, of the sphere away from its centre", () => {
    const normal = contactGeometry(report).getAttribute('normal');
    for (const [row, contact] of [...report.contacts].entries()) {
      const [a, b, c] = [0, 1, 2].map((k) => new THREE.Vector3().fromBufferAttribute(normal, 3 * row + k));
      expect(b.equals(a) && c.equals(a)).toBe(true);
      expect(a.length()).toBeCloseTo(1, 6);
      const centre = new THREE.Vector3();
      for (const corner of contact.corners) centre.add(new THREE.Vector3(...corner).divideScalar(3));
      if (contact.body === 'tool')
        expect(a.dot(centre.sub(new THREE.Vector3(6, 0.3, 0.1)).normalize())).toBeGreaterThan(0.9);
      else {
        const axis = ['x', 'y', 'z'].find((name) => Math.abs(centre[name as 'x']) > 5 - 1e-9) as 'x';
        expect(a[axis] * Math.sign(centre[axis])).toBeCloseTo(1, 6);
      }
    }
  });

  test('a triangle without area has the normal of its contact', () => {
    const [row] = report.contacts;
    const corners = Float64Array.of(1, 1, 1, 2, 2, 2, 3, 3, 3);
    const contacts = {
      ...row,
      length: 1,
      corners,
      body: [1],
      distance: Float64Array.of(-1),
      normal: Float64Array.of(0, 0, 1),
    };
    const geometry = contactGeometry({ contacts } as never);
    expect([...geometry.getAttribute('normal').array]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
    expect(geometry.groups).toEqual([{ start: 0, count: 3, materialIndex: 1 }]);
  });

  test('colours are those of the legend, in the working colour space', () => {
    const { distance } = report.contacts;
    expect(distance.some((d) => d < -0.5)).toBe(true);
    expect(distance.some((d) => d > 0)).toBe(true);
    for (const [options, of] of [
      [{}, (d: number) => distanceColour(d)],
      [{ range: 0.2 }, (d: number) => distanceColour(d, 0.2)],
      [{ colour: (d: number) => (d < 0 ? 0xff8000 : 0x102030) }, (d: number) => (d < 0 ? 0xff8000 : 0x102030)],
    ] as const) {
      const colour = contactGeometry(report, options).getAttribute('color');
      for (let row = 0; row < report.contacts.length; row++)
        for (let k = 0; k < 3; k++)
          expect(new THREE.Color().fromBufferAttribute(colour, 3 * row + k).getHex()).toBe(of(distance[row]));
    }
    expect(contactGeometry(report, { colour: false }).getAttribute('color')).toBeUndefined();
  });

  test('of a report without contacts is empty', () => {
    const geometry = contactGeometry(apart);
    expect([geometry.getAttribute('position').count, geometry.groups.length]).toEqual([0, 0]);
  });

  test.each<[string, () => unknown]>([
    ['WRONG_TYPE', () => contactGeometry(null as never)],
    ['WRONG_TYPE', () => contactGeometry({} as never)],
    ['WRONG_TYPE', () => contactGeometry(report, { colour: 1 as never })],
    ['BAD_RANGE', () => contactGeometry(report, { range: 0 })],
    ['BAD_RANGE', () => contactGeometry(report, { range: Number.NaN })],
    ['UNKNOWN_OPTION', () => contactGeometry(report, { color: false } as never)],
  ])('refuses: %s', (code, call) => expect(call).toThrow(expect.objectContaining({ code })));
});

describe('curveGeometry', () => {
  test('has the two ends of the segment of each pair', () => {
    const { intersectionSegments, intersectingFaces } = report;
    const position = curveGeometry(report).getAttribute('position');
    expect(intersectingFaces.length).toBeGreaterThan(40);
    expect(position.count).toBe(intersectingFaces.length);
    expect(position.array).toEqual(single(intersectionSegments));
    // They lie on both surfaces: on the box, and within the sphere's facets.
    for (let i = 0; i < position.count; i++) {
      const p = new THREE.Vector3().fromBufferAttribute(position, i);
      expect(Math.max(...p.toArray().map(Math.abs))).toBeCloseTo(5, 5);
      expect(p.distanceTo(new THREE.Vector3(6, 0.3, 0.1))).toBeLessThan(3 + 1e-5);
      expect(p.distanceTo(new THREE.Vector3(6, 0.3, 0.1))).toBeGreaterThan(2.7);
    }
  });
  test('is empty where nothing intersects, and for a round tool', () => {
    for (const given of [apart, round]) expect(curveGeometry(given).getAttribute('position').count).toBe(0);
  });
  test('refuses what is no report', () =>
    expect(() => curveGeometry({} as never)).toThrow(expect.objectContaining({ code: 'WRONG_TYPE' })));
});

describe('distanceColour', () => {
  test('is the legend at its stops, between them in between, and constant beyond', () => {
    for (const range of [1e-3, 1, 40]) {
      for (const { at: stop, colour } of DISTANCE_LEGEND) expect(distanceColour(stop * range, range)).toBe(colour);
      for (let i = 1; i < DISTANCE_LEGEND.length; i++) {
        const [low, high] = [DISTANCE_LEGEND[i - 1], DISTANCE_LEGEND[i]];
        const middle = distanceColour(((low.at + high.at) / 2) * range, range);
        for (const shift of [0, 8, 16]) {
          const channel = (hex: number) => (hex >> shift) & 255;
          expect(Math.abs(channel(middle) - (channel(low.colour) + channel(high.colour)) / 2)).toBeLessThanOrEqual(0.5);
        }
      }
      expect(distanceColour(-9 * range, range)).toBe(DISTANCE_LEGEND[0].colour);
      expect(distanceColour(Number.POSITIVE_INFINITY, range)).toBe(DISTANCE_LEGEND.at(-1)?.colour);
    }
  });
});
