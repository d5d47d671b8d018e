// The compiled stages kept from pose to pose against new ones without WebAssembly: every bit of every report.

import { describe, expect, test } from '@jest/globals';
import { box, cuttingPath, sawBlade, skullVaultSphere, skullWallThickness, sphere } from '#datasets';
import { inverted, joined } from '#datasets/rearrange-faces.ts';
import { createMesh } from '#kerf';
import { CompiledSide, type SideInput } from '#compiled';
import { CompiledStages, type Instantiate, isTrap, withoutWebAssembly } from '#compiled/compiled-stages.ts';
import {
  bones,
  caseCount,
  contactCases,
  FEW,
  poseOf,
  randomRotation,
  scaledCase,
  translation,
  type Variety,
} from '#harness/contact-cases.ts';
import { type DegenerateCase, degenerateCases } from '#harness/degenerate-bodies.ts';
import { EditedBone, editKinds } from '#harness/edited-bone.ts';
import { KeptAndFresh, Met } from '#harness/kept-and-fresh.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { boneOf } from '#harness/stage-bodies.ts';
import { activeOf, leavesFor } from '#harness/subdivision.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 16_023;

describe('whatever was asked before, with WebAssembly and without', () => {
  onDegenerateBodies(degenerateCases.filter((_, i) => i % 9 === 1));
  onClosedBodies(FEW);
  crowdedLists(2, 1);
  inDeep(() => {
    alongPath();
    onDegenerateBodies(partOf(degenerateCases, 2, 0));
    onClosedBodies({
      ...{ plain: longRun(10, 5), orders: longRun(2, 1) },
      ...{ motions: longRun(6, 3), scales: longRun(3, 1), far: longRun(6, 3) },
    });
    crowdedLists(4, longRun(6, 1));

    test(`through edits of every kind, seed ${SEED}`, () => {
      const random = mulberry32(SEED);
      const met = new Met();
      const kept = new EditedBone(sphere({ radius: 10, subdivisions: 3 }));
      const bone = createMesh(kept.positions, kept.faces.flat());
      const both = new KeptAndFresh({ bone, tool: box({ size: [6, 5, 4] }), contactDistance: 0.5, resolution: 1.5 });
      for (let k = 0; k < longRun(60, 20); k++) {
        const edit = kept.edit(editKinds[k % editKinds.length], random);
        kept.apply(edit);
        both.edit(edit);
        const reach = (): number => 9 * random() - 4.5;
        const pose = poseOf(randomRotation(random), [reach() + (k % 4 === 0 ? 0 : 5), reach(), reach()]);
        met.add(both.expectSame(pose, { k }));
      }
      expect(met.contacts).toBeGreaterThan(longRun(10_000, 3_000));
      for (const state of ['intersecting', 'enclosed']) expect(met.of(state)).toBeGreaterThan(0);
    });

    test('where the gap is δ, and where it is some roundings more', () => {
      const met = new Met();
      const both = new KeptAndFresh({
        bone: box({ size: [8, 6, 4] }),
        tool: box({ size: [5, 7, 3] }),
        contactDistance: 0.5,
        resolution: 2,
      });
      // Starting at a gap of δ between the boxes' faces: lengthSlack is 64 units in the last place, a step is 16.
      for (let k = 0; k < 120; k += longRun(8, 40)) {
        met.add(both.expectSame(translation(0.3, 0.2, 4 + k * 2 ** -50), { k }));
        met.add(both.expectSame(poseOf([0.8, 0.6, 0, -0.6, 0.8, 0, 0, 0, 1], [0.3, 0.2, 4 + k * 2 ** -50]), { k }));
      }
      expect(met.of('near')).toBeGreaterThan(0);
      expect(met.of('separated')).toBeGreaterThan(0);
    });

    test('where the first point lies in the cell at the origin, and where the table of cells has just grown', () => {
      // The tool's corners, measured against the bone, lie in the cell that begins at the origin.
      const bone = sphere({ radius: 20, subdivisions: 3, center: [0.5, 0.5, 19] });
      const both = new KeptAndFresh({
        bone,
        tool: box({ size: [0.4, 0.4, 0.4] }),
        contactDistance: 0.1,
        resolution: 1,
      });
      const met = new Met();
      for (let k = 0; k < 3; k++) met.add(both.expectSame(translation(0.3, 0.3, 0.4 + 0.1 * k), { k }));
      // Some cells per pose: the table passes 64, 128, 256, 512 and 1,024 cells, and the first cell is queried again.
      let cells = 0;
      for (let x = -9; x < 9; x++)
        for (let y = -9; y < 9; y += 2, cells++) {
          met.add(both.expectSame(translation(x + 0.5, y + 0.5, 8.5), { x, y }));
          if (cells % 40 === 0) met.add(both.expectSame(translation(0.3, 0.3, 0.4), { x, y, again: true }));
        }
      for (let x = -3; x < 3; x += 0.25) met.add(both.expectSame(translation(x, 0.3, 0.4 + x / 16), { x }));
      expect(met.contacts).toBeGreaterThan(1000);
    });
  });

  test(`one side alone, open bodies, strained poses, seed ${SEED}`, () => {
    const random = mulberry32(SEED);
    const met = new Met();
    const [first] = bones;
    const open = createMesh(first.positions, first.faces.slice(6));
    for (let k = 0; k < longRun(24, 3); k++) {
      const sides = (['bone', 'tool', 'both'] as const)[k % 3];
      const bone = k % 2 === 0 ? open : first;
      const both = new KeptAndFresh({
        bone,
        tool: box({ size: [9, 7, 8] }),
        contactDistance: 0.4,
        resolution: 1.5,
        sides,
      });
      met.add(both.expectSame(rigidPose(random, 9), { k }));
    }
    expect(met.contacts).toBeGreaterThan(longRun(1000, 90));
  });
});

