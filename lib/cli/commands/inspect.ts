// `kerf inspect`: a mesh file → what it is, for people or as JSON.

import Table from 'cli-table3';
import type { MeshInspection } from '../../mesh/index.ts';
import { unusedIso, warn } from '../input-warnings.ts';
import { numberOption } from '../option-values.ts';
import { loadSurface } from '../surface-file.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

export interface InspectFlags {
  readonly iso?: string;
  readonly json?: boolean;
}

export async function inspect(file: string, flags: InspectFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const iso = flags.iso === undefined ? undefined : numberOption(flags.iso, 'iso', 'the intensity of the surface');
  warn(terminal, unusedIso(iso, [file]));
  const inspection = kit.inspectMesh(await loadSurface(kit, file, iso));
  if (flags.json) terminal.out(`${JSON.stringify({ file, ...inspection }, null, 2)}\n`);
  else terminal.out(`${file}\n${inspectionTable(inspection)}\n`);
}

function inspectionTable(of: MeshInspection): string {
  const { min, max } = of.bounds;
  const size = max.map((high, axis) => (high - min[axis]).toFixed(2)).join(' × ');
  const yesNo = (value: boolean) => (value ? 'yes' : 'no');
  const rows: readonly (readonly [string, string])[] = [
    ['faces', String(of.faceCount)],
    ['vertices', String(of.vertexCount)],
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
  const table = new Table({ style: { head: [], border: [], compact: true } });
  for (const row of rows) table.push([...row]);
  return table.toString();
}
