// What standard input may begin with, hold and end with: each line is answered, or refused by name.

import { expect, test } from '@jest/globals';
import { StdioClient } from '#harness/serve-clients.ts';

const HELLO = '{"id":1,"type":"hello","version":1}';
const POSE = '{"id":2,"type":"pose","detector":"d","binary":{"bytes":128,"arrays":[]}}';

/** The answers to an input given in these chunks: ids, whether they are ok, codes, sentences. */
async function answers(...chunks: (string | Uint8Array)[]): Promise<unknown[][]> {
  const client = StdioClient.open();
  for (const chunk of chunks) client.input.write(chunk);
  await client.close();
  expect(client.lines).toEqual([]);
  return client.heard.map(({ message }) => {
    const { code, message: sentence } = (message.error ?? {}) as { code?: string; message?: string };
    return [message.id, message.ok, code, sentence];
  });
}
const well = (id: number) => [id, true, undefined, undefined];
const refused = (id: number | null, code: string, says: RegExp) => [id, false, code, expect.stringMatching(says)];

test('a last line without a newline is a line', async () => {
  expect(await answers(HELLO)).toEqual([well(1)]);
  expect(await answers(`${HELLO}\n`, '{"id":2,"type":"ping"}')).toEqual([well(1), well(2)]);
  expect(await answers(`${HELLO}\n  `)).toEqual([well(1)]);
  expect(await answers(`${HELLO}\n{"id":2`)).toEqual([well(1), refused(null, 'BAD_JSON', /no JSON/)]);
});

test.each<[what: string, behind: Uint8Array, has: number]>([
  ['in the frame', new Uint8Array(2), 2],
  ['before the frame', new Uint8Array(0), 0],
  ['a byte before its end', new Uint8Array(127), 127],
])('an input that ends %s: the request is refused by its id', async (_what, behind, has) => {
  const short = refused(2, 'BAD_FRAME', new RegExp(`it has ${has} bytes, and 128 were announced`));
  expect(await answers(`${HELLO}\n${POSE}\n`, behind)).toEqual([well(1), short]);
});

test('an input that ends with a message whose frame is missing, and with no newline', async () => {
  expect(await answers(`${HELLO}\n${POSE}`)).toEqual([
    well(1),
    refused(2, 'BAD_FRAME', /it has 0 bytes, and 128 were/),
  ]);
});

test('broken UTF-8 is refused, and names nothing', async () => {
  // Latin-1's ü, a lone continuation byte, a surrogate in three bytes, a truncated letter, an overlong slash.
  for (const bytes of [[0xfc], [0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0xc0, 0xaf]]) {
    const line = [Buffer.from('{"id":2,"type":"unload","mesh":"'), Uint8Array.from(bytes), Buffer.from('"}\n')];
    const found = await answers(`${HELLO}\n`, Buffer.concat(line), '{"id":3,"type":"ping"}\n');
    expect(found).toEqual([well(1), refused(null, 'BAD_JSON', /no UTF-8; send its text in UTF-8\.$/), well(3)]);
  }
});

test('a letter of four bytes may come in two chunks', async () => {
  const bytes = Buffer.from(`${HELLO}\n{"id":2,"type":"unload","mesh":"🦴"}\n`);
  const cut = bytes.indexOf(0xf0) + 2;
  const found = await answers(bytes.subarray(0, cut), bytes.subarray(cut));
  expect(found).toEqual([well(1), refused(2, 'UNKNOWN_NAME', /"🦴"/)]);
});

test('a byte order mark before the first line is passed over', async () => {
  expect(await answers(Uint8Array.of(0xef, 0xbb, 0xbf), `${HELLO}\r\n`)).toEqual([well(1)]);
});
