// G2: every reported sub-triangle's exact minimum signed distance is ≤ δ + (hi − lo).

import { describe, expect, test } from '@jest/globals';
import { minimumSignedDistanceF64, referenceMesh } from '#reference';
import { caseCount, contactCases, FEW, type Variety } from '#harness/contact-cases.ts';
import { ask, exactLeafOf, latticeWeights, placingOf, Shares, someOf, weighted } from '#harness/contact-query.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 202;
const MANY: Variety = {
  plain: 20,
  orders: longRun(3, 1),
  motions: longRun(50, 6),
  scales: longRun(4, 2),
  far: longRun(4, 2),
};

describe('G2 sound', () => {
  sampled(FEW, 15, 1);
  inDeep(() => sampled(MANY, longRun(150, 40), 2));
});

function sampled(variety: Variety, judgedAReport: number, exactAReport: number): void {
  test(`${caseCount(variety)} cases sampled, and by branch and bound: closed bodies, motions, three scales, 1e5 mm away (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const states = new Shares();
    const placings = new Shares();
    const wrong: string[] = [];
    let byBranchAndBound = 0;
    let beyond = 0;
    for (const given of contactCases(random, variety)) {
      const asked = await ask(given);
      const { report, meshes, solids, slack } = asked;
      const { contacts } = report;
      states.count(report.state);
      for (const row of someOf(contacts.length, judgedAReport, random)) {
        const other = solids[1 - contacts.body[row]];
        const limit = given.delta + (contacts.high[row] - contacts.low[row]);
        const points = latticeWeights(2).map((weights) => weighted(contacts.corners, 9 * row, weights));
        points.push([contacts.point[3 * row], contacts.point[3 * row + 1], contacts.point[3 * row + 2]]);
        const distances = points.map((p) => other.signedDistance(...p));
        placings.count(placingOf(distances));
        const least = Math.min(...distances);
        if (least > given.delta) beyond++;
        if (!(least <= limit + slack)) wrong.push(`${given.name}: row ${row}, sampled ${least} > ${limit}`);
      }
      for (const row of someOf(contacts.length, exactAReport, random)) {
        const side = contacts.body[row];
        const { status, low } = minimumSignedDistanceF64(exactLeafOf(asked, row), referenceMesh(meshes[1 - side]), {
          width: given.h / 64,
        });
        const limit = given.delta + (contacts.high[row] - contacts.low[row]);
        byBranchAndBound++;
        if (status !== 'bounded' || low > limit) wrong.push(`${given.name}: row ${row}, minimum ≥ ${low} > ${limit}`);
      }
    }
    expect(wrong).toEqual([]);
    for (const state of ['separated', 'near', 'intersecting', 'enclosed'])
      expect([state, states.of(state) > 0.05]).toEqual([state, true]);
    for (const placing of ['deep', 'near', 'crossing'])
      expect([placing, placings.of(placing) > 0.1]).toEqual([placing, true]);
    expect(byBranchAndBound).toBeGreaterThanOrEqual((caseCount(variety) * exactAReport) / 2);
    // Rows beyond δ are within rounding of it or were admitted by their interval: few.
    expect(beyond / placings.total).toBeLessThan(0.02);
  });
}
