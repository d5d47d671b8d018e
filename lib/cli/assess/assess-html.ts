// A finished assessment → one self-contained HTML page without scripts.

import type { Assessment } from '#assessment';
import { rangeText, timeText } from '../pose-record.ts';
import {
  bodyHtml,
  cellsHtml,
  count,
  escapeHtml,
  figure,
  htmlPage,
  htmlTable,
  section,
  verdictHtml,
} from '../report/page.ts';
import { type Along, type Series, seriesPlot, seriesStyle } from '../report/plot.ts';
import type { BodySource } from '../report-json.ts';
import type { AssessHeader } from './assess-json.ts';
import { assessPictures, pictureKey, STRUCTURE_COLOURS } from './assess-pictures.ts';
import type { AssessRecord } from './assess-record.ts';
import { assessRows, verdictClass } from './assess-rows.ts';
import type { AssessTask } from './run-assess.ts';

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
  const { kerf: version, notices, verdict, results } = header;
  const pictures = assessPictures(found, task).map(figure);
  return htmlPage({
    ...{ name: 'kerf assess', title, style: assessStyle, version, about: 'assessment of a cut', notices },
    verdict: verdictHtml(verdictClass(results), verdict),
    sections: [
      `<section aria-label="Pictures">
<div class="pictures">
${pictures.join('\n')}
</div>
${pictureKey(task)}</section>`,
      section('Measures', measures(header)),
      section('Along the path', `${plots(header, records)}${forcePlot(task, records[0].time)}`),
      section('Poses', poseTable(header, records)),
      section('Inputs', inputs(header)),
    ],
    footer: reading(header),
  });
}

function measures({ results }: AssessHeader): string {
  const rows = assessRows(results).map(
    ({ what, value, where, warns }) =>
      `<tr${warns ? ' class="warns"' : ''}><th scope="row">${escapeHtml(what)}</th><td>${escapeHtml(value)}</td><td>${where}</td></tr>`,
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
    plot(options.feed === null ? 'plunge, mm' : 'plunge; bone ahead, mm', along, plunge),
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
  const heads = columns.map(({ head }) => escapeHtml(head));
  const rows = shown.map((record) => `<tr>${cellsHtml(columns.map(({ cell }) => cell(record)))}</tr>`);
  return `${note}${htmlTable(heads, rows)}`;
}

function inputs({ bone, tool, path, structures, region, forces, options }: AssessHeader): string {
  const body = (name: string, source: BodySource) => `<dt>${escapeHtml(name)}</dt><dd>${bodyHtml(source)}</dd>`;
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
  const named = series.map(({ name, ...rest }) => ({ ...rest, name: escapeHtml(name) }));
  return series.length === 0 ? '' : seriesPlot(what, along, named);
}

function reading({ results }: AssessHeader): string {
  return `<p>Plunge: how far from the bone, as it was before the first cut, a part of the tool has come out on its far side, at the poses. Distance: of the surfaces at the poses; over the whole way it is bounded by how far the tool moves between them. Touched, deep: the greatest distance to the other's surface of a point of tool or structure that lies in the other. Removed: an interval that holds the volume that the bone, as it was given, has in common with what the tool swept on the whole path, each point counted once; inside and outside of the region likewise. What the surface lost is of the bone on its grid, on which a thin tool cuts a slot of a cell: it may be outside of that interval. Walls: a face that the cut made belongs to the nearest plane, and counts, by its area, where its normal is within 45° of the plane's. Signed: above 0 where the plane's normal points. Nothing of the cut surface is farther than ${results.bound.toFixed(2)} mm from the exact one; on flat walls its corners are points of the tool's own faces. Points are in the bone's frame, in millimetres.</p>`;
}

/** Added to the style of all pages. */
const assessStyle = `${seriesStyle}body { --plunge: var(--bad); --ahead: var(--accent); --all: var(--mark); --inside: var(--good); --outside: var(--bad); }
body { --structure0: #2684cc; --structure1: #a052b0; --structure2: #2a8f4f; --structure3: #e08c00; }
.plunge { --colour: var(--plunge); } .ahead { --colour: var(--ahead); }
.all { --colour: var(--all); } .inside { --colour: var(--inside); } .outside { --colour: var(--outside); }
.structure0 { --colour: var(--structure0); } .structure1 { --colour: var(--structure1); }
.structure2 { --colour: var(--structure2); } .structure3 { --colour: var(--structure3); }
.table { width: fit-content; max-width: 100%; max-height: none; }
.table :is(th, td):nth-child(2) { text-align: right; }
.table .measures :is(th, td) { text-align: left; white-space: normal; }
.table .measures .warns :is(th, td) { color: var(--bad-ink); font-weight: 600; }
@media print { .pictures figure { break-inside: avoid; } }
`;
