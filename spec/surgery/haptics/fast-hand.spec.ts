// A hand faster than the models, against a wall of 0.3 mm: at every tick the proxy stays on the side from which it
// came, and the force points out. The wall's own planes and the detector's exact test of the whole tool decide that,
// never the servo's gaps.

import { describe, expect, test } from '@jest/globals';
import { BoneBody } from '#bodies/bone-body.ts';
import { ToolBody } from '#bodies/tool-body.ts';
import { createDetector } from '#detector';
import { SKIN } from '#haptics/constants.ts';
import { samplePoints } from '#haptics/sample-points.ts';
import { createMesh, type TriangleMesh } from '#mesh';
import { HapticRun, type Schedule, shifted, spun } from '#harness/haptic-run.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { splitCases } from '#harness/split-cases.ts';
import { type Body, box, join, move, sphere } from '#spec/base/mesh/bodies.ts';

const SEED = 1995;
/** mm. */
const [WIDTH, WALL] = [40, 0.3];
const meshOf = ({ positions, faces }: Body): TriangleMesh => createMesh(positions, faces);
const wall = meshOf(box(WIDTH, WIDTH, WALL));
/** Each with its lowest point at the origin. */
const TOOLS = {
  burr: meshOf(move(sphere(3, 2), [0, 0, 2])),
  blade: meshOf(move(box(20, 0.5, 10), [-10, -0.25, 0])),
};

/** The tool's samples under the proxy's pose. */
class Samples {
  readonly #pose = new Float64Array(16);
  readonly #own: Float64Array;

  constructor(
    tool: ToolBody,
    readonly run: HapticRun,
  ) {
    this.#own = samplePoints(tool, run.settings.spacing).points;
  }