function alongPath(): void {
  test('along a cutting path, one pose behind another', () => {
    // A whole sphere about the vault's centre, as thick as the vault.
    const { center, radius } = skullVaultSphere;
    const cavity = sphere({ radius: radius - skullWallThickness, subdivisions: 3, center });
    const bone = joined(sphere({ radius, subdivisions: 4, center }), inverted(cavity));
    const both = new KeptAndFresh({
      bone,
      tool: sawBlade({ targetFaces: 1_500 }),
      contactDistance: 0.5,
      resolution: 1,
    });
    const path = cuttingPath({ poses: 8 });
    const met = new Met();
    for (let pose = 0; pose < 8; pose += longRun(1, 2))
      met.add(both.expectSame(path.subarray(16 * pose, 16 * pose + 16), { pose }));
    expect(met.contacts).toBeGreaterThan(longRun(5_000, 2_500));
    expect(met.of('intersecting')).toBeGreaterThan(longRun(2, 1));
  });
}

function onDegenerateBodies(cases: readonly DegenerateCase[]): void {
  test(`on ${cases.length} degenerate bodies`, () => {
    const met = new Met();
    for (const { name, bone, tool, pose, delta } of cases)
      met.add(new KeptAndFresh({ bone, tool, contactDistance: delta, resolution: 0.8 }).expectSame(pose, { name }));
    expect(met.contacts).toBeGreaterThan(2 * cases.length);
  });
}

function onClosedBodies(variety: Variety): void {
  test(`on ${caseCount(variety)} bodies in seeded motions, scales and far origins, seed ${SEED}`, () => {
    const random = mulberry32(SEED);
    const met = new Met();
    for (const given of contactCases(random, variety)) {
      const scale = 2 ** Math.floor(60 * random() - 30);
      const { bone, tool, pose, delta, h } = scaledCase(given, scale);
      const both = new KeptAndFresh({ bone, tool, contactDistance: delta, resolution: h });
      met.add(both.expectSame(pose, { scale }));
    }
    expect(met.contacts).toBeGreaterThan(45 * caseCount(variety));
  });
}

function crowdedLists(subdivisions: number, poses: number): void {
  test(`where lists are crowded and where they are forgotten, with spheres halved ${subdivisions} times, seed ${SEED}`, () => {
    const random = mulberry32(SEED);
    const bone = sphere({ radius: 2, subdivisions });
    const met = new Met();
    for (const mostKept of [1, 2 ** 16]) {
      const both = new KeptAndFresh({
        bone,
        tool: sphere({ radius: 1.5, subdivisions: subdivisions - 1 }),
        contactDistance: 0.3,
        // Cells as large as the bodies.
        resolution: 4,
        kept: (side) => new CompiledSide(side, mostKept),
      });
      for (let k = 0; k < poses; k++) {
        const pose = poseOf(
          randomRotation(random),
          [0, 1, 2].map(() => 2.4 * random() - 1.2),
        );
        met.add(both.expectSame(pose, { mostKept, k }));
      }
    }
    expect(met.contacts).toBeGreaterThan(4 ** subdivisions * poses);
  });
}

