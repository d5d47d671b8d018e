// The data inside report.html → its picture, plot and pose picker.

import { rangeText } from '../pose-record.ts';
import { type PackedPose, type ReportPayload, states, unpack } from '../report/payload.ts';
import { type PartChoice, poseSlider, viewControls } from './controls.ts';
import { element, mendLanguage, PagePart } from './page-part.ts';
import { colourScale, type DistanceRange } from './palette.ts';
import type { PathPlot } from './path-plot.ts';
import type { Part, Scene } from './scene.ts';
import { boneCaption, createStage, turningHint } from './stage.ts';
import { frameOf } from './views.ts';

mendLanguage();
const payload: ReportPayload = JSON.parse(document.getElementById('kerf-data')!.textContent!);
const picture = document.getElementById('picture')!;
const poses = payload.poses;
const series = {
  state: unpack(payload.series.state),
  insideDistance: unpack(payload.series.insideDistance),
  through: unpack(payload.series.through),
  protrusion: unpack(payload.series.protrusion),
  insertion: unpack(payload.series.insertion),
  wallAhead: unpack(payload.series.wallAhead),
  area: unpack(payload.series.area),
  contacts: unpack(payload.series.contacts),
  volume: payload.series.volume && {
    low: unpack(payload.series.volume.low),
    high: unpack(payload.series.volume.high),
    reached: unpack(payload.series.volume.reached),
  },
  time: payload.series.time && unpack(payload.series.time),
};

const partChoices: readonly PartChoice<Part>[] = [
  { name: 'tool', parts: ['tool'] },
  { name: 'contacts', parts: ['boneContacts', 'toolContacts'] },
  { name: 'meeting curve', parts: ['curve'] },
];
const scene = new PagePart(placeIn(picture), 'The 3D picture', buildPicture);
const status = element('p', { className: 'status' });
status.setAttribute('aria-live', 'polite');
const slider = poseSlider(poses.length, (index) => select(index));
if (poses.length > 1) {
  const row = element('div', { className: 'controls' });
  row.append(slider.row);
  picture.append(row);
}
picture.append(status);
const pictured = poses.filter((pose) => pose.contacts).length;
if (pictured < series.state.length)
  picture.append(
    element('p', {
      className: 'hint',
      textContent: `To stay small, the page holds the contacts of ${pictured} of ${series.state.length} poses: those with few, evenly chosen others, and the deepest.`,
    }),
  );
const plots = series.state.length > 1 ? pathPlots(document.getElementById('plot')!) : [];
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-pose]'))
  button.addEventListener('click', () => select(nearestIndex(Number(button.dataset.pose))));
select(nearestIndex(payload.firstPose));
scene.use((made) => made.look());

function select(index: number): void {
  const { pose } = poses[index];
  slider.set(index);
  status.textContent = describe(poses[index]);
  status.classList.toggle('through', series.through[pose] === 1);
  scene.use((made) => made.show(poses[index]));
  for (const plot of plots) plot.use((made) => made.select(pose));
  for (const row of document.querySelectorAll<HTMLElement>('tr[data-row]')) {
    const selected = row.dataset.row === String(pose);
    row.classList.toggle('selected', selected);
    if (selected) bringIntoTable(row);
  }
}

/** Scrolls the table, not the page. */
function bringIntoTable(row: HTMLElement): void {
  const table = row.closest<HTMLElement>('.table')!;
  table.scrollTop = row.offsetTop - table.clientHeight / 2;
}

function describe({ pose, contacts }: PackedPose): string {
  const inside = series.insideDistance[pose];
  const mm = (value: number) => `${value.toFixed(2)} mm`;
  const told = (name: string, value: number) => (Number.isNaN(value) ? [] : [`${name} ${mm(value)}`]);
  return [
    series.state.length > 1 ? `Pose ${pose} (of 0 to ${series.state.length - 1})` : 'One pose',
    ...(series.time ? [`t ${series.time[pose].toFixed(3)} s`] : []),
    states[series.state[pose]],
    `${series.contacts[pose]} contacts${contacts ? '' : ' (not in this page; the ring marks the deepest)'}`,
    ...(series.through[pose] === 1 ? [`THROUGH, ${mm(series.protrusion[pose])} out`] : []),
    ...told('insertion', series.insertion[pose]),
    ...told('wall ahead', series.wallAhead[pose]),
    ...(series.volume ? [volumeAt(series.volume, pose)] : []),
    Number.isNaN(inside) ? 'no inside (open mesh)' : `inside, ${inside.toFixed(3)} mm to the surface`,
    `contact area ${series.area[pose].toFixed(2)} mm²`,
  ].join(' · ');
}

function volumeAt({ low, high, reached }: NonNullable<typeof series.volume>, pose: number): string {
  const range = rangeText({ low: low[pose], high: high[pose] });
  return `${range} mm³ of bone in the tool${reached[pose] === 1 ? '' : ' (wide)'}`;
}

function pathPlots(section: HTMLElement): PagePart<PathPlot>[] {
  const pick = (pose: number) => select(nearestIndex(pose));
  const made = new PagePart(placeIn(section), 'The plot of the path', async (place) => {
    const { createPathPlot } = await import('./path-plot.ts');
    return createPathPlot(place, payload, pick);
  });
  const { volume } = payload.series;
  if (volume === undefined) return [made];
  const volumes = new PagePart(placeIn(section), 'The plot of the bone in the tool', async (place) => {
    const { createVolumePlot } = await import('./path-plot.ts');
    return createVolumePlot(place, payload, volume, pick);
  });
  return [made, volumes];
}

function nearestIndex(pose: number): number {
  const far = (entry: PackedPose) => Math.abs(entry.pose - pose);
  return poses.reduce((best, entry, index) => (far(entry) < far(poses[best]) ? index : best), 0);
}

function placeIn(section: HTMLElement): HTMLElement {
  const place = element('div', {});
  section.append(place);
  return place;
}

async function buildPicture(place: HTMLElement): Promise<Scene | undefined> {
  const { createScene } = await import('./scene.ts');
  const range: DistanceRange = {
    deepest: poses.reduce((least, { deepest }) => Math.min(least, deepest?.distance ?? 0), 0),
    widest: payload.header.options.contactDistance,
  };
  const created = createStage(
    place,
    {
      shown: 'The bone, the tool and their contacts',
      left: boneCaption(payload.bone),
      right: "Contact region (the tool's contacts shine through the bone)",
      otherwise: 'the plot and the table are complete',
    },
    colourScale(range),
    (canvas) => createScene(canvas, payload, range),
  );
  if (created) place.append(viewControls(created, frameOf(payload), partChoices, false), turningHint());
  return created;
}
