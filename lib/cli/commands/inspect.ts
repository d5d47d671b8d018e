// `kerf inspect`: a mesh file → its properties, as a table or as JSON.

import type { Command } from 'commander';
import type { AnatomicalFrame, MeshInspection } from '#mesh';
import { examples, isoHelp, unitOption } from '../command-words.ts';
import { boxNotice, unusedIso, warn } from '../notices.ts';
import { isoOption } from '../option-values.ts';
import { type LengthUnit, loadSurface, surfaceFileHelp } from '../surface-file.ts';
import { textTable } from '../text-table.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

interface InspectFlags {
  readonly iso?: string;
  readonly unit?: LengthUnit;
  readonly selfIntersections?: boolean;
  readonly json?: boolean;
}

async function inspect(file: string, flags: InspectFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const iso = flags.iso === undefined ? undefined : isoOption(flags.iso);
  const { unit = 'mm' } = flags;
  warn(terminal, unusedIso(iso, [file]));
  const mesh = await loadSurface(kit, file, iso, unit);
  const inspection = kit.inspectMesh(mesh);
  const pairs = flags.selfIntersections ? kit.selfIntersections(mesh).length / 2 : undefined;
  const notice = boxNotice('If this is a bone: its box', inspection.bounds, '--unit');
  if (flags.json) {
    const facts = { file, unit, frame: mesh.frame ?? 'unknown', ...inspection, selfIntersections: pairs };
    terminal.out(`${JSON.stringify({ ...facts, notices: notice === '' ? [] : [notice] }, null, 2)}\n`);
    return;
  }
  const own = pairs === undefined ? [] : [['own faces that intersect', `${pairs} pairs`]];
  const table = textTable([...inspectionRows(inspection, mesh.frame), ...own]);
  terminal.out(`${file}\n${table}\n${notice === '' ? '' : `${notice}\n`}`);
}

export function inspectionRows(of: MeshInspection, frame: AnatomicalFrame | undefined): [string, string][] {
  const { min, max } = of.bounds;
  const size = max.map((high, axis) => (high - min[axis]).toFixed(2)).join(' × ');
  const yesNo = (value: boolean) => (value ? 'yes' : 'no');
  return [
    ['faces', String(of.faceCount)],
    ['vertices', String(of.vertexCount)],
    ['frame', frame ?? 'unknown'],
    ['size, mm', size],
    ['low corner, mm', min.map((value) => value.toFixed(3)).join(', ')],
    ['high corner, mm', max.map((value) => value.toFixed(3)).join(', ')],
    ['closed', yesNo(of.closed)],
    ['oriented', yesNo(of.oriented)],
    ['manifold', yesNo(of.manifold)],
    ['components', String(of.components)],
    ['boundary edges', String(of.boundaryEdges)],
    ['degenerate faces', String(of.degenerateFaces)],
    ['duplicate faces', String(of.duplicateFaces)],
    ['area, mm²', of.area.toFixed(2)],
    ['volume, mm³', Number.isNaN(of.volume) ? 'none (not closed and oriented)' : of.volume.toFixed(2)],
  ];
}

export function addInspect(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('inspect')
    .summary('what a mesh is: closed, oriented, manifold, size, area, volume')
    .description('Say what a mesh is: closed, oriented, manifold, components, size, area, volume.')
    .argument('<file>', surfaceFileHelp)
    .option('--iso <value>', isoHelp)
    .addOption(unitOption('the unit of a mesh; sizes come in mm'))
    .option('--self-intersections', 'count the pairs of its own faces that intersect, exactly')
    .option('--json', 'print JSON instead of a table')
    .addHelpText(
      'after',
      examples(
        'kerf inspect skull.stl',
        'kerf inspect skull.stl --self-intersections',
        'kerf inspect head.nii.gz --iso 225.5 --json',
      ),
    )
    .action((file: string, flags: InspectFlags) => inspect(file, flags, kit, terminal));
}
