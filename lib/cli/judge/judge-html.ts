// A finished judgement of an engine → one self-contained HTML page without scripts.

import type { TriangleMesh } from '#mesh';
import { type DepthDefinition, depthDefinitions } from '#validation';
import { shellLine } from '../command-words.ts';
import { count, escapeHtml, figure, htmlPage, htmlTable, repeatSection, section, verdictHtml } from '../report/page.ts';
import { histogramStyle, seriesStyle } from '../report/plot.ts';
import { short } from '../validation-report/number-text.ts';
import { hash, validatedBody } from '../validation-report/validation-html.ts';
import { answerTable } from './answer-table.ts';
import type { JudgedEngine, JudgeHeader } from './judge-files.ts';
import { judgePictures } from './judge-pictures.ts';
import { alongPoses, depthSvg, distanceBars, dotsNote, normalBars, pointBars } from './judge-plots.ts';
import { definitionWords, type JudgeRow, judgedDefinitions, judgeRows } from './judge-rows.ts';

interface Bodies {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
}

export function judgeHtml(judged: JudgedEngine, bodies: Bodies): string {
  const { header, notices, summary, judgements } = judged;
  const { engine, options } = header;
  const title = `${engine.name}${engine.version === undefined ? '' : ` ${engine.version}`}: ${header.tool.file} on ${header.bone.file}`;
  const { verdict, sentence, suspicions } = summary;
  const orNothing = (name: string, content: string) => (content === '' ? '' : section(name, content));
  return htmlPage({
    ...{ name: 'kerf judge', title, style: judgeStyle, version: header.kerf },
    about: 'another engine’s answers against exact arithmetic',
    notices: [...suspicions, ...notices],
    verdict: verdictHtml(verdict, sentence, verdictWords[verdict]),
    sections: [
      section('What was judged', `${partTable(judgeRows(summary))}\n${absentNote(summary.absent)}`),
      orNothing('Worst answers', worst(judged, bodies)),
      orNothing('What its depth means', depths(judged)),
      orNothing('Errors', errors(judged)),
      section('Answers', answerTable(judgements, options.tolerance)),
      section('Inputs', judgeInputs(judged)),
      repeatSection(header.kerf, judgeCommand(header)),
    ],
    footer: judgeReading(header),
  });
}

const verdictWords = { agrees: 'Agrees.', differs: 'Differs.', undecided: 'Undecided.' } as const;

function partTable(rows: readonly JudgeRow[]): string {
  const lines = rows.map(({ part, of, judged, wrong, undecided, says }) => {
    const number = judged === null ? '' : `${count(judged)} <span class="hint">${of}</span>`;
    return `<tr><th scope="row">${part}</th><td>${number}</td><td>${wrong === null ? '' : count(wrong)}</td><td>${outcome(judged, wrong, undecided)}</td><td>${escapeHtml(says)}</td></tr>`;
  });
  return htmlTable(['part', 'judged', 'wrong', '', 'in figures'], lines, 'parts', true);
}

function outcome(judged: number | null, wrong: number | null, undecided = 0): string {
  if (judged === null) return '<span class="outcome absent">absent</span>';
  if (wrong === null) return '<span class="outcome">reported</span>';
  if (wrong > 0) return '<span class="outcome wrong">wrong</span>';
  return undecided > 0
    ? '<span class="outcome undecided">undecided</span>'
    : '<span class="outcome right">right</span>';
}

function absentNote(absent: readonly string[]): string {
  if (absent.length === 0) return '';
  return `<p class="hint">Not in the results, and therefore not judged: ${escapeHtml(absent.join(', '))}.</p>`;
}

function worst({ header, judgements }: JudgedEngine, bodies: Bodies): string {
  const pictures = judgePictures(judgements, bodies, header.options.tolerance);
  if (pictures.length === 0) return '';
  return `<div class="pictures">
${pictures.map(figure).join('\n')}
</div>
<ul class="key"><li><i class="good"></i>reported point in the contact region</li><li><i class="bad"></i>reported point outside of it</li><li><i class="reversed"></i>its normal points backwards</li></ul>
<p class="hint">The worst answer of each kind; points are seen through the bodies.</p>`;
}

