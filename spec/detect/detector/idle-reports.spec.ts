// If no face is active, a report's later stages do not run: nothing that an earlier pose left in their tables reaches
// the reports between poses that meet, that are far apart, or where one body encloses the other.

import { expect, test } from '@jest/globals';
import { type ContactReport, createDetector, type DetectorOptions } from '#kerf';
import { createMesh } from '#mesh';
import { translation } from '#harness/contact-cases.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { box, sphere } from '#spec/base/mesh/bodies.ts';

const [ball, cube] = [sphere(3, 10), box(2, 2, 2)];
const [DEEP, FAR, ENCLOSED, NEAR] = [9, 40, 0, 10.2].map((x) => translation(x, 0, 0));
const STATES = new Map([
  [DEEP, 'intersecting'],
  [FAR, 'separated'],
  [ENCLOSED, 'enclosed'],
  [NEAR, 'near'],
]);

test.each(['both', 'bone', 'tool'] as const)('sides %s: as of a detector of its own', async (sides) => {
  const options: DetectorOptions = {
    bone: createMesh(ball.positions, ball.faces),
    tool: createMesh(cube.positions, cube.faces),
    ...{ contactDistance: 0.5, resolution: 2, backend: 'cpu', sides },
  };
  const kept = await createDetector(options);
  const owns = new Map<Float64Array, ContactReport>();
  for (const pose of STATES.keys()) owns.set(pose, (await createDetector(options)).detectSync(pose));
  for (const pose of [DEEP, FAR, FAR, DEEP, ENCLOSED, FAR, NEAR, FAR, ENCLOSED, DEEP]) {
    const report = kept.detectSync(pose);
    const own = owns.get(pose) as ContactReport;
    expect(report.state).toBe(STATES.get(pose));
    expect([report.contacts.length, report.patches.length, report.stats.subTriangles]).toEqual([
      own.contacts.length,
      own.patches.length,
      own.stats.subTriangles,
    ]);
    expect(reportHash(report)).toBe(reportHash(own));
    if (pose === FAR) expect([report.contacts.length, report.stats.subTriangles]).toEqual([0, 0]);
    if (pose === DEEP) expect(report.contacts.length).toBeGreaterThan(10);
  }
});