describe('lists of near faces behind edits', () => {
  // The tool's corners are inside, so their nearest faces are needed; the edits are near those faces.
  const pose = poseOf(randomRotation(mulberry32(SEED)), [7, 0.5, 0.25]);
  const under = (kept: EditedBone): number[] => {
    const near = (face: number): number => {
      const [x, y, z] = [0, 1, 2].map(
        (k) => kept.faces[face].reduce((sum, v) => sum + kept.positions[3 * v + k], 0) / 3,
      );
      return Math.hypot(x - 10, y, z);
    };
    return kept
      .live()
      .map((face) => ({ face, way: near(face) }))
      .sort((a, b) => a.way - b.way)
      .slice(0, 40)
      .map(({ face }) => face);
  };

  test.each(partOf([1, 4], 2, 1))(
    'hold, where each edit has %i dents, bumps, holes and lids under the tool',
    (atOnce) => {
      const random = mulberry32(SEED + atOnce);
      const kept = new EditedBone(sphere({ radius: 10, subdivisions: 3 }));
      const bone = createMesh(kept.positions, kept.faces.flat());
      const both = new KeptAndFresh({ bone, tool: box({ size: [6, 5, 4] }), contactDistance: 0.5, resolution: 1.2 });
      const hashes = new Set<string>();
      let rows = 0;
      for (let k = 0; k < longRun(24, 4); k++) {
        for (let n = 0; n < atOnce; n++) {
          const among = under(kept);
          const face = among[Math.floor(random() * among.length)];
          const [a, b, c] = kept.faces[face];
          const next = kept.positions.length / 3;
          const height = 0.9 + 0.15 * random();
          const apex = [0, 1, 2].map(
            (i) => (height * [a, b, c].reduce((sum, v) => sum + kept.positions[3 * v + i], 0)) / 3,
          );
          const raised = { remove: [face], positions: apex, faces: [a, b, next, b, c, next, c, a, next] };
          const edit = k % 4 === 2 ? { remove: [face] } : raised;
          if (k % 4 === 2) kept.holes.push(kept.faces[face]);
          kept.apply(edit);
          both.edit(edit);
        }
        if (k % 4 === 3) {
          const lids = { remove: [], faces: kept.holes.splice(0).flat() };
          kept.apply(lids);
          both.edit(lids);
        }
        const report = both.expectSame(pose, { k });
        rows += report.contacts.length;
        hashes.add(reportHash(report));
      }
      expect(rows).toBeGreaterThan(longRun(8_000, 1_300));
      // Nearly every edit shows in the report.
      expect(hashes.size).toBeGreaterThan(longRun(20, 2));
    },
  );
});