function depths({ header, summary, judgements }: JudgedEngine): string {
  const names = judgedDefinitions(summary);
  const { depth } = summary;
  if (depth === null || names.length === 0) return '';
  const { tolerance, feed } = header.options;
  const without = depthDefinitions.filter((name) => !names.includes(name)).map((name) => definitionWords[name]);
  const verdict =
    depth.agreesWith === null
      ? 'It agrees with none of them at any pose in contact.'
      : `It agrees best with the depth ${definitionWords[depth.agreesWith]}.`;
  const figures = names.map((name) => {
    const asked = judgements.filter(({ exact, depth }) => exact.state !== 'separated' && depth?.exact[name]);
    const agree = asked.filter(({ depth }) => depth?.agrees.includes(name)).length;
    return `<figure>${depthSvg(judgements, name, tolerance)}<figcaption>${definitionWords[name]}: ${count(agree)} of ${count(asked.length)} in contact agree</figcaption></figure>`;
  });
  const lines = names.map((name) => {
    const { judged, agrees, undecided, error } = depth.definitions[name];
    const cells = [judged, agrees, undecided].map((value) => `<td>${count(value)}</td>`);
    const off = [error.mean, error.p95, error.max].map((value) => `<td>${short(value)}</td>`);
    return `<tr><th scope="row">${definitionWords[name]}</th>${[...cells, ...off].join('')}</tr>`;
  });
  const heads = ['definition', 'judged', 'agrees', 'undecided', 'off by, mm: mean', '95 %', 'at most'];
  return `<p>Engines mean different things by depth. Against each written-down definition: on the diagonal they agree, within the band by the tolerance of ${tolerance} mm; a bar is as wide as the exact depth is known. ${verdict}</p>
<div class="depth-plots">
${figures.join('\n')}
</div>
${dotsNote(judgements.length)}
${htmlTable(heads, lines, 'depths')}
${without.length === 0 ? '' : `<p class="hint">Not asked for, or not defined for these bodies: ${without.join(', ')}.${feed === null ? ' --feed x,y,z asks for the depth along an axis.' : ''}</p>`}
${alongPoses('depth, mm', judgements, depthSeries(names))}`;
}

function depthSeries(names: readonly DepthDefinition[]): Parameters<typeof alongPoses>[2] {
  return [
    ...names.map((name) => ({
      name: `exact: ${definitionWords[name]}`,
      colour: name,
      value: ({ depth }: JudgedEngine['judgements'][number]) => depth?.exact[name] ?? null,
    })),
    { name: 'the engine', colour: 'engine', value: ({ depth }) => depth && { low: depth.engine, high: depth.engine } },
  ];
}

function errors({ header, judgements }: JudgedEngine): string {
  const { tolerance } = header.options;
  const bars = [distanceBars(judgements, tolerance), pointBars(judgements, tolerance), normalBars(judgements)];
  const plots = bars.filter((svg) => svg !== '').map((svg) => `<div class="histogram">${svg}</div>`);
  const distances = alongPoses('distance, mm', judgements, [
    { name: 'exact', colour: 'exact', value: ({ exact }) => ({ low: exact.distance, high: exact.distance }) },
    {
      name: 'the engine',
      colour: 'engine',
      value: ({ distance }) => distance && { low: distance.engine, high: distance.engine },
    },
  ]);
  if (plots.length === 0) return distances;
  return `${plots.join('\n')}
<p class="hint">Green: within the tolerance of ${tolerance} mm, and of normals less than 90°; dashed lines mark both.</p>
${distances}`;
}

