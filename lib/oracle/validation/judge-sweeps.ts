// A surface and moving spheres → kerf's first contact of each, judged by exact distances, by family.

import type { TriangleMesh } from '#mesh';
import { type SphereImpact, sweepSphere } from '#motion';
import { SweptMesh } from '#reference';
import { MotionTallies, type MotionTally } from './motion-tally.ts';
import type { RandomSweep } from './random-sweeps.ts';

type Answer = Pick<SphereImpact, 'time' | 'face'> | null;

export class SweepJudge {
  readonly #mesh: TriangleMesh;
  readonly #surface: SweptMesh;
  readonly #answer: (sweep: RandomSweep) => Answer;

  /** @param answer whose answers are judged: kerf's unless given. */
  constructor(mesh: TriangleMesh, answer: (sweep: RandomSweep) => Answer = (sweep) => kerfs(mesh, sweep)) {
    this.#mesh = mesh;
    this.#surface = new SweptMesh(mesh);
    this.#answer = answer;
    // kerf builds its tree of the surface at the first sweep, which must not count as query time.
    answer({ family: 'anywhere', from: new Float64Array(3), to: new Float64Array(3), radius: 0 });
  }

  judge(sweeps: Iterable<RandomSweep>): MotionTally[] {
    const tallies = new MotionTallies();
    for (const sweep of sweeps) {
      const tally = tallies.of('sphere', `${this.#mesh.name}, ${sweep.family}`);
      const start = performance.now();
      const found = this.#answer(sweep);
      const end = performance.now();
      const isHit = this.#surface.touchedUntil(sweep, 1) >= 0;
      tally.queries++;
      tally.asked++;
      if (isHit) tally.hits++;
      if (isHit && found === null) tally.missed++;
      if (!isHit && found !== null) tally.invented++;
      const fault = isHit && found !== null ? this.#faultOfTime(sweep, found) : null;
      if (fault !== null) tally[fault]++;
      tally.milliseconds.kerf += end - start;
      tally.milliseconds.oracle += performance.now() - end;
    }
    return tallies.rows;
  }

  /** Nothing may touch until the last f64 before `low`; the named face must touch by `high`. */
  #faultOfTime(sweep: RandomSweep, { time: { low, high }, face }: NonNullable<Answer>): 'late' | 'early' | null {
    if (!(0 <= low && low <= high && high <= 1)) return 'early';
    if (low > 0 && this.#surface.touchedUntil(sweep, low * (1 - 2 ** -53)) >= 0) return 'late';
    return this.#surface.isTouchedUntil(sweep, high, face) ? null : 'early';
  }
}

function kerfs(mesh: TriangleMesh, { from, to, radius }: RandomSweep): Answer {
  return sweepSphere(mesh, { from, to, radius });
}
