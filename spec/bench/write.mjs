// Results of one or more series → tables on stdout, out/NAME.json, and the first one's plot as out/NAME.svg.

import { mkdirSync, writeFileSync } from 'node:fs';
import { plot } from './plot.mjs';
import { markdown } from './table.mjs';
import { sink } from './timing.mjs';

/** @param started when the run began, in performance.now(). */
export function writeResults(name, results, started) {
  mkdirSync('out', { recursive: true });
  writeFileSync(`out/${name}.json`, `${JSON.stringify(results.length === 1 ? results[0] : results, null, 2)}\n`);
  writeFileSync(`out/${name}.svg`, plot(results[0]));
  for (const series of results) console.log(markdown(series));
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.error(`\nsum of all answers ${sink.sum.toPrecision(6)}; out/${name}.json and .svg written; ${seconds} s.`);
}
