// One pose → each stage's input and output, printed, and a page with pictures: npm run trace -- --pose FILE.

import { mkdirSync, writeFileSync } from 'node:fs';
import { importSource } from '../bench/import-source.mjs';
import { scriptOptions } from '../harness/script-options.mjs';

const PAGE = 'out/trace/trace.html';
const usage =
  'npm run trace -- [--pose <16 numbers>] [--bone <mesh>] [--tool <mesh>] [--distance <mm>: 0.5] [--resolution <mm>: 1]\n' +
  '       Without a file: the phantom of a skull, a saw blade, and a pose that cuts.';
const { values, refuse } = scriptOptions(usage, {
  ...{ pose: { type: 'string' }, bone: { type: 'string' }, tool: { type: 'string' } },
  ...{ distance: { type: 'string', default: '0.5' }, resolution: { type: 'string', default: '1' } },
});
if (!(Number(values.distance) >= 0)) refuse(`--distance is ${values.distance}, expected a length of 0 mm or more.`);
if (!(Number(values.resolution) > 0)) refuse(`--resolution is ${values.resolution}, expected a length above 0 mm.`);

const { readTraceInput, stagesOf, tracePage, tracePose } = await importSource('spec/trace/parts.ts', 'trace/parts.mjs');
let trace;
try {
  trace = tracePose(await readTraceInput(values));
} catch (error) {
  refuse(error.message);
}
stagesOf(trace).forEach(({ name, receives, gives }, i) => {
  console.log(`${i} ${name}: ${receives}`);
  for (const line of gives) console.log(`    → ${line}`);
});
mkdirSync('out/trace', { recursive: true });
writeFileSync(PAGE, tracePage(trace));
console.log(`Pictures: ${PAGE}`);