  get pose(): Float64Array {
    this.run.servo.proxyPose(this.#pose);
    return this.#pose;
  }

  /** How many samples satisfy a condition on x, y, z. */
  count(where: (x: number, y: number, z: number) => boolean): number {
    const { pose: m } = this;
    const own = this.#own;
    let count = 0;
    for (let i = 0; i < own.length; i += 3) {
      const [x, y, z] = [own[i], own[i + 1], own[i + 2]];
      const px = m[0] * x + m[4] * y + m[8] * z + m[12];
      const py = m[1] * x + m[5] * y + m[9] * z + m[13];
      const pz = m[2] * x + m[6] * y + m[10] * z + m[14];
      if (where(px, py, pz)) count++;
    }
    return count;
  }
}
const isOverWall = (x: number, y: number) => x >= 0 && x <= WIDTH && y >= 0 && y <= WIDTH;

describe('a wall of 0.3 mm', () => {
  /** The hand's pose after a distance s, on its path from a height above the wall to 30 mm behind it. */
  const WAYS = {
    straight: (s: number, height: number) => shifted(20, 20, WALL + height - s),
    oblique: (s: number, height: number) => shifted(8 + Math.min(24, 0.6 * s), 20, WALL + height - 0.8 * s),
    turning: (s: number, height: number) => spun(0.02 * s, 20, 20, WALL + height - s),
  };
  const SCHEDULES: readonly Schedule[] = [
    { every: 8, late: 8 },
    { every: 16, late: 16 },
    { every: 50, late: 50 },
  ];
  const HEIGHTS = [0.01, 1, 5, 30];
  /** Ticks for which the hand then rests. */
  const REST = longRun(200, 120);

  /** Each way with each schedule, or a third of that: each of both once. */
  const handsOf = (turn: number) =>
    Object.entries(WAYS).flatMap(([kind, way], w) =>
      partOf(SCHEDULES, 3, (w + turn) % 3).map((schedule) => ({ kind, way, schedule })),
    );
  const cases = Object.keys(TOOLS).flatMap((tool, t) =>
    partOf([0.1, 0.3, 1, 3], 4, 1 + 2 * t).map((speed) => [tool as keyof typeof TOOLS, speed, handsOf(t)] as const),
  );
  inDeep(() =>
    test.each(cases)('and a %s, its hand at %d m/s', async (name, speed, hands) => {
      const detector = await createDetector({
        bone: wall,
        tool: TOOLS[name],
        backend: 'cpu',
        contactDistance: 0,
        resolution: 1,
      });
      const tool = new ToolBody(TOOLS[name]);
      let [outrun, felt] = [0, 0];
      for (const { kind, way, schedule } of hands) {
        const height = HEIGHTS[(SCHEDULES.indexOf(schedule) + Math.round(10 * speed) + kind.length) % HEIGHTS.length];
        const run = new HapticRun(new BoneBody(wall), tool, {}, schedule);
        const samples = new Samples(tool, run);
        const ticks = Math.ceil((height + 30) / speed);
        for (let t = 0; t < ticks + REST; t++) {
          run.tick(way(speed * Math.min(t, ticks), height));
          const says = () => `${kind} from ${height} mm, models every ${schedule.every} ms, tick ${t}: ${run.state}`;
          const beyond = samples.count((x, y, z) => isOverWall(x, y) && z <= WALL);
          if (beyond > 0) throw new Error(`${says()}, ${beyond} samples are in the wall or behind it`);
          if (t % 5 === 0 && detector.intersects(samples.pose)) throw new Error(`${says()}, the proxy is in the wall`);
          if (run.servo.wrench[2] < 0) throw new Error(`${says()}, the force is ${run.servo.wrench.slice(0, 3)}`);
          if (run.state === 'outrun') outrun++;
        }
        // The hand is 30 mm behind the wall, or 24 mm: the proxy has caught up and pushes the hand back.
        if (run.servo.wrench[2] > 1) felt++;
        if (kind === 'straight' && schedule.every < 50) expect(run.servo.wrench[2]).toBeGreaterThan(1);
      }
      const said = `of ${hands.length} hands, ${felt} are pushed back in the end`;
      console.log(`${name}, ${speed} m/s: outrun in ${outrun} ticks; ${said}`);
      // Cases in which models lag behind, which the wall must withstand.
      expect(outrun).toBeGreaterThan(longRun(100, 33));
      expect(felt).toBeGreaterThanOrEqual(longRun(4, 1));
    }),
  );

  test.each([0.03, 0.06])('of %d mm holds a tool that has cut elsewhere, as any other', (thickness) => {
    const bone = new BoneBody(meshOf(box(WIDTH, WIDTH, thickness)));
    for (const mesh of [TOOLS.burr, meshOf(move(box(6, 6, 6), [-3, -3, 0]))]) {
      const tool = new ToolBody(mesh);
      for (let hand = 0; hand < longRun(20, 12); hand++) {
        const run = new HapticRun(bone, tool, { cutting: {} }, { every: 8, late: 8 });
        run.edit({ remove: [] });
        const samples = new Samples(tool, run);
        const depth = (hand + 1) / 100;
        for (let t = 0; t < 120; t++) {
          // Along the wall, faster than models come, and down to a little behind it.
          const s = Math.min(1, Math.max(0, t - 20) / 6);
          run.tick(shifted(12 + 16 * s, 20, s < 1 ? thickness + 0.3 : -depth));
          const beyond = samples.count((x, y, z) => isOverWall(x, y) && z <= thickness);
          if (beyond > 0) throw new Error(`hand ${hand}, tick ${t}: ${beyond} samples are in the wall or behind it`);
        }
      }
    }
  });

  splitCases([0.05, 0.3], [1], (some) =>
    test.each(some)('at its edge, %d mm thick: a burr comes round it or not, but never through it', (thickness) => {
      const random = mulberry32(SEED);
      const bone = new BoneBody(meshOf(box(WIDTH, WIDTH, thickness)));
      const tool = new ToolBody(meshOf(sphere(2, 0.4)));
      const seen = { held: 0, round: 0 };
      for (let hand = 0; hand < longRun(20, 6); hand++) {
        const run = new HapticRun(bone, tool, {}, { every: 4, late: 4 });
        const samples = new Samples(tool, run);
        const x = WIDTH - 1 + random();
        const slope = 0.4 * random() - 0.2;
        for (let t = 0; t < longRun(80, 50); t++) {
          const s = Math.max(0, Math.min(20, t - 10));
          run.tick(spun(0.1 * s, x + slope * s, 20, thickness + 1 - s));
          const inside = samples.count((x, y, z) => isOverWall(x, y) && z >= 0 && z <= thickness);
          if (inside > 0) throw new Error(`hand ${hand} (seed ${SEED}), tick ${t}: ${inside} samples are in the wall`);
        }
        seen[run.servo.proxy.placement[2] > 0 ? 'held' : 'round']++;
      }
      console.log(`${thickness} mm: ${JSON.stringify(seen)} (seed ${SEED})`);
      expect(Math.min(seen.held, seen.round)).toBeGreaterThan(longRun(3, 0));
    }),
  );

  test('a detector that falls silent while the hand goes through: it is held when models come again', () => {
    const run = new HapticRun(new BoneBody(wall), new ToolBody(TOOLS.burr));
    const samples = new Samples(new ToolBody(TOOLS.burr), run);
    let beyond = 0;
    for (let t = 0; t < longRun(1200, 700); t++) {
      run.tick(shifted(20, 20, WALL + 5 - Math.min(40, 0.5 * t)), t < 3 || t > 500);
      beyond += samples.count((x, y, z) => isOverWall(x, y) && z <= WALL);
      if (t === 490) expect(run.state).toBe('stale');
    }
    expect(beyond).toBe(0);
    expect(run.state).toBe('contact');
    expect(run.servo.wrench[2]).toBeGreaterThan(1);
  });
});

describe('a block pressed on a plate by more samples than the solver takes, and a fin of 0.3 mm in its way', () => {
  const [X, TOP, FIN] = [40, 10, 16];
  const plate = meshOf(join(box(80, 40, TOP), move(box(WALL, 40, FIN - TOP + 0.5), [X, 0, TOP - 0.5])));
  const SIZE = longRun(12, 8);
  /** How far the hand goes, mm. */
  const FAR = longRun(20, 10);
  /** Ticks for which it then rests; and for which it moves along the fin, 0.01 mm each. */
  const [REST, ALONG] = [longRun(200, 60), longRun(400, 60)];
  const block = meshOf(move(box(SIZE, SIZE, 4), [-SIZE / 2, -SIZE / 2, 0]));

  splitCases(partOf([0.1, 1, 3], 2, 0), [1], (some) =>
    test.each(some)('is held by the fin at %d m/s, and goes along it', (speed) => {
      const tool = new ToolBody(block);
      const run = new HapticRun(new BoneBody(plate), tool, { damping: 1e-6 }, { every: 2, late: 2 });
      const samples = new Samples(tool, run);
      const check = () => {
        const wrong = samples.count((x, _y, z) => (z < FIN && x >= X) || z <= TOP);
        if (wrong > 0) throw new Error(`${run.state}: ${wrong} samples are in the fin, behind it or in the plate`);
      };
      const from = X - SIZE / 2 - 3;
      const down = longRun(100, 25);
      for (let t = 0; t < down; t++) run.tick(shifted(from, 20, TOP + 0.1 - t / down));
      expect(run.state).toBe('contact');
      expect(run.servo.proxy.contacts.count).toBe(48);
      for (let t = 0; t < FAR / speed + REST; t++) {
        run.tick(shifted(from + Math.min(FAR, speed * t), 20, TOP - 0.9));
        check();
      }
      expect(run.state).toBe('contact');
      expect(run.servo.wrench[0]).toBeLessThan(-1);
      for (let t = 0; t < ALONG; t++) {
        run.tick(shifted(from + FAR, 20 + 0.01 * t, TOP - 0.9));
        check();
      }
      // It rests against the fin and has slid along.
      expect(X - SIZE / 2 - run.servo.proxy.placement[0]).toBeLessThan(2 * SKIN);
      expect(Math.abs(run.servo.proxy.placement[1] - 20 - 0.01 * (ALONG - 1))).toBeLessThan(2 * SKIN);
    }),
  );
});

describe('a hand that is somewhere else', () => {
  /** A ridge across the path, on a plate. */
  const ridge = meshOf(join(box(100, 40, 10), move(box(2, 40, 10), [49, 0, 8])));
  const burr = () => new ToolBody(TOOLS.burr);

  test('by a way over a ridge, faster than models come: the proxy follows it through the air', () => {
    const run = new HapticRun(new BoneBody(ridge), burr(), {}, { every: 16, late: 16 });
    for (let t = 0; t < 900; t++) {
      const s = Math.min(1, t / 120);
      run.tick(shifted(20 + 60 * s, 20, 12 + 15 * Math.sin(Math.PI * s)));
    }
    expect(run.state).toBe('free');
    expect(Math.hypot(...run.servo.proxy.placement.map((x, k) => (k < 3 ? x - [80, 20, 12][k] : 0)))).toBeLessThan(
      SKIN,
    );
  });

  test.each([
    ['put there while the device gave no pose', true],
    ['and has gone through the ridge to get there', false],
  ])('%s: the proxy is where nobody could have seen it go, or is held', (_, isAway) => {
    const run = new HapticRun(new BoneBody(ridge), burr());
    const samples = new Samples(burr(), run);
    for (let t = 0; t < longRun(900, 400); t++) {
      const isGone = isAway && t >= 100 && t < 200;
      run.tick(isGone ? null : shifted(30 + Math.max(0, Math.min(40, t - 100)), 20, 12));
    }
    if (isAway) expect([run.state, run.servo.proxy.placement[0]]).toEqual(['free', 70]);
    else {
      expect(run.state).toBe('contact');
      expect(samples.count((x) => x >= 49)).toBe(0);
      expect(samples.count((x) => x >= 49 - 2 * SKIN)).toBeGreaterThan(0);
      expect(run.servo.wrench[0]).toBeLessThan(-1);
    }
  });
});
