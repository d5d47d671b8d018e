// `kerf inspect`: a mesh file → its properties, as a table or as JSON.

import Table from 'cli-table3';
import { unusedIso, warn } from '../input-warnings.ts';
import { inspectionRows } from '../inspection-rows.ts';
import type { LengthUnit } from '../length-unit.ts';
import { isoOption } from '../option-values.ts';
import { boxNotice } from '../scale-notices.ts';
import { loadSurface } from '../surface-file.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

export interface InspectFlags {
  readonly iso?: string;
  readonly unit?: LengthUnit;
  readonly selfIntersections?: boolean;
  readonly json?: boolean;
}

export async function inspect(file: string, flags: InspectFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
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
  const table = new Table({ style: { head: [], border: [], compact: true } });
  for (const row of inspectionRows(inspection, mesh.frame)) table.push([...row]);
  if (pairs !== undefined) table.push(['own faces that intersect', `${pairs} pairs`]);
  terminal.out(`${file}\n${table.toString()}\n${notice === '' ? '' : `${notice}\n`}`);
}
