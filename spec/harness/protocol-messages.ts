// Messages of kerf serve → whether the published schema allows them, by a validator that is not kerf's; and the
// messages on its page.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';

const room = join(import.meta.dirname, '../../lib/server/protocol');

/** @returns a judge: a message → '' if the schema allows it, else what is wrong with it. */
export function messageJudge(definition = ''): (message: unknown) => string {
  const judge = compiled(definition);
  return (message) => {
    if (judge(message)) return '';
    return JSON.stringify(judge.errors?.slice(0, 5).map(({ instancePath, message }) => `${instancePath} ${message}`));
  };
}

const kept = new Map<string, ReturnType<Ajv2020['compile']>>();

function compiled(definition: string) {
  const held = kept.get(definition);
  if (held !== undefined) return held;
  const schema = JSON.parse(readFileSync(join(room, 'protocol.schema.json'), 'utf8'));
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema(schema, 'protocol');
  const made = ajv.compile({ $ref: definition === '' ? 'protocol' : `protocol#/$defs/${definition}` });
  kept.set(definition, made);
  return made;
}

/** The objects in the page's JSON blocks, one after another. */
export function pageMessages(): object[] {
  const page = readFileSync(join(room, 'README.md'), 'utf8');
  return [...page.matchAll(/^```json\n(.*?)^```/gms)].flatMap(([, block]) =>
    block
      .split(/^(?=\{)/m)
      .filter((text) => text.trim() !== '')
      .map((text) => JSON.parse(text) as object),
  );
}

/** The conversation that the page shows: each client message, and the part shown of the answer. */
export function pageConversation(): (readonly [said: string, heard: Record<string, unknown>])[] {
  const page = readFileSync(join(room, 'README.md'), 'utf8');
  return [...page.matchAll(/^→ (.+)\n← (.+)$/gm)].map(([, said, heard]) => [said, JSON.parse(heard)]);
}
