// Enclosed: entirely inside the bone's material, not inside its cavity; and a bone inside a tool.

import { beforeAll, describe, expect } from '@jest/globals';
import { box, skullLandmarks, skullVaultSphere, skullWallThickness, sphere } from '#datasets';
import { createMesh, type Detector, type TriangleMesh } from '#kerf';
import { type MakeDetector, statesAt } from '#harness/backends.ts';
import { identityPose, poseOf, randomDirection, randomRotation, translation } from '#harness/contact-cases.ts';
import { Shares } from '#harness/contact-query.ts';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { PlainSolid } from '#harness/plain-solid.ts';
import { mulberry32 } from '#harness/random.ts';
import type { Extent } from './extent.ts';

const SEED = 13;
const at = ([x, y, z]: readonly number[]) => translation(x, y, z);

export function enclosedOnPhantomTests(createDetector: MakeDetector, { effort, test }: Extent): void {
  describe('on the skull phantom', () => {
    let skull: TriangleMesh;
    const ask = (tool: TriangleMesh, contactDistance = 0.2): Promise<Detector> =>
      createDetector({ bone: skull, tool, contactDistance, resolution: 1 });

    beforeAll(() => {
      skull = phantom(10_000);
    });

    test('a tool wholly inside the bone is enclosed, inside the cranial cavity it is not', async () => {
      const detector = await ask(sphere({ radius: 1, subdivisions: 1 }));
      const { wall, cavity } = skullLandmarks;
      const inWall = await detector.detect(at(wall));
      expect([inWall.state, inWall.signed]).toEqual(['enclosed', { bone: true, tool: true }]);
      expect(inWall.intersectingFaces.length).toBe(0);
      expect(inWall.contacts.body.every((body) => body === 1)).toBe(true);
      expect(new Set(inWall.contacts.face).size).toBe(80);
      expect(inWall.contacts.distance.every((distance) => distance < 0)).toBe(true);

      const inCavity = await detector.detect(at(cavity));
      expect([inCavity.state, inCavity.contacts.length]).toEqual(['separated', 0]);
      expect(detector.minimumDistance(at(cavity)).distance).toBeGreaterThan(30);
    });

    test('through the wall: cavity, near, intersecting, enclosed, intersecting, near, outside', async () => {
      const radius = 1;
      const detector = await ask(sphere({ radius, subdivisions: 2 }), 0.5);
      const [x, y, z] = skullVaultSphere.center;
      const { radius: outer } = skullVaultSphere;
      const inner = outer - skullWallThickness;
      const above = (height: number) => translation(x, y, z + height);
      const gap = detector.minimumDistance(above(inner - 5)).distance;
      // Heights above the vault's centre. Faces 5 mm wide sink at most 0.1 mm below spheres of these radii.
      const heights = [
        ...[inner - 5, inner - 5 + gap - 0.3, inner, inner + radius + 0.2, (inner + outer) / 2],
        ...[outer - radius - 0.2, outer - 0.2, outer + radius + 0.2, outer + radius + 1],
      ];
      expect(await statesAt(detector, heights.map(above))).toEqual([
        ...['separated', 'near', 'intersecting', 'enclosed', 'enclosed'],
        ...['enclosed', 'intersecting', 'near', 'separated'],
      ]);
    });

    test('a tool thicker than the wall is never enclosed on its way through', async () => {
      const detector = await ask(sphere({ radius: skullWallThickness / 2 + 0.5, subdivisions: 2 }));
      const [x, y, z] = skullLandmarks.wall;
      for (let height = -5; height <= 5; height += effort < 1 ? 5 : longRun(0.5, 1)) {
        const { state, signed } = await detector.detect(translation(x, y, z + height));
        expect([height, state, signed.tool]).toEqual([height, 'intersecting', true]);
      }
    });

    test(`a small tool anywhere: enclosed if and only if the faces wind round it and none crosses it (seed ${SEED})`, async () => {
      const random = mulberry32(SEED);
      const radius = 0.6;
      const detector = await ask(sphere({ radius, subdivisions: 1 }));
      const solid = new PlainSolid(skull);
      const states = new Shares();
      for (let i = 0; i < (effort < 1 ? 300 * effort : longRun(300, 80)); i++) {
        const vertex = 3 * Math.floor((random() * skull.positions.length) / 3);
        const direction = randomDirection(random);
        const reach = 5 * random();
        const place = direction.map((value, k) => skull.positions[vertex + k] + reach * value);
        const distance = solid.signedDistance(place[0], place[1], place[2]);
        // Between the icosphere's inscribed and circumscribed spheres the answer depends on its rotation.
        if (Math.abs(Math.abs(distance) - radius) < 0.1 * radius) continue;
        const { state } = await detector.detect(poseOf(randomRotation(random), place));
        const enclosed = distance < -radius;
        if (enclosed) expect(state).toBe('enclosed');
        else expect(state).not.toBe('enclosed');
        states.count(state);
      }
      for (const state of ['enclosed', 'intersecting', 'separated']) expect(states.of(state)).toBeGreaterThan(0.1);
    });

    test('the whole skull inside a box is enclosed: all of its faces are contacts; inside a hollow box it is not', async () => {
      const [low, high] = [new PlainSolid(skull).low, new PlainSolid(skull).high];
      const center = low.map((value, k) => (value + high[k]) / 2) as [number, number, number];
      const room = box({ size: 300, center });
      const detector = await createDetector({
        bone: skull,
        tool: room,
        contactDistance: 0.2,
        resolution: 400,
        sides: 'bone',
      });
      const { state, contacts } = await detector.detect(identityPose);
      expect([state, contacts.length]).toEqual(['enclosed', skull.faces.length / 3]);
      expect(contacts.distance.every((distance) => distance < 0)).toBe(true);

      const shell = box({ size: 320, center });
      const hollow = createMesh(
        [...room.positions, ...shell.positions],
        [...room.faces.slice().reverse(), ...shell.faces.map((v) => v + 8)],
      );
      const around = await createDetector({ bone: skull, tool: hollow, contactDistance: 0.2, resolution: 400 });
      const report = await around.detect(identityPose);
      expect([report.state, report.contacts.length]).toEqual(['separated', 0]);
    });
  });
}

