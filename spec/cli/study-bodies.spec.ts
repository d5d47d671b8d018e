// The bodies of the convergence study: mesh vertices lie on them, their functions are true distances at the contacts,
// and their poses cut.

import { beforeAll, describe, expect, test } from '@jest/globals';
import { compile } from 'mathjs';
import { skullPhantomFunction, skullVaultSphere, skullWallThickness } from '#datasets';
import { studyBodies } from '#cli/study-bodies.ts';
import { checkPose } from '#core';
import { type ContactReport, createDetector, inspectMesh, type TriangleMesh } from '#kerf';
import { weighted } from '#harness/contact-query.ts';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';

const { abs, hypot } = Math;
/** mm: how accurately the datasets put vertices on a body. */
const ON_SURFACE = 1e-9;
const [cx, cy, cz] = skullVaultSphere.center;

test('five bodies', () => {
  expect(studyBodies.map((body) => body.name)).toEqual(['sphere', 'box', 'torus', 'shell', 'phantom']);
});

describe.each(studyBodies)('$name', (body) => {
  const poses = body.poses.slice(longRun(0, 5));
  const reports: ContactReport[] = [];
  let bone: TriangleMesh;
  beforeAll(async () => {
    // The phantom takes seconds to make, and the run has it already.
    const isKept = body.name === 'phantom' && longRun(1, 0) === 0;
    bone = isKept ? phantom(body.faces[0]) : body.mesh(body.faces[0]);
    const detector = await createDetector({
      bone,
      tool: body.tool,
      contactDistance: 0.5,
      resolution: 1,
      sides: 'tool',
    });
    for (const pose of poses) reports.push(detector.detectSync(pose));
    detector.dispose();
  });

  test('each density is four times the last, and the mesh has about that many faces', () => {
    for (let i = 1; i < body.faces.length; i++) expect(body.faces[i] / body.faces[i - 1]).toBe(4);
    expect(abs(bone.faces.length / 3 / body.faces[0] - 1)).toBeLessThan(0.06);
    expect(inspectMesh(bone)).toMatchObject({ closed: true, oriented: true });
  });

  test('vertices lie on the body', () => {
    let [judged, farthest] = [0, 0];
    for (let i = 0; i < bone.positions.length; i += 3) {
      const [x, y, z] = bone.positions.subarray(i, i + 3);
      // On the phantom, only vertices of the vault behind its top.
      if (body.name === 'phantom' && (y < 25 || z < 40)) continue;
      judged++;
      farthest = Math.max(farthest, abs(body.signedDistance(x, y, z)));
    }
    expect(farthest).toBeLessThan(ON_SURFACE);
    expect(judged).toBeGreaterThan(100);
  });

  test('the poses are rigid and cut: hundreds of contacts, inside and outside', () => {
    expect(body.poses.length).toBe(8);
    for (const pose of body.poses) expect(() => checkPose(pose)).not.toThrow();
    expect(reports.map((report) => report.state)).toEqual(poses.map(() => 'intersecting'));
    const lows = reports.flatMap(({ contacts }) => [...contacts.low]);
    expect(lows.length).toBeGreaterThan(longRun(1000, 375));
    const inside = lows.filter((low) => low < 0).length / lows.length;
    expect(inside).toBeGreaterThan(0.2);
    expect(inside).toBeLessThan(0.9);
  });

  test(`${body.expression}: of the sign of the signed distance wherever a contact is (mathjs)`, () => {
    const { evaluate } = compile(body.expression);
    let [inside, outside] = [0, 0];
    for (const { contacts } of reports)
      for (let at = 0; at < contacts.corners.length; at += 3) {
        const [x, y, z] = contacts.corners.subarray(at, at + 3);
        const [value, distance] = [evaluate({ x, y, z }), body.signedDistance(x, y, z)];
        // All of these are 1-Lipschitz, so none exceeds the distance; by a rounding, they may.
        expect(abs(value)).toBeLessThanOrEqual(abs(distance) + 1e-12);
        if (abs(distance) > ON_SURFACE) expect(value < 0).toBe(distance < 0);
        if (distance < 0) inside++;
        else outside++;
      }
    expect(Math.min(inside, outside)).toBeGreaterThan(100);
  });

  if (body.name === 'phantom')
    test('wherever a contact is, the vault’s shell is the phantom’s own function, and the phantom’s surface is at the shell’s nearest point (seed 61)', () => {
      const random = mulberry32(61);
      let mostInside = 0;
      const apart = { functions: 0, way: 0, foot: 0 };
      for (const { contacts } of reports)
        for (let row = 0; row < contacts.length; row++) {
          const [u, v] = [random(), random()].sort((a, b) => a - b);
          for (const weights of [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
            [u, v - u, 1 - v],
          ]) {
            const [x, y, z] = weighted(contacts.corners, 9 * row, weights);
            const shell = body.signedDistance(x, y, z);
            apart.functions = Math.max(apart.functions, abs(skullPhantomFunction(x, y, z) - shell));
            const r = hypot(x - cx, y - cy, z - cz);
            const outer = r > skullVaultSphere.radius - skullWallThickness / 2;
            const scale = (skullVaultSphere.radius - (outer ? 0 : skullWallThickness)) / r;
            const foot = [cx + scale * (x - cx), cy + scale * (y - cy), cz + scale * (z - cz)] as const;
            const way = hypot(foot[0] - x, foot[1] - y, foot[2] - z);
            apart.way = Math.max(apart.way, abs(way - abs(shell)));
            apart.foot = Math.max(apart.foot, abs(skullPhantomFunction(...foot)));
            mostInside = Math.max(mostInside, -shell);
          }
        }
      expect(apart.functions).toBeLessThan(ON_SURFACE);
      expect(apart.way).toBeCloseTo(0, 9);
      expect(apart.foot).toBeLessThan(ON_SURFACE);
      // Some reach the middle of the wall, where the nearest side changes.
      expect(mostInside).toBeGreaterThan(0.9 * (skullWallThickness / 2));
    });
});
