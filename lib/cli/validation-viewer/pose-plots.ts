// A validation's poses → plots of times against faces, and of the distance between reported and exact contact regions.

import { unpack } from '../report/payload.ts';
import {
  createPlot,
  fromZero,
  logarithmic,
  padded,
  paddedLog,
  poseAxis,
  sinceFirst,
  wholeSteps,
} from '../report-viewer/plot.ts';
import { short } from '../validation-report/number-text.ts';
import type { ValidationPayload } from '../validation-report/payload.ts';
import { dots, inOrder, positive, present } from './scatter.ts';

const KERF = '#0b6aa2';
const ORACLE = '#c06a00';
const BONE = { beyond: '#b98a2f', missed: '#6b4e12' };
const TOOL = { beyond: '#5b9bc9', missed: '#17456a' };

export function timeAgainstFaces(place: HTMLElement, { series }: ValidationPayload): void {
  const write = (value: number) => `${short(value)} ms`;
  createPlot(
    place,
    {
      title: 'Time against faces',
      hint: 'Each pose twice: how long kerf took, and how long the oracle did, over the faces of bone and tool that carry a contact. The vertical scale is logarithmic.',
    },
    {
      scales: { x: { time: false, range: padded }, y: { distr: 3, range: paddedLog } },
      series: [{ label: 'faces' }, dots('oracle', ORACLE, 5, write), dots('kerf', KERF, 5, write)],
      axes: [
        { label: 'faces in contact', incrs: wholeSteps },
        { ...logarithmic, label: 'time, ms', size: 64 },
      ],
    },
    inOrder(Array.from(unpack(series.faces)), positive(unpack(series.oracle)), positive(unpack(series.kerf))),
  );
}

export function regionAtPoses(place: HTMLElement, { series, summary }: ValidationPayload): void {
  const poses = Array.from(unpack(series.pose));
  const along = series.time ? sinceFirst(unpack(series.time)) : poses;
  const { bone, tool } = series.region;
  const thinned =
    poses.length < summary.poses ? ` ${poses.length.toLocaleString('en-US')} evenly chosen poses are shown.` : '';
  createPlot(
    place,
    {
      title: 'Contact regions apart',
      hint: `Hausdorff distances between the reported and the exact contact region: how far the reported one reaches beyond (upper bound), and how far the exact one does. No dot where a body has no contact, or where a bound is unknown.${thinned}`,
    },
    {
      scales: { x: { time: false, range: padded }, y: { range: fromZero } },
      series: [
        { label: series.time ? 'since the first pose, s' : 'pose' },
        dots('bone: reported beyond', BONE.beyond, 8, short),
        dots('tool: reported beyond', TOOL.beyond, 5, short),
        dots('bone: exact beyond', BONE.missed, 8, short),
        dots('tool: exact beyond', TOOL.missed, 5, short),
      ],
      axes: [poseAxis(series.time !== undefined), { label: 'mm', size: 64 }],
    },
    inOrder(
      along,
      present(unpack(bone.reportedToExact)),
      present(unpack(tool.reportedToExact)),
      present(unpack(bone.exactToReported)),
      present(unpack(tool.exactToReported)),
    ),
  );
}
