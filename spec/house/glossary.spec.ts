// The glossary: it has the words that people search for, and every name in it is public.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { program } from '#cli/program.ts';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { publicNames } from '#harness/public-names.ts';

const WORDS = [
  ...['penetration depth', 'depth', 'insertion', 'protrusion', 'remaining bone thickness', 'wall ahead'],
  ...['breakthrough', 'plunge', 'inside', 'containment', 'signed distance', 'clearance', 'contact distance, δ'],
  ...['contact patch', 'contact normal', 'first contact', 'time of impact', 'exact', 'certified', 'interval'],
  ...['resolution, h', 'pose', 'feed', 'shank', 'frame', 'kerf', 'burr hole', 'craniotome', 'perforator', 'flap'],
  ...['craniotomy', 'dura', 'plan', 'bone removed', 'god object', 'proxy', 'force', 'overlap volume'],
];

const page = readFileSync(join(import.meta.dirname, '../../examples/guides/glossary.md'), 'utf8');
/** Each entry, on one line: `**word, word** (sign, unit): meaning → names`. */
const entries = page
  .split(/\n(?=- )/)
  .slice(1)
  .map((text) => (text.split('\n\n')[0] ?? '').replaceAll(/\n +/g, ' '));
const namesOf = (entry: string) =>
  [...(entry.split(' → ')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
const known = publicNames();

test('each entry has words, a meaning, and a name', () => {
  expect(entries.length).toBeGreaterThan(40);
  const isWhole = (entry: string) => /^- \*\*[^*]+\*\*( \([^)]+\))?: \S.+ → `/.test(entry) && namesOf(entry).length > 0;
  expect(entries.filter((entry) => !isWhole(entry))).toEqual([]);
});

test('it has the words that people search for, each once', () => {
  const words = entries.map((entry) => `, ${/\*\*(.+?)\*\*/.exec(entry)?.[1]},`);
  expect(WORDS.filter((word) => words.filter((at) => at.includes(`, ${word},`)).length !== 1)).toEqual([]);
});

test('every name is public, and every command has its option', () => {
  const named = entries.flatMap(namesOf);
  const commands = named.filter((name) => name.startsWith('kerf '));
  expect(commands.length).toBeGreaterThan(5);
  expect(named.filter((name) => !commands.includes(name) && !known.has(name))).toEqual([]);
  const kerf = program(fakeToolkit(), recordedTerminal());
  const isKnown = (words: string) => {
    const [, name, flag] = words.split(' ');
    const command = kerf.commands.find((one) => one.name() === name);
    return command !== undefined && (flag === undefined || command.options.some(({ long }) => long === flag));
  };
  expect(commands.filter((words) => !isKnown(words))).toEqual([]);
});

test('a name that is not public is found', () => {
  expect(['Penetration.insertion', 'createDetector', 'sawBlade'].filter((name) => !known.has(name))).toEqual([]);
  expect(['Penetration.depth', 'createDetectors', 'CuttableBone.bone'].filter((name) => known.has(name))).toEqual([]);
});
