// The published schema: it matches the tables, accepts what the page shows, and refuses damaged messages.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ANSWERS } from '#protocol/answers.ts';
import { protocolSchema } from '#protocol/protocol-schema.ts';
import { REQUESTS } from '#protocol/requests.ts';
import { messageJudge, pageConversation, pageMessages } from '#harness/protocol-messages.ts';
import { StdioClient } from '#harness/serve-clients.ts';
import { inDeep } from '#harness/sets.ts';

const file = join(import.meta.dirname, '../../../lib/server/protocol/protocol.schema.json');
const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

describe('protocol.schema.json', () => {
  test('is the schema of the tables, as it stands (KERF_WRITE=1 writes it, to be formatted)', () => {
    const text = JSON.stringify(protocolSchema(), null, 2);
    if (process.env.KERF_WRITE === '1') writeFileSync(file, text);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(text));
  });
  test('has an answer to every request', () =>
    expect(Object.keys(ANSWERS).sort()).toEqual(Object.keys(REQUESTS).sort()));
});

describe('the page', () => {
  const messages = pageMessages();
  test('shows messages', () => expect(messages.length).toBeGreaterThan(2));
  test.each(messages.map((message) => [JSON.stringify(message), message]))('shows a message: %s', (_text, message) =>
    expect(messageJudge()(message)).toBe(''),
  );
  inDeep(() =>
    test('shows a conversation, which goes as it stands', async () => {
      const client = StdioClient.open();
      const conversation = pageConversation();
      expect(conversation.length).toBeGreaterThan(4);
      for (const [said, heard] of conversation) {
        expect(messageJudge('request')(JSON.parse(said))).toBe('');
        client.send(said);
        expect((await client.next()).message).toMatchObject(heard);
      }
      await client.close();
      expect(client.lines).toEqual([]);
    }),
  );
  test('names every request', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../lib/server/protocol/README.md'), 'utf8');
    expect(Object.keys(REQUESTS).filter((type) => !page.includes(`\`${type}\``))).toEqual([]);
  });
});

describe('the schema refuses', () => {
  const frame = (name: string, type: string, offset = 0) => ({
    bytes: 128,
    arrays: [{ name, type, length: 16, offset }],
  });
  test.each<[string, object]>([
    ['a request without an id', { type: 'ping' }],
    ['an id that is no whole number', { id: 1.5, type: 'ping' }],
    ['a type that does not exist', { id: 1, type: 'pong' }],
    ['a member that it does not have', { id: 1, type: 'ping', loud: true }],
    ['a member too few', { id: 1, type: 'report' }],
    ['an array too few', { id: 1, type: 'pose', detector: 'd' }],
    ['an array under another name', { id: 1, type: 'pose', detector: 'd', binary: frame('poses', 'f64') }],
    ['an array of another type', { id: 1, type: 'pose', detector: 'd', binary: frame('pose', 'u32') }],
    ['an array that is not aligned', { id: 1, type: 'pose', detector: 'd', binary: frame('pose', 'f64', 4) }],
    ['two of which one is meant', { id: 1, type: 'unload', mesh: 'a', detector: 'd' }],
    ['none of which one is meant', { id: 1, type: 'unload' }],
    ['a number that is text', { id: 1, type: 'pose', detector: 'd', pose: ['1', ...pose.slice(1)] }],
    ['an error that says it is fine', { id: 1, ok: true, error: { code: 'A', message: 'b' } }],
    [
      'a volume that leaves open whether its width was reached',
      { id: 1, type: 'volume', ok: true, volume: { low: 0, high: 1 } },
    ],
    ['an answer of a stream without its place', { id: 1, type: 'path', ok: true, done: true, count: 3 }],
  ])('%s', (_what, message) => expect(messageJudge()(message)).not.toBe(''));

  test.each<[string, object]>([
    ['a pose as a list', { id: 1, type: 'pose', detector: 'd', pose }],
    ['a pose in the frame', { id: 1, type: 'pose', detector: 'd', binary: frame('pose', 'f32') }],
    ['a refusal of what could not be read', { id: null, ok: false, error: { code: 'BAD_JSON', message: 'No.' } }],
    ['the end of a stream', { id: 1, type: 'path', ok: true, seq: 3, done: true, count: 3 }],
    ['a volume', { id: 1, type: 'volume', ok: true, volume: { low: 0, high: 'Infinity', reached: false } }],
  ])('and not %s', (_what, message) => expect(messageJudge()(message)).toBe(''));
});
