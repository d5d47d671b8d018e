// Run data and the viewer's script → one self-contained HTML page.

import { deepestPose, type PoseRecord, rangeText, timeText, volumeText, wideVolumes } from '../pose-record.ts';
import {
  bodyHtml,
  cellsHtml,
  count,
  escapeHtml,
  figure,
  htmlPage,
  htmlTable,
  type Picture,
  section,
  verdictHtml,
} from './page.ts';
import type { ReportPayload } from './payload.ts';

/** A table with more rows than this is thinned evenly, but keeps the deepest pose. */
const TABLE_ROWS = 1000;

/** Pictures below the table, and what they show. */
export interface ReportGallery {
  readonly title: string;
  readonly says: string;
  readonly pictures: readonly Picture[];
}

export function reportHtml(
  payload: ReportPayload,
  records: readonly PoseRecord[],
  viewerScript: string,
  gallery?: ReportGallery,
): string {
  const { header } = payload;
  const title = `${header.tool.file} on ${header.bone.file}`;
  const { kerf: version, notices, verdict, options } = header;
  return htmlPage({
    ...{ name: 'kerf report', title, style: '', version, about: 'contact report', notices },
    ...{ data: payload, script: viewerScript },
    verdict: verdictHtml(verdictClass(records), verdict),
    sections: [
      `<section id="picture" aria-label="3D picture">
<noscript><p class="notice">The picture and the plot need JavaScript; the table below does not.</p></noscript>
</section>
<section id="plot" aria-label="Insertion, protrusion and contact area along the path${options.volume ? ', and bone in the tool' : ''}"></section>`,
      section('Poses', poseTable(payload, records), records.length === 1 ? 'Pose' : 'Poses'),
      ...(gallery === undefined ? [] : [galleryHtml(gallery)]),
      section('Inputs', inputs(payload)),
    ],
    footer: reading(payload, records),
  });
}

function galleryHtml({ title, says, pictures }: ReportGallery): string {
  const content = `<p>${escapeHtml(says)}</p>
<div class="pictures">${pictures.map(figure).join('\n')}</div>`;
  return section(escapeHtml(title), content);
}

function verdictClass(records: readonly PoseRecord[]): string {
  if (records.some(({ penetration }) => penetration?.through)) return 'through';
  if (records.some((record) => record.state === 'intersecting' || record.state === 'enclosed')) return 'touching';
  return records.some((record) => record.state === 'near') ? 'near' : 'clear';
}

interface Column {
  readonly head: string;
  /** HTML. */
  readonly cell: (record: PoseRecord) => string;
}

function poseTable(payload: ReportPayload, records: readonly PoseRecord[]): string {
  const step = Math.ceil(records.length / TABLE_ROWS);
  const deepest = deepestPose(records);
  const pictured = new Set(payload.poses.map((entry) => entry.pose));
  const shown = records.filter((record) => record.pose % step === 0 || record === deepest);
  const isTimed = records.some((record) => record.time !== undefined);
  const columns = columnsFor(records, isTimed, deepest);
  const rows = shown.map((record) => {
    const number = pictured.has(record.pose)
      ? `<button type="button" data-pose="${record.pose}">${record.pose}</button>`
      : String(record.pose);
    const cells = cellsHtml(columns.map(({ cell }) => cell(record)));
    return `<tr data-row="${record.pose}"><th scope="row">${number}</th>${cells}</tr>`;
  });
  const note =
    step > 1 ? `<p>Every ${step}th of ${records.length} poses, and the deepest; report.json has them all.</p>` : '';
  const heads = ['pose', ...columns.map(({ head }) => head)];
  return `${note}${htmlTable(heads, rows, isTimed ? 'timed' : undefined)}`;
}

