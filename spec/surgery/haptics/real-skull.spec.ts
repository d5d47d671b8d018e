// A dental drill and a power drill, set down on a CT skull by a script: the proxy stays on the surface, measured as
// exactly as two meshes allow.

import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { BoneBody } from '#bodies/bone-body.ts';
import { ToolBody } from '#bodies/tool-body.ts';
import { createDetector } from '#detector';
import { readMesh } from '#io';
import { HapticRun } from '#harness/haptic-run.ts';
import { partOf } from '#harness/long-run.ts';
import { testWithData } from '#harness/real-data.ts';

/** mm: how far the proxy may be from the surface, on either side. */
const ON_SURFACE = 0.05;
const SKULL = 'skull-ct/skull-ct-0050k.ply';
const TICKS = 2000;

type Vector = readonly [number, number, number];

/** The column-major rotation that takes a tool's axis, from its tip into it, to +z. */
const RISING: Readonly<Record<string, readonly number[]>> = {
  z: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
  // −x → z, y → y, z → x.
  '-x': [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0],
};

function turned(m: readonly number[], [x, y, z]: Vector): [number, number, number] {
  return [0, 1, 2].map((k) => m[k] * x + m[4 + k] * y + m[8 + k] * z) as [number, number, number];
}

/** The lowest (−1) or highest (1) point along z of a rotated mesh. */
function extreme(positions: ArrayLike<number>, m: readonly number[], sign: number): [number, number, number] {
  let best: [number, number, number] = [0, 0, -Infinity * sign];
  for (let v = 0; v < positions.length; v += 3) {
    const p = turned(m, [positions[v], positions[v + 1], positions[v + 2]]);
    if (sign * p[2] > sign * best[2] || !Number.isFinite(best[2])) best = p;
  }
  return best;
}

const drills = [
  ['tools/ycb-power-drill.ply', '-x'],
  ['tools/chai3d-dental-drill.ply', 'z'],
];
for (const [file, axis] of partOf(drills, 2, 0))
  testWithData([SKULL, file], `the proxy is within ${ON_SURFACE} mm of the surface`, async (skullPath, toolPath) => {
    const bone = readMesh(readFileSync(skullPath), 'ply', { name: 'skull' });
    const tool = readMesh(readFileSync(toolPath), 'ply', { name: 'tool' });
    const rotation = RISING[axis];
    const top = extreme(bone.positions, RISING.z, 1);
    const tip = extreme(tool.positions, rotation, -1);
    const detector = await createDetector({ bone, tool, backend: 'cpu', contactDistance: 0.1, resolution: 1 });
    const run = new HapticRun(new BoneBody(bone), new ToolBody(tool), {}, { every: 20, late: 20 });
    const pose = new Float64Array(16);
    const seen = { contact: 0, intersecting: 0 };
    let deepest = 0;
    for (let t = 0; t < TICKS; t++) {
      // From 3 mm above the top of the skull to 3 mm below it, and then 6 mm sideways.
      const height = Math.max(-3, 3 - 0.006 * t);
      const slide = 0.006 * Math.max(0, t - TICKS / 2);
      run.tick(Float64Array.from([...rotation, top[0] - tip[0] + slide, top[1] - tip[1], top[2] - tip[2] + height, 1]));
      if (t % 20 !== 0 || run.state !== 'contact') continue;
      seen.contact++;
      run.servo.proxyPose(pose);
      if (detector.intersects(pose)) {
        seen.intersecting++;
        deepest = Math.max(deepest, ...detector.detectSync(pose).patches.map(({ depth }) => depth));
      } else expect(detector.minimumDistance(pose).distance).toBeLessThanOrEqual(ON_SURFACE);
    }
    console.log(`${file}: ${JSON.stringify(seen)}, at most ${deepest.toFixed(4)} mm deep between samples`);
    expect(deepest).toBeLessThanOrEqual(ON_SURFACE);
    expect(seen.contact).toBeGreaterThan(40);
  });
