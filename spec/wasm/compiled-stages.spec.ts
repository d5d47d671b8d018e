// The compiled stages against those written in TypeScript, each the other's judge: every bit of every report.

import { describe, expect, test } from '@jest/globals';
import { box, cuttingPath, sawBlade, skullPhantom, sphere, triangleCorpus } from '../../datasets/index.ts';
import { CompiledSide } from '../../lib/detector/cpu/compiled-side.ts';
import { createMesh } from '../../lib/index.ts';
import { BothStages, Met } from '../harness/both-stages.ts';
import {
  bones,
  contactCases,
  identityPose,
  poseOf,
  randomRotation,
  scaledCase,
  translation,
} from '../harness/contact-cases.ts';
import { degenerateCases } from '../harness/degenerate-bodies.ts';
import { EditedBone, editKinds } from '../harness/edited-bone.ts';
import { mulberry32 } from '../harness/random.ts';
import { rigidPose } from '../harness/random-geometry.ts';
import { reportHash } from '../harness/report-bytes.ts';

const SEED = 16_023;

describe('the compiled stages say the same as those in TypeScript', () => {
  test('along a cutting path, one pose behind another', () => {
    const bone = skullPhantom({ targetFaces: 6_000 });
    const both = new BothStages({ bone, tool: sawBlade({ targetFaces: 1_500 }), contactDistance: 0.5, resolution: 1 });
    const path = cuttingPath({ poses: 16 });
    const met = new Met();
    for (let pose = 0; pose < 16; pose++) met.add(both.expectSame(path.subarray(16 * pose, 16 * pose + 16), { pose }));
    expect(met.contacts).toBeGreaterThan(10_000);
    expect(met.of('intersecting')).toBeGreaterThan(3);
  });

  test(`on the corpus of triangle pairs, seed ${SEED}`, () => {
    const met = new Met();
    let pairs = 0;
    for (const { coordinates } of triangleCorpus({ seed: SEED, rounds: 1 })) {
      const [bone, tool] = [0, 9].map((from) => createMesh(coordinates.subarray(from, from + 9), [0, 1, 2]));
      const largest = Math.max(...coordinates.map(Math.abs));
      const both = new BothStages({ bone, tool, contactDistance: largest / 100, resolution: largest / 3 });
      met.add(both.expectSame(identityPose, { pairs: pairs++ }));
    }
    expect(met.of('intersecting')).toBeGreaterThan(pairs / 10);
    expect(met.of('near')).toBeGreaterThan(pairs / 100);
  });

  test('on degenerate bodies', () => {
    const met = new Met();
    for (const { name, bone, tool, pose, delta } of degenerateCases)
      met.add(new BothStages({ bone, tool, contactDistance: delta, resolution: 0.8 }).expectSame(pose, { name }));
    expect(met.contacts).toBeGreaterThan(100);
  });

  test(`on seeded motions, scales and far origins, seed ${SEED}`, () => {
    const random = mulberry32(SEED);
    const met = new Met();
    for (const given of contactCases(random, { plain: 10, orders: 2, motions: 6, scales: 3, far: 6 })) {
      const scale = 2 ** Math.floor(60 * random() - 30);
      const { bone, tool, pose, delta, h } = scaledCase(given, scale);
      const both = new BothStages({ bone, tool, contactDistance: delta, resolution: h });
      met.add(both.expectSame(pose, { scale }));
    }
    expect(met.contacts).toBeGreaterThan(2000);
  });

  test(`one side alone, open bodies, strained poses, seed ${SEED}`, () => {
    const random = mulberry32(SEED);
    const met = new Met();
    const [first] = bones;
    const open = createMesh(first.positions, first.faces.slice(6));
    for (let k = 0; k < 24; k++) {
      const sides = (['bone', 'tool', 'both'] as const)[k % 3];
      const bone = k % 2 === 0 ? open : first;
      const both = new BothStages({
        bone,
        tool: box({ size: [9, 7, 8] }),
        contactDistance: 0.4,
        resolution: 1.5,
        sides,
      });
      met.add(both.expectSame(rigidPose(random, 9), { k }));
    }
    expect(met.contacts).toBeGreaterThan(1000);
  });

  test(`where lists are crowded and where they are forgotten, seed ${SEED}`, () => {
    const random = mulberry32(SEED);
    const bone = sphere({ radius: 2, subdivisions: 4 });
    const met = new Met();
    for (const mostKept of [1, 100, 2 ** 16]) {
      const both = new BothStages({
        bone,
        tool: sphere({ radius: 1.5, subdivisions: 3 }),
        contactDistance: 0.3,
        // Cells as large as the bodies.
        resolution: 4,
        compiled: (side) => CompiledSide.make(side, mostKept),
      });
      for (let k = 0; k < 6; k++) {
        const pose = poseOf(
          randomRotation(random),
          [0, 1, 2].map(() => 2.4 * random() - 1.2),
        );
        met.add(both.expectSame(pose, { mostKept, k }));
      }
    }
    expect(met.contacts).toBeGreaterThan(3000);
  });

  test(`through edits of every kind, seed ${SEED}`, () => {
    const random = mulberry32(SEED);
    const met = new Met();
    const kept = new EditedBone(sphere({ radius: 10, subdivisions: 3 }));
    const bone = createMesh(kept.positions, kept.faces.flat());
    const both = new BothStages({ bone, tool: box({ size: [6, 5, 4] }), contactDistance: 0.5, resolution: 1.5 });
    for (let k = 0; k < 60; k++) {
      const edit = kept.edit(editKinds[k % editKinds.length], random);
      kept.apply(edit);
      both.edit(edit);
      const reach = (): number => 9 * random() - 4.5;
      const pose = poseOf(randomRotation(random), [reach() + (k % 4 === 0 ? 0 : 5), reach(), reach()]);
      met.add(both.expectSame(pose, { k }));
    }
    expect(met.contacts).toBeGreaterThan(10_000);
    for (const state of ['intersecting', 'enclosed']) expect(met.of(state)).toBeGreaterThan(0);
  });
});

