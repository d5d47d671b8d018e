// A finished assessment → one self-contained HTML page without scripts.

import type { Assessment } from '#assessment';
import { rangeText } from '../penetration-record.ts';
import { timeText } from '../pose-record.ts';
import { figure } from '../report/figure.ts';
import { count, escapeHtml, pageShell } from '../report/page-shell.ts';
import { pageStyle } from '../report/page-style.ts';
import type { BodySource } from '../report-json.ts';
import type { AssessHeader } from './assess-json.ts';
import { assessPictures, STRUCTURE_COLOURS } from './assess-pictures.ts';
import type { AssessRecord } from './assess-record.ts';
import { assessRows, verdictClass } from './assess-rows.ts';
import { assessStyle } from './assess-style.ts';
import type { AssessTask } from './run-assess.ts';
import { type Along, type Series, seriesSvg } from './series-svg.ts';

/** Maximum number of table rows; of more poses, evenly chosen ones are shown. */
const ROWS = 1000;
const SINCE_POSE = 'time since the first pose, s';

export function assessHtml(
  header: AssessHeader,
  records: readonly AssessRecord[],
  found: Assessment,
  task: AssessTask,
): string {
  const title = `${header.tool.file} in ${header.bone.file}`;
  const notices = header.notices.map((notice) => `<p class="notice first">${escapeHtml(notice)}</p>\n`).join('');
  const pictures = assessPictures(found, task).map(figure);
  return pageShell({
    title: `kerf assess: ${title}`,
    style: pageStyle + assessStyle,
    body: `<header>
<p class="brand">kerf ${escapeHtml(header.kerf)} · assessment of a cut</p>
<h1>${escapeHtml(title)}</h1>
${notices}<p class="verdict ${verdictClass(header.results)}">${escapeHtml(header.verdict)}</p>
</header>
<main>
<section aria-label="Pictures" class="pictures">
${pictures.join('\n')}
</section>
<section aria-label="Measures">
<h2>Measures</h2>
${measures(header)}
</section>
<section aria-label="Along the path">
<h2>Along the path</h2>
${plots(header, records)}${forcePlot(task, records[0].time)}
</section>
<section aria-label="Poses">
<h2>Poses</h2>
${poseTable(header, records)}
</section>
<section aria-label="Inputs">
<h2>Inputs</h2>
${inputs(header)}
</section>
</main>
<footer>${reading(header)}</footer>`,
  });
}

function measures({ results }: AssessHeader): string {
  const rows = assessRows(results).map(
    ({ what, value, where }) =>
      `<tr><th scope="row">${escapeHtml(what)}</th><td>${escapeHtml(value)}</td><td>${where}</td></tr>`,
  );
  return `<div class="table"><table class="measures"><tbody>
${rows.join('\n')}
</tbody></table></div>`;
}

function plots({ structures, region, options }: AssessHeader, records: readonly AssessRecord[]): string {
  const along = alongOf(records);
  const of = (name: string, colour: string, value: (record: AssessRecord) => Series['values'][number]): Series => ({
    name,
    colour,
    values: records.map(value),
  });
  const plunge = [of('plunge past the bone', 'plunge', ({ plunge }) => plunge?.depth ?? null)];
  if (options.feed !== null) plunge.push(of('bone ahead', 'ahead', ({ plunge }) => plunge?.wallAhead ?? null));
  const volumes = [of('removed', 'all', ({ removed }) => removed.all)];
  if (region !== null)
    volumes.push(
      of('inside the region', 'inside', ({ removed }) => removed.inside),
      of('outside of it', 'outside', ({ removed }) => removed.outside),
    );
  const near = structures.map(({ name }, n) =>
    of(name, `structure${n % STRUCTURE_COLOURS.length}`, (record) => {
      const { distance } = record.structures[n];
      return { low: distance, high: distance };
    }),
  );
  return [
    plot('plunge, mm', along, plunge),
    plot('distance, mm', along, near),
    plot('removed, mm³', along, volumes),
    '<p class="hint">A band reaches from the low to the high end of what is certified; beside the band of what is removed, the line is what the surface has lost.</p>',
  ].join('\n');
}

/** @param start the time of the first pose, s, on the forces' clock; undefined if the poses have no times. */
function forcePlot({ forces }: AssessTask, start: number | undefined): string {
  if (forces === null) return '';
  const { samples, limit } = forces;
  const along: Along = {
    places: samples.map(({ time }) => time - (start ?? samples[0].time)),
    axis: start === undefined ? 'time since the first force, s' : SINCE_POSE,
    isTimed: true,
  };
  const values = samples.map(({ force }) => {
    const size = Math.hypot(...force);
    return { low: size, high: size };
  });
  const series: Series[] = [{ name: 'force', colour: 'all', values }];
  if (limit !== null)
    series.push({
      name: `limit, ${limit} N`,
      colour: 'ahead',
      values: samples.map(() => ({ low: limit, high: limit })),
    });
  return plot('force, N', along, series);
}

