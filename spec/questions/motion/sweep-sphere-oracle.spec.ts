// Sweeps of a sphere, thousands or, with KERF_LONG=1, hundreds of thousands, on the phantom and on a CT skull, against
// the exact oracle: it touches no face before `low`, and it touches one by `high`.

import { expect, test } from '@jest/globals';

import { inspectMesh, loadMesh, sweepSphere, type TriangleMesh } from '#kerf';
import { SweptMesh } from '#reference';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { unitVector } from '#harness/random-geometry.ts';
import { testWithData } from '#harness/real-data.ts';

const SEED = 1710;
const SWEEPS = longRun(100_000, 1000);
/** mm: the longest path, many times what a burr moves between two frames. */
const LONGEST = 10;
const RADII = [0, 0.05, 1, 2.5];

/** Slightly earlier: contact may be possible at `low` itself. */
const before = (low: number): number => low * (1 - 2 ** -53);

function judge(mesh: TriangleMesh): void {
  const random = mulberry32(SEED);
  const oracle = new SweptMesh(mesh);
  const { min, max } = inspectMesh(mesh).bounds;
  const count = { free: 0, initial: 0, contact: 0 };
  const wrong: string[] = [];
  const started = performance.now();
  for (let i = 0; i < SWEEPS; i++) {
    const radius = RADII[i % RADII.length] * (1 + random());
    // From anywhere; from beside a vertex towards it; or from beside a vertex to elsewhere.
    const vertex = 3 * Math.floor((random() * mesh.positions.length) / 3);
    const away = unitVector(random);
    const off = radius + 0.5 * LONGEST * random();
    const from = min.map((low, k) =>
      i % 8 === 0 ? low + random() * (max[k] - low) : mesh.positions[vertex + k] + off * away[k],
    );
    const length = LONGEST * 10 ** (-2 * random());
    const direction = i % 3 === 0 ? unitVector(random) : away.map((x) => -x);
    const to = direction.map((x, k) => from[k] + length * x);
    const sweep = { from, to, radius };
    const found = sweepSphere(mesh, sweep);
    const says = () => JSON.stringify({ sweep, time: found?.time });
    if (found === null) {
      count.free++;
      if (oracle.touchedUntil(sweep, 1) >= 0) wrong.push(`missed: ${says()}`);
      continue;
    }
    if (found.time.high === 0) count.initial++;
    else count.contact++;
    if (found.time.low > 0 && oracle.touchedUntil(sweep, before(found.time.low)) >= 0) wrong.push(`late: ${says()}`);
    if (oracle.touchedUntil(sweep, found.time.high) < 0) wrong.push(`none until high: ${says()}`);
  }
  console.log(
    `${mesh.name}, ${SWEEPS} sweeps, seed ${SEED}: ${JSON.stringify(count)}, ${wrong.length} wrong, ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  expect(wrong.slice(0, 3)).toEqual([]);
  for (const kind of ['free', 'initial', 'contact'] as const) expect(count[kind]).toBeGreaterThan(0.1 * SWEEPS);
}

test(`the phantom: none late, none missed, none invented, seed ${SEED}`, () => judge(phantom(20_000)));

testWithData(['skull-ct/skull-ct-0200k.ply'], `none late, none missed, none invented, seed ${SEED}`, async (path) =>
  judge(await loadMesh(path)),
);
