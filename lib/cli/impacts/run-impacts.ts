// A surface at the start and the end of a step → its impacts, shown and written.

import { vectorLength } from '#core';
import { finish } from '../finish.ts';
import type { OutputFolder } from '../output-files.ts';
import { heedSignal } from '../progress-bar.ts';
import { bodySource } from '../run-detection.ts';
import type { BackendChoice, Terminal, Toolkit } from '../toolkit.ts';
import { type FoundImpacts, type NamedMesh, rowsByTime } from './impact-record.ts';
import { impactsHtml } from './impacts-html.ts';
import { type ImpactCounts, type ImpactsHeader, impactPoints, impactsCsv, impactsJson } from './impacts-json.ts';
import { impactsTable, impactsVerdict } from './impacts-table.ts';

interface ImpactsTask {
  /** Two meshes of one surface. */
  readonly start: NamedMesh;
  readonly end: NamedMesh;
  readonly backend: BackendChoice;
  /** How many threads the CPU backend uses. */
  readonly workers: number;
  readonly folder: OutputFolder | undefined;
  /** Whether JSON is printed instead of the table. */
  readonly json: boolean;
}

/** @throws Interrupted; whatever the impact detector throws. */
export async function runImpacts(task: ImpactsTask, kit: Toolkit, terminal: Terminal): Promise<void> {
  const { folder } = task;
  await heedSignal(terminal);
  const found = await impactsOf(task, kit, terminal);
  const byTime = rowsByTime(found.table);
  const header = headerOf(found, kit);
  const { notices, verdict } = header;
  const files = () => ({
    'impacts.json': impactsJson(header, found),
    'impacts.csv': impactsCsv(found),
    'impacts.vtp': kit.writePoints(impactPoints(found)),
    'impacts.html': impactsHtml(header, found, byTime),
  });
  const lines = [...notices, ...impactsTable(found, byTime), verdict];
  const said = { json: impactsJson(header, found), notices, lines };
  await finish({ what: 'Impacts', folder, files, json: task.json, said }, terminal);
}

async function impactsOf(
  { start, end, backend, workers }: ImpactsTask,
  kit: Toolkit,
  terminal: Terminal,
): Promise<FoundImpacts> {
  const { positions, faces } = start.mesh;
  const detector = await kit.createImpactDetector({ vertexCount: positions.length / 3, faces, backend, workers });
  try {
    const table = await detector.impacts(positions, end.mesh.positions);
    await heedSignal(terminal);
    const freeUntil = table.length === 0 ? 1 : await detector.freeUntil(positions, end.mesh.positions);
    await heedSignal(terminal);
    return { start, end, edges: detector.edges, table, freeUntil };
  } finally {
    detector.dispose();
  }
}

function headerOf(found: FoundImpacts, kit: Toolkit): ImpactsHeader {
  const { start, end, freeUntil } = found;
  const motion = motionOf(found);
  const counts = countsOf(found);
  return {
    format: 'kerf-impacts',
    formatVersion: 1,
    kerf: kit.version,
    units: { length: 'mm', time: 'part of the step' },
    start: bodySource(start),
    end: bodySource(end),
    motion,
    notices: motion.vertices === 0 ? ['No vertex moves: start and end have the same positions.'] : [],
    verdict: impactsVerdict(counts, freeUntil),
    freeUntil,
    counts,
  };
}

function motionOf({ start, end }: FoundImpacts): ImpactsHeader['motion'] {
  const [from, to] = [start.mesh.positions, end.mesh.positions];
  let vertices = 0;
  let longest = 0;
  for (let i = 0; i < from.length; i += 3) {
    const way = vectorLength(to[i] - from[i], to[i + 1] - from[i + 1], to[i + 2] - from[i + 2]);
    if (way > 0) vertices++;
    longest = Math.max(longest, way);
  }
  return { vertices, longest };
}

function countsOf({ table: { length, kind, high } }: FoundImpacts): ImpactCounts {
  const edgeEdge = kind.reduce((sum, one) => sum + one, 0);
  const atStart = high.reduce((sum, time) => sum + (time === 0 ? 1 : 0), 0);
  return { impacts: length, vertexFace: length - edgeEdge, edgeEdge, atStart };
}