describe('where the compiled stages cannot run', () => {
  const bone = sphere({ radius: 10, subdivisions: 3 });
  const question = { bone, tool: box({ size: [6, 5, 4] }), contactDistance: 0.5, resolution: 1.5 };
  const poses = [translation(10, 0, 0), translation(0, 10, 1), translation(3, 3, 8)];
  const expected = poses.map((pose) => reportHash(new BothStages(question).reports(pose)[1]));

  /** Has the next instances' functions of that name end in a trap, as memory that has run out does. */
  function withTraps<T>(names: readonly string[], run: () => T): T {
    const { Instance } = WebAssembly;
    class Trapping {
      readonly exports: Record<string, unknown>;

      constructor(module: WebAssembly.Module, imports: WebAssembly.Imports) {
        this.exports = { ...new Instance(module, imports).exports };
        for (const name of names)
          this.exports[name] = () => {
            throw new WebAssembly.RuntimeError('unreachable');
          };
      }
    }
    Object.assign(WebAssembly, { Instance: Trapping });
    try {
      return run();
    } finally {
      Object.assign(WebAssembly, { Instance });
    }
  }

  test.each(['subdivide', 'measure', 'reserveOthers'])('a trap in %s: the same report, and those behind it', (name) => {
    const both = withTraps([name], () => new BothStages(question));
    const traps = withTraps([name], () => new BothStages(question));
    expect(poses.map((pose) => reportHash(withTraps([name], () => traps.reports(pose)[0])))).toEqual(expected);
    // What was made anew behind the first trap does not trap.
    expect(poses.map((pose) => reportHash(both.reports(pose)[0]))).toEqual(expected);
  });

  test('no vector instructions, or none allowed: the stages in TypeScript', () => {
    const none = new BothStages({ ...question, compiled: () => null });
    expect(poses.map((pose) => reportHash(none.reports(pose)[0]))).toEqual(expected);
    const { Instance } = WebAssembly;
    class Refusing {
      constructor() {
        throw new RangeError('WebAssembly.Instance(): Out of memory');
      }
    }
    Object.assign(WebAssembly, { Instance: Refusing });
    expect(CompiledSide.make({ body: null, other: null, bodyIsTool: true } as never)).toBeNull();
    Object.assign(WebAssembly, { Instance });
  });
});