/** By time if the last pose is later than the first, else by pose number. */
function alongOf(records: readonly AssessRecord[]): Along {
  const [start, end] = [records[0].time, records[records.length - 1].time];
  if (start === undefined || end === undefined || end <= start)
    return { places: records.map(({ pose }) => pose), axis: 'pose', isTimed: false };
  return { places: records.map(({ time = start }) => time - start), axis: SINCE_POSE, isTimed: true };
}

function poseTable({ structures, region, options }: AssessHeader, records: readonly AssessRecord[]): string {
  const step = Math.ceil(records.length / ROWS);
  const shown = records.filter(({ pose }) => pose % step === 0 || pose === records.length - 1);
  const isTimed = records[0].time !== undefined;
  const columns: { head: string; cell: (record: AssessRecord) => string }[] = [
    { head: 'pose', cell: ({ pose }) => String(pose) },
    ...(isTimed
      ? [{ head: 't, s', cell: ({ time }: AssessRecord) => (time === undefined ? '' : timeText(time)) }]
      : []),
    {
      head: 'plunge, mm',
      cell: ({ plunge }) => (plunge === null ? 'unknown' : plunge.through ? rangeText(plunge.depth) : 'no'),
    },
    ...(options.feed === null
      ? []
      : [{ head: 'bone ahead, mm', cell: ({ plunge }: AssessRecord) => rangeText(plunge?.wallAhead ?? null) }]),
    ...structures.map(({ name }, n) => ({
      head: `${name}, mm`,
      cell: (record: AssessRecord) => {
        const { distance, depth } = record.structures[n];
        if (distance > 0) return distance.toFixed(3);
        return `touched${depth === null ? '' : `, ${rangeText(depth)} deep`}`;
      },
    })),
    { head: 'surface lost, mm³', cell: ({ removed }) => removed.all.surface.toFixed(1) },
    ...(region === null
      ? []
      : (['inside', 'outside'] as const).map((side) => ({
          head: `… ${side}, mm³`,
          cell: ({ removed }: AssessRecord) => removed[side]?.surface.toFixed(1) ?? '',
        }))),
  ];
  const note = step > 1 ? `<p>Every ${step}th of ${count(records.length)} poses; assess.csv has them all.</p>` : '';
  const heads = columns.map(({ head }) => `<th scope="col">${escapeHtml(head)}</th>`).join('');
  const rows = shown.map((record) => `<tr>${columns.map(({ cell }) => `<td>${cell(record)}</td>`).join('')}</tr>`);
  return `${note}<div class="table"><table><thead><tr>${heads}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`;
}

function inputs({ bone, tool, path, structures, region, forces, options }: AssessHeader): string {
  const body = (name: string, { file, faces, vertices, frame }: BodySource) =>
    `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(file)}: ${count(faces)} faces, ${count(vertices)} vertices, frame ${frame}</dd>`;
  const planes = options.planes.map(
    ({ point, normal }, n) =>
      `<dt>Plane ${n + 1}</dt><dd>through ${point.join(', ')} mm, normal ${normal.map((x) => Number(x.toPrecision(6))).join(', ')}</dd>`,
  );
  return `<dl>
${body('Bone', bone)}
${body('Tool', tool)}
<dt>Path</dt><dd>${escapeHtml(path.file)}: ${count(path.poses)} poses</dd>
${structures.map((structure) => body(`Structure ${structure.name}`, structure)).join('\n')}
${region === null ? '' : body('Region', region)}
${planes.join('\n')}
${forces === null ? '' : `<dt>Forces</dt><dd>${escapeHtml(forces.file)}: ${count(forces.samples)} rows</dd>`}
<dt>Cell</dt><dd>${options.cell.used} mm: the grid on which the bone is cut</dd>
<dt>Feed</dt><dd>${options.feed === null ? 'none given: the bone ahead is not measured' : `${options.feed.map((x) => Number(x.toPrecision(4))).join(', ')} in the tool's frame`}</dd>
</dl>`;
}

function plot(what: string, along: Along, series: readonly Series[]): string {
  if (series.length === 0) return '';
  const key = series.map(({ name, colour }) => `<li><i class="${colour}"></i>${escapeHtml(name)}</li>`).join('');
  return `<div class="series">${seriesSvg(what, along, series)}</div>
<ul class="key">${key}</ul>`;
}

function reading({ results }: AssessHeader): string {
  return `<p>Plunge: how far from the bone, as it was before the first cut, a part of the tool has come out on its far side, at the poses. Distance: of the surfaces at the poses; over the whole way it is bounded by how far the tool moves between them. Touched, deep: the greatest distance to the other's surface of a point of tool or structure that lies in the other. Removed: an interval that holds the volume that the bone, as it was given, has in common with what the tool swept on the whole path, each point counted once; inside and outside of the region likewise. What the surface lost is of the bone on its grid, on which a thin tool cuts a slot of a cell: it may be outside of that interval. Walls: a face that the cut made belongs to the nearest plane, and counts, by its area, where its normal is within 45° of the plane's. Signed: above 0 where the plane's normal points. Nothing of the cut surface is farther than ${results.bound.toFixed(2)} mm from the exact one; on flat walls its corners are points of the tool's own faces. Points are in the bone's frame, in millimetres.</p>`;
}
