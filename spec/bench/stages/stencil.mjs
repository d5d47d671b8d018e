// The classic image method, by depth and stencil, at several image sizes → pixels marked, faces kept, and which of the
// intersecting pairs it would have missed; kerf's stage by an image beside it.

import { readFileSync } from 'node:fs';
import { scriptOptions } from '../../harness/script-options.mjs';
import { count, row } from '../cells.mjs';
import { withAdapter } from '../gpu/adapter.mjs';
import { machine } from '../machine.mjs';
import { bone, saw } from '../meshes.mjs';
import { detectorOf } from '../peers/kerf.mjs';
import { strokes } from '../poses.mjs';
import { StencilOverlap } from './stencil-overlap.mjs';

const SEED = 20_260;
const IMAGES = [128, 512, 2048];
const KINDS = ['graze', 'cut'];

const { values } = scriptOptions('npm run bench -- stencil [--sizes 10k,200k] [--poses 36]', {
  sizes: { type: 'string', default: '10k,200k' },
  poses: { type: 'string', default: '36' },
});
const code = readFileSync(new URL('stencil-overlap.wgsl', import.meta.url), 'utf8');

await withAdapter(run);

async function run({ device, name }) {
  const { cpu, system, node } = machine([]);
  const { matrices, kinds } = strokes(SEED, Number(values.poses));
  console.log(`${cpu}; ${system}; Node ${node}; ${name}. ${matrices.length} poses, seed ${SEED}; sums over poses.\n`);
  const heads = ['bone faces', 'poses', 'image', 'pixels marked', 'bone faces kept', 'tool faces kept'];
  console.log(row([...heads, 'pairs that meet', 'missed', 'poses in which', 'missed by kerf’s image']));
  console.log(row([...heads, 1, 2, 3, 4].map((_, k) => (k === 1 ? ':--' : '--:'))));
  const stencil = await StencilOverlap.make(device, code);
  const tool = saw();
  for (const size of values.sizes.split(',')) {
    const mesh = bone(1000 * Number(size.replace(/k$/, '')));
    const [exact, image] = await Promise.all(
      ['scanlines', 'image'].map(async (candidates) => {
        const detector = await detectorOf(mesh, tool, 0.5, { candidates });
        const pairs = matrices.map((pose) => pairsOf(detector.intersectingFaces(pose)));
        detector.dispose();
        return pairs;
      }),
    );
    for (const kind of KINDS)
      for (const across of IMAGES) {
        const total = { pixels: 0, bone: 0, tool: 0, pairs: 0, missed: 0, poses: 0, byImage: 0 };
        for (const [i, pose] of matrices.entries()) {
          if (kinds[i] !== kind) continue;
          const look = await stencil.look(mesh, tool, pose, across);
          const [ofBone, ofTool] = [new Set(look?.boneFaces), new Set(look?.toolFaces)];
          const missed = exact[i].filter(([f, g]) => !ofBone.has(f) || !ofTool.has(g)).length;
          const found = new Set(image[i].map(String));
          total.pixels += look?.mask.reduce((sum, isMarked) => sum + isMarked, 0) ?? 0;
          total.bone += look?.boneFaces.length ?? 0;
          total.tool += look?.toolFaces.length ?? 0;
          total.pairs += exact[i].length;
          total.missed += missed;
          total.poses += missed > 0 ? 1 : 0;
          total.byImage += exact[i].filter((pair) => !found.has(String(pair))).length;
        }
        const { pixels, bone: ofBone, tool: ofTool, pairs, missed, poses, byImage } = total;
        const cells = [pixels, ofBone, ofTool, pairs, missed, poses, byImage].map(count);
        console.log(row([count(mesh.faces.length / 3), kind, `${across} px`, ...cells]));
      }
  }
  device.destroy();
}

/** Bone face and tool face of each pair. */
function pairsOf(flat) {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
}
