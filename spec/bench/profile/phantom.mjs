// The aims on the phantom: their profiles at the sizes they refer to, detectMany round by round, memory by field.

import { count, milliseconds } from '../cells.mjs';
import { bone, saw } from '../meshes.mjs';
import { APPROACH, strokes } from '../poses.mjs';
import { BODIES } from './bodies.mjs';
import { profileMany } from './many.mjs';
import { profileMemory } from './memory.mjs';
import { profileOf } from './sampler.mjs';
import { functionTable, growthTable } from './table.mjs';

const SEED = 20_260;
const [SMALL, MEDIUM, LARGE] = [10_000, 200_000, 800_000];
/** Bodies and the sizes at which their aims are, or were, missed. */
const ASKED = [
  ['pairs', [SMALL, MEDIUM, LARGE]],
  ['separated', [MEDIUM]],
  ['separated-in-turn', [MEDIUM]],
  ['deep', [MEDIUM]],
  ['distance', [MEDIUM]],
  ['report-0.5', [MEDIUM]],
  ['report-1', [MEDIUM]],
  ['build', [MEDIUM, LARGE]],
  ['edits', [LARGE]],
];

export async function run({ seconds, poses }) {
  const path = strokes(SEED, poses, APPROACH);
  const tool = saw();
  console.log(
    `Skull phantom and saw of ${count(tool.faces.length / 3)} faces, ${path.matrices.length} poses, seed ${SEED}.\n`,
  );
  const medium = { bone: bone(MEDIUM), tool, path };
  await profileMemory(medium);
  for (const [name, sizes] of ASKED) {
    const profiles = [];
    for (const faces of sizes) profiles.push(await profileBody(name, { bone: bone(faces), tool, path }, seconds));
    if (sizes.length > 1) {
      console.log(`## ${BODIES[name].title}: growth by room\n`);
      console.log(growthTable(profiles));
    }
  }
  await profileMany(medium);
}

/** Prints the profile. @returns its only part, named by the bone's face count. */
export async function profileBody(name, given, seconds, where = `${count(given.bone.faces.length / 3)} faces`) {
  const { title, make } = BODIES[name];
  const body = await make(given);
  const parts = await profileOf(body, seconds);
  body.free();
  for (const { part, milliseconds: taken, functions } of parts) {
    const what = part === '' ? title : `${title}: \`${part}\``;
    console.log(`## ${what}, ${where}: ${milliseconds(taken)} ms\n`);
    console.log(functionTable(functions));
  }
  return { ...parts[0], name: where };
}
