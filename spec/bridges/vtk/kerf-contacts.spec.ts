// vtkKerfContacts: the reports of detectSync, however its props are moved; kept where nothing changed; refused in
// words.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test } from '@jest/globals';
import vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import { box, sphere } from '#datasets';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { inDeep } from '#harness/sets.ts';
import { createDetectorSync, type TriangleMesh } from '#kerf';
import { polyDataFromMesh, poseOf, vtkKerfContacts } from '#vtk';
import { relativePose } from '#vtk/pose-of.ts';

const SEED = 50_003;
const bone = sphere({ radius: 10, subdivisions: 3 });
const tool = box({ size: [6, 5, 4] });
const options = { contactDistance: 0.5, resolution: 1.5 };

const made: { delete(): void }[] = [];
afterEach(() => {
  for (const filter of made.splice(0)) filter.delete();
});

function filterOf(first: TriangleMesh | null = bone, second: TriangleMesh | null = tool, given = {}) {
  const filter = vtkKerfContacts.newInstance({ ...options, ...given });
  if (first !== null) filter.setInputData(polyDataFromMesh(first), 0);
  if (second !== null) filter.setInputData(polyDataFromMesh(second), 1);
  made.push(filter);
  return filter;
}

const near = (random: () => number) => {
  const pose = Float64Array.from(rigidPose(random, 1));
  for (let k = 0; k < 3; k++) pose[12 + k] = 11 * (2 * random() - 1) * (k === 0 ? 1 : 0.3);
  return pose;
};

