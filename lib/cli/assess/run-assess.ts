// Meshes, options and poses → the bone cut along the path and measured, then shown and written.

import { basename } from 'node:path';
import type { Assessment, ForceSample, Operation, Plane } from '#assessment';
import { measureBounds, type TriangleMesh } from '#mesh';
import { finish } from '../finish.ts';
import { scaleNotices } from '../notices.ts';
import type { OutputFolder } from '../output-files.ts';
import type { PoseList } from '../pose-file.ts';
import { heedSignal, progressBar } from '../progress-bar.ts';
import { bodySource } from '../run-detection.ts';
import type { LengthUnit } from '../surface-file.ts';
import { writeWhole } from '../output-files.ts';
import { textTable } from '../text-table.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import { assessHtml } from './assess-html.ts';
import { type AssessHeader, assessCsv, assessJson } from './assess-json.ts';
import { type AssessResults, recordResults, recordSteps } from './assess-record.ts';
import { assessRows, assessVerdict } from './assess-rows.ts';
import { type CutOutputs, cutFiles, labelLines } from './cut-outputs.ts';

interface Body {
  readonly mesh: TriangleMesh;
  readonly file: string;
}

/** Forces on the tool along the path, and the limit, N; the time above it is reported; null: none. */
export interface AssessForces {
  readonly file: string;
  readonly samples: readonly ForceSample[];
  readonly limit: number | null;
}

export interface AssessTask {
  readonly bone: Body;
  readonly tool: Body;
  readonly structures: readonly (Body & { readonly name: string })[];
  readonly region: Body | null;
  /** mm. */
  readonly cell: number;
  readonly planes: readonly Plane[];
  readonly feed: readonly number[] | undefined;
  readonly shank: number | undefined;
  /** Two or more, with a motion from each to the next. */
  readonly poses: PoseList;
  /** The unit of the poses' translations as given. */
  readonly pathUnit: LengthUnit;
  readonly posesFrom: string;
  readonly forces: AssessForces | null;
  readonly outputs: CutOutputs;
  readonly folder: OutputFolder | undefined;
  /** Whether JSON is printed instead of the table. */
  readonly json: boolean;
}

/** @throws Interrupted; whatever assessCut throws. */
export async function runAssess(task: AssessTask, kit: Toolkit, terminal: Terminal): Promise<void> {
  const { structures, poses, forces, folder } = task;
  const found = await assessed(task, kit, terminal);
  const names = structures.map(({ name }) => name);
  const records = recordSteps(found, names, poses);
  const cut = await cutFiles(task, found, task.outputs, kit);
  const own = headerOf(task, found, recordResults(found, names, poses, forces), kit);
  const header = { ...own, notices: [...own.notices, ...cut.notices], ...(cut.facts && { labels: cut.facts }) };
  const { results, notices, verdict } = header;
  await heedSignal(terminal);
  for (const { file, bytes } of cut.files) await writeWhole(file, bytes);
  const json = assessJson(header, records);
  const files = () => ({
    'assess.json': json,
    'assess.csv': assessCsv(header, records),
    'assess.html': assessHtml(header, records, found, task),
  });
  const labels = cut.facts === null ? [] : labelLines(cut.facts);
  const said = { json, notices, lines: [...notices, resultTable(results), ...labels, verdict] };
  await finish({ what: 'Assessment', folder, files, json: task.json, said }, terminal);
  const written = cut.files.map(({ file }) => file);
  if (written.length > 0 && !task.json) terminal.out(`Wrote ${written.join(', ')}.\n`);
}

async function assessed(
  { bone, tool, structures, region, poses, cell, planes, feed, shank }: AssessTask,
  kit: Toolkit,
  terminal: Terminal,
): Promise<Assessment> {
  const operation: Operation = {
    bone: bone.mesh,
    passes: [{ tool: tool.mesh, poses: poses.matrices, feed, shank }],
    structures: structures.map(({ mesh }) => mesh),
    region: region?.mesh,
    planes: planes.map(({ point, normal }) => ({ point, normal })),
    cell,
  };
  const bar = progressBar(terminal, poses.count - 1, 0, 'cuts');
  try {
    return await kit.assessCut(operation, async (done) => {
      bar.update(done - 1);
      await heedSignal(terminal);
    });
  } finally {
    bar.stop();
  }
}

function headerOf(task: AssessTask, found: Assessment, results: AssessResults, kit: Toolkit): AssessHeader {
  const { bone, tool, structures, region, poses, posesFrom, planes, feed, shank, forces } = task;
  return {
    format: 'kerf-assessment',
    formatVersion: 1,
    kerf: kit.version,
    units: { length: 'mm', area: 'mm²', volume: 'mm³', poseTime: 's', force: 'N' },
    bone: bodySource(bone),
    tool: bodySource(tool),
    path: { file: basename(posesFrom), poses: poses.count },
    structures: structures.map((structure) => ({ name: structure.name, ...bodySource(structure) })),
    region: region && bodySource(region),
    forces: forces && { file: basename(forces.file), samples: forces.samples.length },
    options: {
      cell: { asked: task.cell, used: found.bone.cell },
      planes,
      feed: feed ?? null,
      shank: shank ?? null,
      forceLimit: forces?.limit ?? null,
    },
    notices: notices(task, found, results),
    verdict: assessVerdict(results),
    results,
  };
}

function notices(
  { bone, tool, poses, pathUnit }: AssessTask,
  found: Assessment,
  { removed, pieces }: AssessResults,
): string[] {
  const bounds = measureBounds(bone.mesh.positions, bone.mesh.faces);
  const box = measureBounds(tool.mesh.positions, tool.mesh.faces);
  const thickness = Math.min(...box.max.map((high, k) => high - box.min[k]));
  const { bridges } = found;
  const { cell, thinWalls, lost } = found.bone;
  const said = scaleNotices(bounds, poses.matrices, pathUnit);
  if (removed.all.high === 0) said.push('No bone was removed: the tool meets none on its way; check path and frames.');
  if (thickness < cell)
    said.push(
      `The tool is ${thickness.toPrecision(3)} mm thick, less than a cell of ${cell.toPrecision(3)} mm: where it passes between the vertices of the grid, its slot comes out as wide as a cell; give a smaller --cell.`,
    );
  if (thinWalls > 0)
    said.push(
      `Walls or gaps of the bone thinner than a cell of ${cell.toPrecision(3)} mm are lost in ${thinWalls} places; give a smaller --cell if the path comes there.`,
    );
  if (pieces.after > pieces.before && bridges.length > 0)
    said.push(
      `Pieces that come out apart may hang together: cuts left bone thinner than a cell of ${cell.toPrecision(3)} mm between them in ${bridges.length / 3} places, the first at (${bridges
        .slice(0, 3)
        .map((x) => x.toFixed(1))
        .join(', ')}); give a smaller --cell to see them.`,
    );
  if (lost !== null && lost.walls + lost.gaps + lost.spikes > 0)
    said.push(
      `The bone cut does not show ${lost.walls} walls, ${lost.spikes} spikes and ${lost.gaps} gaps, such as canals, of the bone as given, the first at (${[...lost.positions.slice(0, 3)].map((x) => x.toFixed(1)).join(', ')}); give a smaller --cell if the path comes there.`,
    );
  return said;
}

function resultTable(results: AssessResults): string {
  const rows = assessRows(results).map(({ what, value, where }) => [what, value, where]);
  return textTable(rows, ['measure', 'value', 'where']);
}
