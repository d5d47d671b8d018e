// Slides of a sphere, hundreds or, with KERF_LONG=1, thousands, over the phantom and over a CT skull, against the exact
// oracle: no leg touches at any time, and none leads back.

import { expect, test } from '@jest/globals';
import { loadMesh, slide, type TriangleMesh } from '#kerf';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { unitVector } from '#harness/random-geometry.ts';
import { testWithData } from '#harness/real-data.ts';
import { inDeep } from '#harness/sets.ts';
import { SlideJudge } from '#harness/slide-judge.ts';

const SEED = 3010;
const SLIDES = longRun(5000, 160);
/** mm: many times what a burr moves between two frames. */
const LONGEST = 12;

function judged(mesh: TriangleMesh): void {
  const random = mulberry32(SEED);
  const judge = new SlideJudge(mesh);
  const count = { arrived: 0, stopped: 0, touching: 0, legs: 0 };
  const wrong: string[] = [];
  let legs = 0;
  let bent = 0;
  let times = 0;
  for (let i = 0; i < SLIDES; i++) {
    const radius = [0.05, 1, 2.5][i % 3] * (1 + random());
    const vertex = 3 * Math.floor((random() * mesh.positions.length) / 3);
    const away = unitVector(random);
    const from = away.map((x, k) => mesh.positions[vertex + k] + (radius + 2 * random()) * x);
    // Toward the vertex, and to one side of it.
    const aside = unitVector(random);
    const to = from.map((x, k) => x + LONGEST * random() * (aside[k] - away[k]));
    const question = { from, to, radius };
    const found = slide(mesh, question);
    count[found.status]++;
    legs += found.path.length / 3 - 1;
    if (found.path.length > 6) bent++;
    const said = judge.fault(question, found);
    if (said !== '') wrong.push(`${said}: ${JSON.stringify(question)}`);
    if (found.path.length > 6 && times < longRun(200, 6)) {
      times++;
      if (judge.touchingTimes(question, found, 1000) > 0)
        wrong.push(`touches at some time: ${JSON.stringify(question)}`);
    }
  }
  console.log(
    `${mesh.name}, ${SLIDES} slides: ${JSON.stringify(count)}, ${legs} legs, ${bent} bent, ${wrong.length} wrong`,
  );
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(bent).toBeGreaterThan(SLIDES / 8);
  expect(count.arrived).toBeGreaterThan(SLIDES / 8);
  expect(times).toBe(longRun(200, 6));
}

test(`the phantom: free at every time, forward on every leg, seed ${SEED}`, () => judged(phantom(20_000)));

inDeep(() =>
  testWithData(
    ['skull-ct/skull-ct-0200k.ply'],
    `free at every time, forward on every leg, seed ${SEED}`,
    async (path) => judged(await loadMesh(path)),
  ),
);