function columnsFor(records: readonly PoseRecord[], isTimed: boolean, deepest: PoseRecord | undefined): Column[] {
  const isOpen = records.every((record) => record.insideDistance === null);
  const isSolid = records.some(({ penetration }) => penetration !== null);
  const isFed = records.some(({ penetration }) => penetration !== null && penetration.insertion !== null);
  const hasVolume = records.some(({ volume }) => volume !== undefined);
  const note = (record: PoseRecord) => {
    if (record !== deepest) return '';
    return record.state === 'intersecting' || record.state === 'enclosed' ? ' deepest' : ' closest';
  };
  return [
    ...(isTimed ? [{ head: 't, s', cell: ({ time }: PoseRecord) => (time === undefined ? '' : timeText(time)) }] : []),
    { head: 'state', cell: (record) => `<span class="state ${record.state}">${record.state}</span>${note(record)}` },
    ...(isFed
      ? [
          {
            head: 'insertion, mm',
            cell: ({ penetration }: PoseRecord) => rangeText(penetration?.insertion ?? null),
          },
          {
            head: 'wall ahead, mm',
            cell: ({ penetration }: PoseRecord) => rangeText(penetration?.wallAhead ?? null),
          },
        ]
      : []),
    ...(isSolid
      ? [
          {
            head: 'through',
            cell: ({ penetration }: PoseRecord) =>
              penetration?.through ? '<strong class="through">THROUGH</strong>' : 'no',
          },
          {
            head: 'protrusion, mm',
            cell: ({ penetration }: PoseRecord) => rangeText(penetration?.protrusion ?? null),
          },
        ]
      : []),
    ...(hasVolume ? [{ head: 'bone in the tool, mm³', cell: ({ volume }: PoseRecord) => volumeText(volume) }] : []),
    {
      head: isOpen ? 'no depth (open)' : 'inside, to surface, mm',
      cell: ({ insideDistance }) => (insideDistance === null ? 'open' : insideDistance.toFixed(3)),
    },
    { head: 'area, mm²', cell: ({ area }) => area.toFixed(2) },
    { head: 'contacts', cell: ({ contacts }) => String(contacts) },
    { head: 'patches', cell: ({ patches }) => String(patches.length) },
    { head: 'face pairs', cell: ({ intersectingPairs }) => String(intersectingPairs) },
    { head: 'time, ms', cell: ({ stats }) => stats.milliseconds.total.toFixed(1) },
  ];
}

function inputs({ header, bone, tool }: ReportPayload): string {
  const body = (name: string, source: typeof header.bone, shown: typeof bone) =>
    `<dt>${name}</dt><dd>${bodyHtml(source)}${
      shown.facesShown < shown.facesTotal
        ? ` (pictured: the ${count(shown.facesShown)} faces nearest to the contacts)`
        : ''
    }</dd>`;
  const { contactDistance, resolution, sides, feed, shank } = header.options;
  return `<dl>
${body('Bone', header.bone, bone)}
${body('Tool', header.tool, tool)}
<dt>Contact distance δ</dt><dd>${contactDistance} mm</dd>
<dt>Resolution h</dt><dd>${resolution} mm, the longest edge of a sub-triangle</dd>
<dt>Feed</dt><dd>${feed === undefined ? 'none given: no insertion, no wall ahead' : `${feed.map((part) => Number(part.toPrecision(4))).join(', ')} in the tool's frame`}</dd>
<dt>Shank</dt><dd>${shank === undefined ? 'the vertex farthest from the bone' : `vertex ${shank}`}</dd>
<dt>Sides reported</dt><dd>${sides === 'both' ? 'bone and tool' : sides}</dd>
<dt>Backend</dt><dd>${escapeHtml(header.backend)} (${escapeHtml(header.backendReason)})</dd>
</dl>`;
}

function wideNote(records: readonly PoseRecord[]): string {
  const wide = wideVolumes(records);
  return wide === 0 ? '' : ` At ${wide} of ${records.length} poses, marked wide, its ends stay more than 1 % apart.`;
}

function reading({ header }: ReportPayload, records: readonly PoseRecord[]): string {
  const unsigned = [header.signed.bone ? '' : 'the tool', header.signed.tool ? '' : 'the bone'].filter(Boolean);
  const volume = header.options.volume
    ? ` The bone in the tool is an interval that holds the volume of what both have in common at the pose.${wideNote(records)}`
    : '';
  return `<p>A contact is a piece of a face, with edges of at most the resolution, that comes within the contact distance of the other body or lies inside it. Its distance is signed: above 0 a gap, below 0 inside. “Inside, to surface” is the greatest distance to the nearest surface found inside at a pose: at most half of a wall, however far the tool goes on. “Through”: a part of the tool has come out of the bone, cut off on its surface from the part that holds the shank; protrusion is how far from the bone it reaches. Along the feed, insertion is the longest way from where the bone begins to a point of the tool, wall ahead the least bone still before it.${volume} Area is that of the ${header.options.sides === 'tool' ? "tool's" : "bone's"} contacts. Points are in the bone's frame, in millimetres.${
    unsigned.length > 0
      ? ` Here ${unsigned.join(' and ')} ${unsigned.length > 1 ? 'are' : 'is'} open or inconsistently oriented, so there is no inside to be deep in.`
      : ''
  }</p>`;
}
