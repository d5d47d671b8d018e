// One bone → everything that the tables show about it: answers compared, query times, build times, memory.

import { buildAll } from './builds.mjs';
import { measureCold } from './cold.mjs';
import { measureCompaction, measureEdits } from './edits.mjs';
import { measureGarbage } from './garbage.mjs';
import { measureMany } from './many.mjs';
import { detectorBytes } from './memory.mjs';
import { PEERS } from './peers/index.mjs';
import { kerf } from './peers/kerf.mjs';
import { cannot, measureQuery } from './queries.mjs';
import { measureReports } from './reports.mjs';

const QUERIES = ['pairs', 'intersects', 'distance'];
/** Poses whose reports fill the working tables: one stroke. */
const STROKE = 12;

/**
 * @param bone name, positions, faces.
 * @param asked `large`: whether the aims refer to this size; `first`, `last`: whether it is the first or last of those.
 * @returns plain data, milliseconds and bytes; null for what is not measured at this size.
 */
export async function measure(bone, tool, path, asked) {
  const { matrices, kinds } = path;
  const ofKind = (kind) => matrices.filter((_, pose) => kinds[pose] === kind);
  const { competitors, refusals, build, bytes } = await buildAll(PEERS, bone, tool, matrices[0]);
  const queries = Object.fromEntries(QUERIES.map((query) => [query, measureQuery(query, competitors, path)]));
  for (const { session } of competitors) session.free();
  const [far] = ofKind('far');
  const cold = asked.large ? await measureCold(bone, tool, ofKind('clear'), far) : null;
  const report = await measureReports(bone, tool, path);
  const memory = await detectorBytes(bone, tool, far, matrices.slice(0, STROKE));
  return {
    ...{ name: bone.name, faces: bone.faces.length / 3, ...queries, cold, report, build },
    ...{ bytes: { ...bytes, [kerf.name]: memory.aFace }, copyBytes: memory.copy, workingBytes: memory.working },
    cannot: Object.fromEntries([...QUERIES, 'report', 'build', 'memory'].map((what) => [what, cannot(what, refusals)])),
    many: asked.first ? await measureMany(bone, tool, matrices) : null,
    edit: asked.last ? await measureEdits(bone, tool, matrices) : null,
    compaction: asked.last ? await measureCompaction(bone, tool, matrices) : null,
    garbage: asked.first ? await measureGarbage(bone, tool, matrices) : null,
  };
}