describe('where the memory is too small', () => {
  const bone = sphere({ radius: 10, subdivisions: 2 });
  const question = { bone, tool: box({ size: [6, 5, 4] }), contactDistance: 0.5, resolution: 1.5 };
  const poses = [translation(10, 0, 0), translation(0, 10, 1), translation(3, 3, 8)];
  const expected = poses.map((pose) => reportHash(new KeptAndFresh(question).report(pose)));
  const usual: Instantiate = (host) => new CompiledStages(host).call;

  /** Instances that trap in a function if they hold more rows than `most`. @param traps counts them. */
  const trapping =
    (name: 'subdivide' | 'measure', most: number, traps: { count: number }, make = usual): Instantiate =>
    (host) => {
      const call = { ...make(host) };
      let rows = 0;
      const { reserveRows, [name]: pass, memory } = call;
      return {
        ...call,
        // A getter in a module without WebAssembly.
        memory,
        reserveRows(count) {
          rows = count;
          reserveRows(count);
        },
        [name]() {
          if (rows <= most) return pass();
          traps.count++;
          throw new WebAssembly.RuntimeError('unreachable');
        },
      };
    };

  test.each(['subdivide', 'measure'] as const)(
    'a trap in %s: the same reports, in parts, and the next pose',
    (name) => {
      for (const most of [1, 3, 20]) {
        const traps = { count: 0 };
        const kept = (side: SideInput) => new CompiledSide(side, undefined, trapping(name, most, traps));
        const query = new KeptAndFresh({ ...question, kept });
        expect(poses.map((pose) => reportHash(query.report(pose)))).toEqual(expected);
        expect(traps.count).toBeGreaterThan(most < 20 ? poses.length : 0);
      }
    },
  );

  test('leaves made in parts: the table of one pass, lists of near faces too', () => {
    const [body, other] = [boneOf(question.bone), boneOf(question.tool)];
    const faces = [0, 1, 2, 3, 4, 5, 6].map((face) => 11 * face);
    const asked = { body, other, active: activeOf(faces, [1, 3, 4, 9]), inside: null, delta: 20, resolution: 0.8 };
    const side = new CompiledSide(
      { body, other, bodyIsTool: false },
      undefined,
      trapping('subdivide', 2, { count: 0 }),
    );
    const [whole, parts] = [leavesFor(asked), leavesFor(asked, side)];
    expect(whole.rows.length).toBeGreaterThan(50);
    expect(parts.rows.copyColumns()).toEqual(whole.rows.copyColumns());
    expect(parts.near.values.slice(0, parts.near.length)).toEqual(whole.near.values.slice(0, whole.near.length));
  });

  test('not one row fits: a refusal that says so, and the pose before stays right', () => {
    const kept = (side: SideInput) => new CompiledSide(side, undefined, trapping('subdivide', 0, { count: 0 }));
    const query = new KeptAndFresh({ ...question, kept });
    expect(() => query.report(poses[0])).toThrow(expect.objectContaining({ code: 'RESOLUTION_TOO_FINE' }));
    expect(() => query.report(poses[0])).toThrow(/of one face of .* do not fit in 2 GiB/);
  });

  test('no address space for a memory: a refusal', () => {
    const refusing: Instantiate = () => {
      throw new RangeError('WebAssembly.Instance(): Out of memory');
    };
    const query = new KeptAndFresh({ ...question, kept: (side) => new CompiledSide(side, undefined, refusing) });
    expect(() => query.report(poses[0])).toThrow(/there is no memory left/);
  });

  test('another error of the host is not taken for a trap', () => {
    const failing: Instantiate = (host) => ({
      ...usual(host),
      subdivide() {
        throw new TypeError('of the host');
      },
    });
    const query = new KeptAndFresh({ ...question, kept: (side) => new CompiledSide(side, undefined, failing) });
    expect(() => query.report(poses[0])).toThrow(TypeError);
  });

  test('without WebAssembly, what ends an instance is known as a trap too', async () => {
    const call = (await withoutWebAssembly())(unasked);
    let error: unknown;
    try {
      call.reserveOwn(2 ** 24 + 1);
    } catch (thrown) {
      error = thrown;
    }
    expect(isTrap(error)).toBe(true);
  });

  inDeep(() => {
    test('tables lie behind each other below 2 GiB, and beyond that the module traps', () => {
      const { call } = new CompiledStages(unasked);
      // Bytes per row; untouched pages cost nothing.
      const tables = [
        [72, call.reserveOwn],
        [4, call.reserveNear],
        [4, call.reserveCrossings],
        [
          80,
          (count: number) => {
            call.reserveOthers(count);
            return call.otherAt(0);
          },
        ],
      ] as const;
      const taken: [from: number, to: number][] = [];
      let traps = 0;
      for (const rows of [100, 5000, 2 ** 20, 2 ** 21, 2 ** 22, 2 ** 23, 2 ** 24, 2 ** 24 + 1, 2 ** 26, 2 ** 31 - 1])
        for (const [bytes, reserve] of tables)
          try {
            const at = reserve(rows);
            taken.push([at, at + bytes * rows]);
          } catch (error) {
            expect(error).toBeInstanceOf(WebAssembly.RuntimeError);
            traps++;
          }
      expect(traps).toBeGreaterThan(12);
      expect(taken.length).toBeGreaterThan(16);
      taken.sort(([a], [b]) => a - b);
      for (const [i, [from, to]] of taken.entries()) {
        expect(from).toBeGreaterThan(0);
        expect(to).toBeLessThanOrEqual(taken[i + 1]?.[0] ?? call.memory.buffer.byteLength);
      }
      expect(call.memory.buffer.byteLength).toBeLessThan(2 ** 31);
    });
  });
});

const refuse = (): number => {
  throw new Error('is not asked');
};
const unasked = {
  ...{ isInside: refuse, knownDistance: refuse, sharpen: refuse, isWithin: refuse, listAt: refuse, nearestTo: refuse },
  look() {},
};