/** Added to the style of all pages. */
const judgeStyle = `${seriesStyle}${histogramStyle}
.verdict.agrees { border-color: var(--good); }
.verdict.differs { border-color: var(--bad); }
.verdict.undecided { border-color: var(--near); }
.verdict strong { margin-right: 6px; }
.verdict.agrees strong { color: var(--good-ink); }
.verdict.differs strong { color: var(--bad-ink); }
.verdict.undecided strong { color: var(--near-ink); }
.outcome { display: inline-block; padding: 0 8px; border-radius: 9px; font-size: 13px; background: var(--plain-wash); }
.outcome.right { background: var(--good-wash); }
.outcome.wrong { background: #c1121f; color: #fff; }
.outcome.undecided { background: var(--near-wash); }
.outcome.absent { color: var(--soft); background: none; padding: 0; }
.table { width: fit-content; max-width: 100%; }
.table.whole { max-height: none; }
.table .parts td:nth-child(5) { min-width: 200px; }
.table .parts :is(th, td), .table .depths :is(th, td) { white-space: normal; }
.table .parts :is(th, td):nth-child(1), .table .parts :is(th, td):nth-child(5), .table .depths th { text-align: left; }
.table .parts tbody th, .table .depths tbody th { font-weight: 600; }
.table .depths :is(th, td):nth-child(2) { text-align: right; }
.table .answers :is(th, td) { font-size: 13px; padding: 3px 8px; }
.table .answers thead th { white-space: normal; vertical-align: bottom; }
.table .answers tbody :is(th, td) { vertical-align: top; }
.table .answers .words { display: block; min-width: 120px; max-width: 420px; text-align: left; white-space: normal; }
.table .answers tr.wrong { background: var(--bad-faint); }
.depth-plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 290px), 380px)); gap: 14px; margin: 12px 0 0; }
.depth-plots ~ .table { margin-top: 12px; }
.depth-plots figure { margin: 0; }
.depth-plots svg { display: block; width: 100%; border: 1px solid var(--line); border-radius: 6px; font-size: 14px; font-variant-numeric: tabular-nums; }
.depth-plots figcaption { margin-top: 4px; color: var(--soft); font-size: 13px; }
.depth-plots text { fill: var(--soft); }
.depth-plots path { fill: none; }
.depth-plots .grid { stroke: var(--grid); }
.depth-plots .band { fill: var(--good); opacity: 0.15; }
.depth-plots .diagonal { stroke: var(--good); stroke-dasharray: 4 4; }
.depth-plots g.good { stroke: var(--good); fill: var(--good); }
.depth-plots g.bad { stroke: var(--bad); fill: var(--bad); }
.depth-plots g { opacity: 0.7; }
.histogram { margin: 12px 0 0; }
.histogram .mark { stroke: var(--mark); stroke-dasharray: 4 4; fill: none; }
.series { margin: 12px 0 0; }
.engine { --colour: var(--ink); } .nearest { --colour: #2684cc; } .feed { --colour: var(--good); }
.protrusion { --colour: var(--bad); } .translation { --colour: var(--within); } .exact { --colour: #e08c00; }
.good { --colour: #2a8f4f; } .bad { --colour: #c1121f; } .reversed { --colour: #a052b0; }
.hash { font-family: ui-monospace, monospace; font-size: 13px; overflow-wrap: anywhere; }
code { display: block; padding: 8px 12px; border: 1px solid var(--line); border-radius: 4px; background: var(--wash); font-size: 13px; overflow-wrap: anywhere; }
@media print { .pictures figure, .depth-plots figure { break-inside: avoid; } }
`;

function judgeInputs({ header, summary }: JudgedEngine): string {
  const { engine, bone, tool, poses, results, options, kerf, node } = header;
  const states = Object.entries(summary.states)
    .filter(([, some]) => some > 0)
    .map(([state, some]) => `${count(some)} ${state}`);
  const from = poses.from === 'file' ? `, from ${escapeHtml(poses.file)}<br>${hash(poses.sha256)}` : '';
  const feed = options.feed === null ? 'none given' : `${options.feed.map((x) => Number(x.toPrecision(4))).join(', ')} in the tool’s frame`; // biome-ignore format: a line
  return `<dl>
<dt>Engine</dt><dd>${escapeHtml(engine.name)}${engine.version === undefined ? ', version not given' : `, version ${escapeHtml(engine.version)}`}</dd>
<dt>Its machine</dt><dd>${engine.machine === undefined ? 'not given' : escapeHtml(engine.machine)}</dd>
<dt>Results</dt><dd>${escapeHtml(results.file)}: ${count(results.answers)} answers to ${count(summary.poses)} poses<br>${hash(results.sha256)}</dd>
${validatedBody('Bone', bone)}
${validatedBody('Tool', tool)}
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
function judgeCommand({ bone, tool, poses, results, options }: JudgeHeader): string {
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

function judgeReading({ options }: JudgeHeader): string {
  return `<h2>How to read this</h2>
<p>At every pose the engine’s answer was set against an oracle that shares no arithmetic with it, nor with kerf’s detector: states, pairs, smallest distances and places of points are exact; areas and the depth to the nearest surface are enclosed between two numbers. The other depths are kerf’s own certified intervals. What the results do not hold was not judged, and nothing is said of it.</p>
<p>Verdict: contact is where the bodies have a point in common, touching included. False: contact is said and there is none. Missed: contact is denied and there is one. Of another kind: intersecting surfaces and one body inside the other are taken for each other. Face pairs: those that share a point, each once. Distance: the smallest between the surfaces, 0 where they meet; of a body inside another it is that of the surfaces, too.</p>
<p>Contact region: the points that belong to one body’s surface and lie in the other, or on it. A reported point is in it if it is no farther than ${options.tolerance} mm from both bodies, inside counting as 0. A normal is compared with the nearest exact direction at its point, from bone to tool; beyond 90° moving along it presses the bodies together. How much of the region no point comes near is reported, and is not wrong: an engine may mean to give one point.</p>
<p>Depth to the nearest surface: the greatest distance from a body’s surface of a point of the other’s that lies inside. Along the feed axis: the longest way from where a line enters the bone to the last point of the tool on it. Protrusion: the greatest distance from the bone of a part of the tool that has come out on the far side. Least translation: the shortest that parts the bodies, where both are convex. Points are in the bone’s frame, lengths in millimetres.</p>`;
}