describe('vtkKerfContacts', () => {
  test(`100 poses, by every way that a prop moves: the bytes of detectSync (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const detector = createDetectorSync({ bone, tool, ...options });
    const filter = filterOf();
    const [boneProp, toolProp] = [vtkActor.newInstance(), vtkActor.newInstance()];
    filter.setBoneProp(boneProp);
    filter.setToolProp(toolProp);
    const states = new Map<string, number>();
    for (let k = 0; k < 100; k++) {
      const pose = near(random);
      switch (k % 5) {
        case 0:
          toolProp.setUserMatrix(pose as never);
          break;
        case 1:
          (toolProp.getUserMatrix() as unknown as Float64Array).set(pose);
          break;
        case 2:
          toolProp.setPosition(pose[12] / 10, pose[13] / 10, pose[14] / 10);
          break;
        case 3:
          boneProp.rotateWXYZ(20, 0, 0.6, 0.8);
          break;
        default:
          boneProp.setOrigin(1, 2, random());
      }
      const expected = detector.detectSync(relativePose(poseOf(boneProp), poseOf(toolProp)));
      states.set(expected.state, (states.get(expected.state) ?? 0) + 1);
      expect(reportHash(filter.getReport())).toBe(reportHash(expected));
      expect(filter.getOutputData(0).getNumberOfPolys()).toBe(expected.contacts.length);
    }
    expect(states.get('intersecting')).toBeGreaterThan(20);
  });

  test('outputs hold the report: contacts with cell data, curves, patches', () => {
    const filter = filterOf(bone, tool, { pose: near(mulberry32(SEED)) });
    const report = filter.getReport();
    const { contacts, intersectionSegments, intersectingFaces, patches } = report;
    expect(contacts.length).toBeGreaterThan(50);
    const triangles = filter.getOutputData(0);
    expect([...triangles.getPoints().getData()]).toEqual([...contacts.corners.subarray(0, 9 * contacts.length)]);
    const data = triangles.getCellData();
    for (const name of ['distance', 'low', 'high', 'normal', 'body', 'face', 'patch'] as const) {
      const array = data.getArrayByName(name);
      const width = name === 'normal' ? 3 : 1;
      expect([name, array?.getNumberOfComponents()]).toEqual([name, width]);
      expect([...(array?.getData() ?? [])]).toEqual([...contacts[name].subarray(0, width * contacts.length)]);
    }
    expect(data.getScalars()?.getName()).toBe('distance');
    const curves = filter.getOutputData(1);
    expect([...curves.getPoints().getData()]).toEqual([...intersectionSegments]);
    expect(curves.getNumberOfLines()).toBe(intersectionSegments.length / 6);
    expect([...(curves.getCellData().getArrayByName('toolFace')?.getData() ?? [])]).toEqual(
      [...intersectingFaces].filter((_, i) => i % 2 === 1),
    );
    const spots = filter.getOutputData(2);
    expect(spots.getNumberOfVerts()).toBe(patches.length);
    expect([...(spots.getPointData().getArrayByName('depth')?.getData() ?? [])]).toEqual(
      patches.map(({ depth }) => depth),
    );
  });

  test('nothing is computed again while nothing changes; an input or a distance that changes counts', () => {
    const filter = filterOf(bone, tool, { pose: near(mulberry32(SEED)) });
    const first = filter.getReport();
    expect(filter.getReport()).toBe(first);
    const output = filter.getOutputData(0);
    expect(filter.getOutputData(0)).toBe(output);
    filter.setResolution(3);
    const coarse = filter.getReport();
    expect(coarse.contacts.length).toBeLessThan(first.contacts.length);
    // Points changed in place: vtk.js's word for it is modified().
    const polyData = polyDataFromMesh(box({ size: [6, 5, 4] }));
    filter.setInputData(polyData, 1);
    const same = filter.getReport();
    expect(same.contacts.length).toBe(coarse.contacts.length);
    const positions = polyData.getPoints().getData();
    for (let i = 0; i < positions.length; i++) positions[i] *= 0.5;
    polyData.getPoints().modified();
    polyData.modified();
    expect(filter.getReport().contacts.length).not.toBe(same.contacts.length);
  });

  test.each([
    ['no tool', bone, null, /has no tool: its input 1 is/],
    ['no bone', null, tool, /has no bone: its input 0 is/],
  ])('%s: refused in words', (_, first, second, says) => {
    const filter = filterOf(first, second);
    expect(() => filter.getReport()).toThrow(expect.objectContaining({ code: 'MISSING_MESH' }));
    expect(() => filter.getReport()).toThrow(says);
  });

  test('a pose that is refused leaves nothing stale: the next one is answered', () => {
    const filter = filterOf();
    const toolProp = vtkActor.newInstance();
    filter.setToolProp(toolProp);
    const before = reportHash(filter.getReport());
    toolProp.setScale(2, 2, 2);
    expect(() => filter.getReport()).toThrow(/scale is 2, 2, 2/);
    toolProp.setScale(1, 1, 1);
    expect(reportHash(filter.getReport())).toBe(before);
  });

  inDeep(() =>
    test(`10,000 updates leave nothing behind: no report but the last, no more memory (seed ${SEED})`, async () => {
      setFlagsFromString('--expose-gc');
      const collect = runInNewContext('gc') as () => void;
      const random = mulberry32(SEED);
      const filter = filterOf(sphere({ radius: 10, subdivisions: 1 }), tool, { resolution: 8 });
      const toolProp = vtkActor.newInstance();
      filter.setToolProp(toolProp);
      const kept: WeakRef<object>[] = [];
      const update = () => {
        toolProp.setUserMatrix(near(random) as never);
        kept.push(new WeakRef(filter.getReport()), new WeakRef(filter.getOutputData(0)));
      };
      /** Bytes after `count` more updates. */
      const after = async (count: number) => {
        for (let k = 0; k < count; k++) update();
        // What array buffers held is given back a little after them: until a collection finds no more.
        let bytes = Number.POSITIVE_INFINITY;
        for (let still = 0; still < 5; still++) {
          await new Promise(setImmediate);
          collect();
          const { heapUsed, external } = process.memoryUsage();
          if (heapUsed + external < bytes) [bytes, still] = [heapUsed + external, 0];
        }
        return bytes;
      };
      const before = await after(4000);
      const grown = (await after(6000)) - before;
      const alive = kept.filter((ref) => ref.deref() !== undefined).length;
      console.log(
        `${kept.length / 2} updates: ${alive} reports and outputs alive, ${grown} bytes more than after 4,000`,
      );
      // The last report and output; those before may still be in a register of this function.
      expect(alive).toBeLessThanOrEqual(4);
      // The weak references themselves are of some 100 bytes an update; a report has thousands.
      expect(grown).toBeLessThan(200 * 6000);
    }),
  );
});
