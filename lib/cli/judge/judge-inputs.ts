// A judgement's header → HTML that lists its inputs and explains how to read the page.

import { shellLine } from '../option-words.ts';
import { count, escapeHtml } from '../report/page-shell.ts';
import type { ValidatedBody } from '../validation-report/validation-header.ts';
import type { JudgeHeader } from './judge-header.ts';
import type { JudgedEngine } from './judge-json.ts';

export function judgeInputs({ header, summary }: JudgedEngine): string {
  const { engine, bone, tool, poses, results, options, kerf, node } = header;
  const body = (name: string, { file, faces, vertices, sha256, isoValue, frame }: ValidatedBody) =>
    `<dt>${name}</dt><dd>${escapeHtml(file)}${isoValue === undefined ? '' : `, the surface at ${isoValue}`}: ${count(faces)} faces, ${count(vertices)} vertices, frame ${frame ?? 'unknown'}<br>${hash(sha256)}</dd>`;
  const states = Object.entries(summary.states)
    .filter(([, some]) => some > 0)
    .map(([state, some]) => `${count(some)} ${state}`);
  const from = poses.from === 'file' ? `, from ${escapeHtml(poses.file)}<br>${hash(poses.sha256)}` : '';
  const feed = options.feed === null ? 'none given' : `${options.feed.map((x) => Number(x.toPrecision(4))).join(', ')} in the tool’s frame`; // biome-ignore format: a line
  return `<dl>
<dt>Engine</dt><dd>${escapeHtml(engine.name)}${engine.version === undefined ? ', version not given' : `, version ${escapeHtml(engine.version)}`}</dd>
<dt>Its machine</dt><dd>${engine.machine === undefined ? 'not given' : escapeHtml(engine.machine)}</dd>
<dt>Results</dt><dd>${escapeHtml(results.file)}: ${count(results.answers)} answers to ${count(summary.poses)} poses<br>${hash(results.sha256)}</dd>
${body('Bone', bone)}
${body('Tool', tool)}
<dt>Poses</dt><dd>${count(poses.count)}${from}</dd>
<dt>Of those judged</dt><dd>${states.length === 0 ? 'none' : states.join(', ')}</dd>
<dt>Tolerance</dt><dd>${options.tolerance} mm: how far a length may be off, and a point from the contact region</dd>
<dt>Radius</dt><dd>${options.radius} mm: a part of the contact region is covered if a reported point comes this near</dd>
<dt>Feed</dt><dd>${feed}</dd>
<dt>Oracle’s limit</dt><dd>${count(options.oracleLimit)} pieces of a surface for one question</dd>
<dt>Judged by</dt><dd>kerf ${escapeHtml(kerf)}, Node ${escapeHtml(node)}</dd>
</dl>`;
}

/** The command line that repeats the judgement. Files are named without their folders. */
export function judgeCommand({ bone, tool, poses, results, options }: JudgeHeader): string {
  const isoValue = bone.isoValue ?? tool.isoValue;
  const unit = bone.unit ?? tool.unit;
  const [file, pathUnit] = poses.from === 'file' ? [poses.file, poses.unit] : ['POSES', undefined];
  return shellLine([
    ...['kerf', 'judge', '--bone', bone.file, '--tool', tool.file, '--poses', file, '--results', results.file],
    ...(isoValue === undefined ? [] : ['--iso', String(isoValue)]),
    ...(unit === undefined ? [] : ['--unit', unit]),
    ...(pathUnit === undefined && unit === undefined ? [] : ['--path-unit', pathUnit ?? 'mm']),
    ...['--tolerance', String(options.tolerance), '--radius', String(options.radius)],
    ...(options.feed === null ? [] : ['--feed', options.feed.join(',')]),
    ...['--oracle-limit', String(options.oracleLimit), '--out', 'DIR'],
  ]);
}

function hash(sha256: string): string {
  return `<span class="hash">SHA-256 ${escapeHtml(sha256)}</span>`;
}

export function judgeReading({ options }: JudgeHeader): string {
  return `<h2>How to read this</h2>
<p>At every pose the engine’s answer was set against an oracle that shares no arithmetic with it, nor with kerf’s detector: states, pairs, smallest distances and places of points are exact; areas and the depth to the nearest surface are enclosed between two numbers. The other depths are kerf’s own certified intervals. What the results do not hold was not judged, and nothing is said of it.</p>
<p>Verdict: contact is where the bodies have a point in common, touching included. False: contact is said and there is none. Missed: contact is denied and there is one. Of another kind: intersecting surfaces and one body inside the other are taken for each other. Face pairs: those that share a point, each once. Distance: the smallest between the surfaces, 0 where they meet; of a body inside another it is that of the surfaces, too.</p>
<p>Contact region: the points that belong to one body’s surface and lie in the other, or on it. A reported point is in it if it is no farther than ${options.tolerance} mm from both bodies, inside counting as 0. A normal is compared with the nearest exact direction at its point, from bone to tool; beyond 90° moving along it presses the bodies together. How much of the region no point comes near is reported, and is not wrong: an engine may mean to give one point.</p>
<p>Depth to the nearest surface: the greatest distance from a body’s surface of a point of the other’s that lies inside. Along the feed axis: the longest way from where a line enters the bone to the last point of the tool on it. Protrusion: the greatest distance from the bone of a part of the tool that has come out on the far side. Least translation: the shortest that parts the bodies, where both are convex. Points are in the bone’s frame, lengths in millimetres.</p>`;
}
