// A contact case → the question that validation's judges get, with a report that may be tampered with.

import { mulberry32 } from '#core';
import { type ContactReport, createDetector } from '#kerf';
import { BulkMesh, posedPositions } from '#reference';
import { type PoseQuestion, roundingAllowance } from '#validation/pose-question.ts';
import type { ContactCase } from './contact-cases.ts';

export async function questionOf(given: ContactCase, samples: number, seed: number): Promise<PoseQuestion> {
  const { bone, tool, pose, delta, h } = given;
  const detector = await createDetector({ bone, tool, contactDistance: delta, resolution: h });
  const report = detector.detectSync(pose);
  detector.dispose();
  const posed = new BulkMesh({ positions: posedPositions(tool.positions, pose), faces: tool.faces });
  const bodies = [new BulkMesh(bone), posed] as const;
  const options = { contactDistance: delta, resolution: h, seed, samples, oracleLimit: 5000 };
  const allowance = roundingAllowance(bodies);
  return { report, bodies, meshes: [bone, tool], options, allowance, random: mulberry32(seed) };
}

/** The question with only the contact rows that `keeps` selects, their columns copied and then `changed`. */
export function tampered(
  question: PoseQuestion,
  keeps: (row: number) => boolean,
  change: (contacts: Record<string, Float64Array | Uint32Array | Uint8Array>, row: number) => void = () => {},
): PoseQuestion {
  const { contacts } = question.report;
  const rows = Array.from({ length: contacts.length }, (_, row) => row).filter(keeps);
  const columns: Record<string, Float64Array | Uint32Array | Uint8Array> = {};
  for (const [name, width] of widths) {
    const column = contacts[name];
    const copy = new (column.constructor as Float64ArrayConstructor)(width * rows.length);
    for (const [i, row] of rows.entries())
      copy.set(column.subarray(width * row, width * row + width) as Float64Array, width * i);
    columns[name] = copy;
  }
  for (const row of rows.keys()) change(columns, row);
  const table = { ...columns, length: rows.length } as unknown as ContactReport['contacts'];
  return { ...question, report: { ...question.report, contacts: table }, random: mulberry32(question.options.seed) };
}

const widths = [
  ['body', 1],
  ['face', 1],
  ['level', 1],
  ['path', 1],
  ['corners', 9],
  ['point', 3],
  ['opposite', 3],
  ['oppositeFace', 1],
  ['normal', 3],
  ['distance', 1],
  ['low', 1],
  ['high', 1],
  ['patch', 1],
] as const;
