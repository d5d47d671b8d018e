// A finished judgement of an engine → one self-contained HTML page without scripts.

import type { TriangleMesh } from '#mesh';
import { type DepthDefinition, depthDefinitions } from '#validation';
import { figure } from '../report/figure.ts';
import { count, escapeHtml, pageShell } from '../report/page-shell.ts';
import { pageStyle } from '../report/page-style.ts';
import { short } from '../validation-report/number-text.ts';
import { answerTable } from './answer-table.ts';
import { judgeCommand, judgeInputs, judgeReading } from './judge-inputs.ts';
import type { JudgedEngine } from './judge-json.ts';
import { judgePictures } from './judge-pictures.ts';
import { alongPoses, depthSvg, distanceBars, dotsNote, normalBars, pointBars } from './judge-plots.ts';
import { definitionWords, type JudgeRow, judgedDefinitions, judgeRows } from './judge-rows.ts';
import { judgeStyle } from './judge-style.ts';

interface Bodies {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
}

export function judgeHtml(judged: JudgedEngine, bodies: Bodies): string {
  const { header, notices, summary, judgements } = judged;
  const { engine, options } = header;
  const title = `${engine.name}${engine.version === undefined ? '' : ` ${engine.version}`}: ${header.tool.file} on ${header.bone.file}`;
  const first = [...summary.suspicions, ...notices]
    .map((notice) => `<p class="notice first">${escapeHtml(notice)}</p>\n`)
    .join('');
  return pageShell({
    title: `kerf judge: ${title}`,
    style: pageStyle + judgeStyle,
    body: `<header>
<p class="brand">kerf ${escapeHtml(header.kerf)} · another engine’s answers against exact arithmetic</p>
<h1>${escapeHtml(title)}</h1>
${first}<p class="verdict ${summary.verdict}"><strong>${verdictWords[summary.verdict]}</strong>${escapeHtml(summary.sentence)}</p>
</header>
<main>
<section aria-label="What was judged">
<h2>What was judged</h2>
${partTable(judgeRows(summary))}
${absentNote(summary.absent)}
</section>
${section('Worst answers', worst(judged, bodies))}
${section('What its depth means', depths(judged))}
${section('Errors', errors(judged))}
<section aria-label="Answers">
<h2>Answers</h2>
${answerTable(judgements, options.tolerance)}
</section>
<section aria-label="Inputs">
<h2>Inputs</h2>
${judgeInputs(judged)}
</section>
<section aria-label="How to repeat it">
<h2>How to repeat it</h2>
<p>With kerf ${escapeHtml(header.kerf)}, from the folder of the files above. Everything but the times comes out the same.</p>
<code>${escapeHtml(judgeCommand(header))}</code>
</section>
</main>
<footer>${judgeReading(header)}</footer>`,
  });
}

const verdictWords = { agrees: 'Agrees.', differs: 'Differs.', undecided: 'Undecided.' } as const;

function section(name: string, content: string): string {
  return content === '' ? '' : `<section aria-label="${name}">\n<h2>${name}</h2>\n${content}\n</section>`;
}

function partTable(rows: readonly JudgeRow[]): string {
  const lines = rows.map(({ part, of, judged, wrong, undecided, says }) => {
    const number = judged === null ? '' : `${count(judged)} <span class="hint">${of}</span>`;
    return `<tr><th scope="row">${part}</th><td>${number}</td><td>${wrong === null ? '' : count(wrong)}</td><td>${outcome(judged, wrong, undecided)}</td><td>${escapeHtml(says)}</td></tr>`;
  });
  return `<div class="table whole"><table class="parts"><thead><tr><th scope="col">part</th><th scope="col">judged</th><th scope="col">wrong</th><th scope="col"></th><th scope="col">in figures</th></tr></thead><tbody>
${lines.join('\n')}
</tbody></table></div>`;
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
<div class="table"><table class="depths"><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>
${lines.join('\n')}
</tbody></table></div>
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
