// A finished run → the data in report.html.

import type { TriangleMesh } from '#mesh';
import type { KeptPose } from '../kept-poses.ts';
import { deepestPose, mostOf, type PoseRecord } from '../pose-record.ts';
import type { RunHeader } from '../report-json.ts';
import { type Box, cropSurface, emptyBox, growBox, pack, packContacts } from './pack.ts';
import { intoTool, type PackedPose, type ReportPayload, states } from './payload.ts';

interface ReportSource {
  readonly header: RunHeader;
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  readonly records: readonly PoseRecord[];
  readonly kept: readonly KeptPose[];
}

export function reportPayload(source: ReportSource): ReportPayload {
  const { header, bone, tool, records } = source;
  const boxes = contactBoxes(source);
  const column = (value: (record: PoseRecord) => number) => Float32Array.from(records, value);
  return {
    header,
    bone: cropSurface(bone, boxes.bone),
    tool: cropSurface(tool, boxes.tool),
    poses: packPoses(source),
    series: {
      ...packTimes(records),
      state: pack(
        'u8',
        Uint8Array.from(records, (record) => states.indexOf(record.state)),
      ),
      insideDistance: pack(
        'f32',
        column((record) => record.insideDistance ?? Number.NaN),
      ),
      through: pack(
        'u8',
        Uint8Array.from(records, ({ penetration }) => (penetration?.through ? 1 : 0)),
      ),
      protrusion: pack(
        'f32',
        column(({ penetration }) => (penetration ? mostOf(penetration.protrusion) : Number.NaN)),
      ),
      insertion: pack(
        'f32',
        column(({ penetration }) => (penetration?.insertion ? mostOf(penetration.insertion) : Number.NaN)),
      ),
      wallAhead: pack(
        'f32',
        column(({ penetration }) => penetration?.wallAhead?.low ?? Number.NaN),
      ),
      ...packVolumes(records),
      area: pack(
        'f32',
        column((record) => record.area),
      ),
      contacts: pack(
        'u32',
        Uint32Array.from(records, (record) => record.contacts),
      ),
    },
    firstPose: deepestPose(records)?.pose ?? 0,
  };
}

function packTimes(records: readonly PoseRecord[]): Pick<ReportPayload['series'], 'time'> {
  const times = records.flatMap(({ time }) => (time === undefined ? [] : [time]));
  return times.length === 0 ? {} : { time: pack('f64', Float64Array.from(times)) };
}

function packVolumes(records: readonly PoseRecord[]): Pick<ReportPayload['series'], 'volume'> {
  const volumes = records.flatMap(({ volume }) => (volume === undefined ? [] : [volume]));
  if (volumes.length === 0) return {};
  const end = (name: 'low' | 'high') =>
    pack(
      'f64',
      Float64Array.from(volumes, (volume) => volume[name]),
    );
  const reached = pack(
    'u8',
    Uint8Array.from(volumes, (volume) => (volume.reached ? 1 : 0)),
  );
  return { volume: { low: end('low'), high: end('high'), reached } };
}

/** A longer path is thinned to about this many poses, which take up 2 MB in the page. */
const POSES_SHOWN = 5000;

function packPoses({ records, kept }: ReportSource): PackedPose[] {
  const reports = new Map(kept.map((entry) => [entry.pose, entry.report]));
  const step = Math.ceil(records.length / POSES_SHOWN);
  return records
    .filter(({ pose }) => pose % step === 0 || reports.has(pose))
    .map(({ pose, matrix, deepest }) => {
      const report = reports.get(pose);
      return {
        pose,
        matrix,
        deepest: deepest && { point: deepest.point, distance: deepest.distance },
        contacts: report ? packContacts(report) : null,
      };
    });
}

/**
 * Boxes round the contacts of all kept poses, in each body's frame; if there are no contacts, round the tool's origins.
 */
function contactBoxes({ records, kept }: ReportSource): { bone: Box; tool: Box } {
  const bone = emptyBox();
  const tool = emptyBox();
  const grow = (matrix: readonly number[], x: number, y: number, z: number) => {
    growBox(bone, x, y, z);
    growBox(tool, ...intoTool(matrix, [x, y, z]));
  };
  for (const { pose, report } of kept) {
    const { point, length } = report.contacts;
    for (let i = 0; i < 3 * length; i += 3) grow(records[pose].matrix, point[i], point[i + 1], point[i + 2]);
  }
  if (bone[0] > bone[3]) for (const { matrix } of records) grow(matrix, matrix[12], matrix[13], matrix[14]);
  return { bone, tool };
}
