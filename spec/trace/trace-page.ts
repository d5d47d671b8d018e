// A trace → an HTML page: each stage's input and output, and pictures of what three of them gave, seen from the tool.

import { aslant, ballAround, drawn, PICTURE_SIZE, unit } from '#cli/report/drawn-picture.ts';
import { escapeHtml, figure, pageShell, type Picture } from '#cli/report/page.ts';
import { pageStyle } from '#cli/report/page-style.ts';
import type { Shown } from '#cli/report/picture.ts';
import { leafCornersOf } from '#detector/leaf-corners-of.ts';
import type { TriangleMesh } from '#mesh';
import { stagesOf, type Trace } from './trace-pose.ts';

const BONE_COLOUR = [226, 211, 178];
const IN_PAIRS = [232, 163, 61];
const INSIDE = [163, 0, 27];
/** Of levels 0, 1, …; beyond them the last. */
const BY_LEVEL = [
  [68, 119, 170],
  [102, 204, 238],
  [34, 136, 51],
  [204, 187, 68],
  [238, 102, 119],
  [170, 51, 119],
];
/** By distance: inside the other solid, touching or not, and within δ of it. */
const DEEP = [163, 0, 27];
const NEAR = [11, 106, 162];

export function tracePage(trace: Trace): string {
  const { bone, tool, contactDistance, resolution } = trace.input;
  const title = `${bone.name} and ${tool.name}, stage by stage`;
  const rows = stagesOf(trace).map(({ name, receives, gives }, i) => {
    const what = gives.map(escapeHtml).join('<br>');
    return `<tr><td>${i}</td><td>${name}</td><td>${escapeHtml(receives)}</td><td>${what}</td></tr>`;
  });
  const { pictures, millimetresWide } = picturesOf(trace);
  const body = `<p class="brand">kerf: one pose, stage by stage</p>
<h1>${escapeHtml(title)}</h1>
<p>δ ${contactDistance} mm, h ${resolution} mm. Lengths are in millimetres, in the bone’s frame.</p>
<div class="wide"><table><thead><tr><th></th><th>stage</th><th>receives</th><th>gives</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>
<h2>On the bone, seen from the tool</h2>
<p>Each picture is ${Number(millimetresWide.toPrecision(3))} mm wide.</p>
<div class="pictures">${pictures.map(figure).join('\n')}</div>`;
  const style = `${pageStyle}
.wide td, .wide th { padding: 4px 12px; text-align: left; vertical-align: top; border-bottom: 1px solid var(--grid); }`;
  return pageShell({ title, style, body });
}

function picturesOf(trace: Trace): { pictures: Picture[]; millimetresWide: number } {
  const { bone, tool, pose } = trace.input;
  const [{ body, active, leaves, records }] = trace.sides;
  const { face, inside } = active.rows.columns;
  const isActive = new Uint8Array(body.faceCount);
  for (let row = 0; row < active.rows.length; row++) isActive[face[row]] = 1 + inside[row];
  const near = isActive.some((flag) => flag > 0) ? ballAround(bone, isActive.map(Math.sign)) : ballAround(bone);
  const { centre } = ballAround(tool);
  const toolAt = [0, 1, 2].map((r) => pose[12 + r] + centre.reduce((sum, x, c) => sum + pose[4 * c + r] * x, 0));
  const forward = aslant(unit(near.centre.map((x, k) => x - toolAt[k])), 0.4);
  const view = { ...near, radius: 1.2 * near.radius, depth: Number.POSITIVE_INFINITY, forward, ...PICTURE_SIZE };
  const plain: Shown = { mesh: bone, colour: () => BONE_COLOUR };
  const stage1: Shown = { mesh: bone, colour: (f) => [BONE_COLOUR, IN_PAIRS, INSIDE][isActive[f]] };

  const cornersOf = leafCornersOf(body, leaves);
  const leafCorners = new Float64Array(9 * leaves.rows.length);
  for (let leaf = 0; leaf < leaves.rows.length; leaf++) cornersOf(leaf, leafCorners.subarray(9 * leaf, 9 * leaf + 9));
  const { level } = leaves.rows.columns;
  // Towards the eye, so that no bone face covers its own leaves.
  const lift = forward.map((x) => -1e-3 * near.radius * x);
  const stage2: Shown = {
    mesh: trianglesAt(leafCorners, lift),
    // Neighbours differ a little, so that one sees the leaves.
    colour: (leaf) => BY_LEVEL[Math.min(level[leaf], BY_LEVEL.length - 1)].map((x) => x * (leaf % 2 === 0 ? 1 : 0.86)),
  };
  const { distance, corners } = records.columns;
  const rowsOf = records.length;
  const stage4: Shown = {
    mesh: trianglesAt(corners.subarray(0, 9 * rowsOf), lift),
    colour: (row) => (distance[row] <= 0 ? DEEP : NEAR),
  };
  const pictures = [
    drawn('Stage 1: orange faces are in candidate pairs, red faces lie inside the tool', view, [stage1]),
    drawn('Stage 2: leaves, by level: dark blue 0, light blue 1, green 2, yellow 3, pink 4, violet 5 and beyond', view, [plain, stage2]), // biome-ignore format: one call
    drawn('Stages 3 and 4: contacts: red touch the tool or lie in it, blue come within δ', view, [plain, stage4]),
  ];
  return { pictures, millimetresWide: (2 * view.radius * view.width) / view.height };
}

/** @param corners nine coordinates a triangle. */
function trianglesAt(corners: Float64Array, lift: readonly number[]): TriangleMesh {
  const positions = corners.map((x, i) => x + lift[i % 3]);
  return { positions, faces: Uint32Array.from({ length: corners.length / 3 }, (_, i) => i), name: 'triangles' };
}