export function enclosedTests(createDetector: MakeDetector, { test }: Extent): void {
  describe('closed forms', () => {
    const small = sphere({ radius: 1, subdivisions: 1 });
    const large = box({ size: 20, divisions: 2 });

    test.each([
      ['tool in bone', large, small, 'tool'],
      ['bone in tool', small, large, 'bone'],
    ] as const)('%s: the contacts are all of the inner body, signed', async (_, bone, tool, inner) => {
      const detector = await createDetector({ bone, tool, contactDistance: 0.1, resolution: 5 });
      const { state, contacts, patches } = await detector.detect(translation(0.25, 0.5, -0.75));
      expect(state).toBe('enclosed');
      expect(Array.from(contacts, ({ body }) => body)).toEqual(Array.from({ length: 80 }, () => inner));
      expect(contacts.distance.every((distance) => distance < -8 && distance > -11)).toBe(true);
      expect(patches.map(({ body, contactCount }) => [body, contactCount])).toEqual([[inner, 80]]);
    });

    test('a body in an open one is not enclosed, and distances are unsigned', async () => {
      const open = createMesh(large.positions, large.faces.slice(3));
      const inside = await createDetector({ bone: open, tool: small, contactDistance: 0.1, resolution: 5 });
      const { state, signed } = await inside.detect(identityPose);
      expect([state, signed]).toEqual(['separated', { bone: true, tool: false }]);
      const around = await createDetector({ bone: small, tool: open, contactDistance: 0.1, resolution: 5 });
      const turned = await around.detect(identityPose);
      expect([turned.state, turned.signed]).toEqual(['separated', { bone: false, tool: true }]);
    });

    test('one of two parts inside is enough; crossing parts come first', async () => {
      const two = createMesh(
        [...small.positions, ...small.positions.map((x, i) => (i % 3 === 0 ? x + 30 : x))],
        [...small.faces, ...small.faces.map((v) => v + 42)],
      );
      const detector = await createDetector({ bone: large, tool: two, contactDistance: 0.1, resolution: 5 });
      const states = await statesAt(
        detector,
        [0, 10, 20, -30, -20.05 - 30].map((x) => translation(x, 0, 0)),
      );
      expect(states).toEqual(['enclosed', 'intersecting', 'separated', 'enclosed', 'separated']);
    });
  });
}
