// One client's messages: hello, ids, order, streams, cancel, unexpected frames; and that the server waits for a client
// that does not read.

import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Answerer, SessionAnswerer } from '#protocol/answerer.ts';
import { Conversation } from '#protocol/conversation.ts';
import type { MakeAnswerer } from '#protocol/joined-sessions.ts';
import { LIMITS, type Limits } from '#protocol/limits.ts';
import { messageJudge } from '#harness/protocol-messages.ts';
import { type Message, written } from '#harness/serve-clients.ts';
import { inDeep } from '#harness/sets.ts';

/** One box a tenth of a millimetre deep in another. */
const POSE = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 19.9, 0, 0, 1];

/** A conversation that keeps its messages; what it sends leaves at once, or when `leave` is called. */
class Talk {
  readonly sent: Message[] = [];
  readonly ends: [code: number, reason: string][] = [];
  readonly told: string[] = [];
  readonly failures: unknown[] = [];
  readonly conversation: Conversation;
  isReading = true;
  #held: (() => void)[] = [];

  constructor(
    limits: Partial<Limits> = {},
    isToken: ((text: string) => boolean) | null = null,
    make: MakeAnswerer = (options) => new SessionAnswerer(options),
  ) {
    const send = (text: string | Uint8Array, _frame: Uint8Array | null, done: () => void) => {
      const message = JSON.parse(String(text)) as Message;
      expect(messageJudge('answer')(message)).toBe('');
      this.sent.push(message);
      this.#held.push(done);
      if (this.isReading) this.leave();
    };
    const end = (code: number, reason: string) => this.ends.push([code, reason]);
    this.conversation = new Conversation(
      { send, end },
      {
        ...{ limits: { ...LIMITS, ...limits }, files: null, version: '1', isToken, joined: null },
        answerer: make,
        tell: (line) => this.told.push(line),
        fail: (error) => this.failures.push(error),
      },
    );
  }

  leave(): void {
    for (const done of this.#held.splice(0)) done();
  }

  say(message: Message | string): void {
    if (typeof message === 'string') this.conversation.text(message);
    else {
      const { text, frame } = written(message);
      this.conversation.text(text);
      if (frame !== null) this.conversation.frame(frame);
    }
  }

  async answers(count: number): Promise<Message[]> {
    while (this.sent.length < count) await new Promise((done) => setTimeout(done, 1));
    return this.sent;
  }

  get codes(): unknown[] {
    return this.sent.map(({ error }) => (error as { code: string } | undefined)?.code);
  }
}

const hello = { id: 0, type: 'hello', version: 1 };

async function withDetector(limits: Partial<Limits> = {}): Promise<Talk> {
  const talk = new Talk(limits);
  talk.say({ ...hello, arrays: 'lists' });
  talk.say({ id: 1, type: 'load', mesh: 'b', dataset: 'box', faceCount: 12 });
  const options = { contactDistance: 0.5, resolution: 10, backend: 'cpu' };
  talk.say({ id: 2, type: 'detector', detector: 'd', bone: 'b', tool: 'b', ...options });
  await talk.answers(3);
  expect(talk.codes).toEqual([undefined, undefined, undefined]);
  talk.sent.length = 0;
  return talk;
}
const path = (count: number) => ({
  type: 'path',
  detector: 'd',
  poses: Array.from({ length: count }, () => POSE).flat(),
});

describe('a client that takes nothing, and cancels', () => {
  const few = { maxUnsent: 200 };

  test('what waits for room is given up', async () => {
    const talk = new Talk(few);
    talk.isReading = false;
    talk.say(hello);
    talk.say({ id: 1, type: 'ping' });
    await new Promise((done) => setTimeout(done, 5));
    talk.say({ id: 2, type: 'cancel', request: 1 });
    expect(talk.sent.slice(1)).toMatchObject([
      { id: 1, error: { code: 'CANCELLED' } },
      { id: 2, cancelled: true },
    ]);
    talk.isReading = true;
    talk.leave();
    talk.say({ id: 3, type: 'ping' });
    await talk.answers(4);
    expect(talk.sent.filter(({ id }) => id === 1)).toHaveLength(1);
  });

  test('a path that has ended sends no more', async () => {
    let emitted = 0;
    // It ends at once, while the client has not taken what came before.
    const fake: Answerer = {
      bytes: 0,
      get holder() {
        return fake;
      },
      async ask({ id, type }, emit, signal) {
        const stopped = new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
        const all = (async () => {
          for (let seq = 0; seq < 9; seq++) {
            await emit({
              text: JSON.stringify({ id, type, ok: true, seq, signed: { note: 'x'.repeat(300) } }),
              frame: null,
            });
            emitted++;
          }
        })();
        all.catch(() => {});
        return Promise.race([all.then(() => ({ text: '{}', frame: null })), stopped]);
      },
      atOnce: () => null,
      close: () => Promise.resolve(),
    };
    const talk = new Talk(few, null, () => fake);
    talk.say(hello);
    talk.isReading = false;
    talk.say({ id: 1, ...path(1) });
    while (emitted < 1) await new Promise((done) => setTimeout(done, 1));
    talk.say({ id: 2, type: 'cancel', request: 1 });
    await talk.answers(4);
    const before = talk.sent.length;
    talk.isReading = true;
    talk.leave();
    await new Promise((done) => setTimeout(done, 20));
    expect(talk.sent).toHaveLength(before);
    expect(talk.sent.filter(({ id }) => id === 1).map(({ seq, done }) => [seq, done])).toEqual([
      [0, undefined],
      [1, true],
    ]);
  });
});

describe('before hello', () => {
  test.each<[string, Message | string, number | null, string]>([
    ['another request', { id: 4, type: 'ping' }, 4, 'HELLO_FIRST'],
    ['cancel', { id: 4, type: 'cancel', request: 1 }, 4, 'HELLO_FIRST'],
    ['an older version', { ...hello, version: 0 }, 0, 'WRONG_VERSION'],
    ['a newer version', { ...hello, version: 2 }, 0, 'WRONG_VERSION'],
    ['hello without a version', { id: 0, type: 'hello' }, 0, 'MISSING_MEMBER'],
  ])('%s is refused by name', async (_what, message, id, code) => {
    const talk = new Talk();
    talk.say(message);
    const [answer] = await talk.answers(1);
    expect(answer).toMatchObject({ id, ok: false, error: { code } });
    talk.sent.length = 0;
    talk.say(hello);
    expect(talk.sent).toMatchObject([{ ok: true }]);
    expect(talk.ends).toEqual([]);
  });
  test('a wrong token, or none, ends the connection', () => {
    for (const token of [{}, { token: 'a' }, { token: 'sesame ' }]) {
      const talk = new Talk({}, (text) => text === 'sesame');
      talk.say({ ...hello, ...token });
      expect([talk.codes, talk.ends]).toEqual([['WRONG_TOKEN'], [[1008, 'wrong token']]]);
      talk.say({ ...hello, token: 'sesame' });
      expect(talk.sent).toHaveLength(1);
    }
    const talk = new Talk({}, (text) => text === 'sesame');
    talk.say({ ...hello, token: 'sesame' });
    expect(talk.sent).toMatchObject([{ ok: true }]);
  });
});

describe('a message that is no request', () => {
  let talk: Talk;
  beforeEach(() => {
    talk = new Talk();
    talk.say(hello);
    talk.sent.length = 0;
  });
  const ping = { id: 3, type: 'ping' };
  const frame = { name: 'pose', type: 'f64', length: 16, offset: 0 };
  const pose = (binary: unknown) => ({ id: 3, type: 'pose', detector: 'd', binary });
  test.each<[string, Message | string, number | null, string]>([
    ['no JSON', '{"id":3,', null, 'BAD_JSON'],
    ['nothing', '', null, 'BAD_JSON'],
    ['a number', '3', null, 'BAD_MESSAGE'],
    ['null', 'null', null, 'BAD_MESSAGE'],
    ['a list', '[]', null, 'BAD_MESSAGE'],
    ['very deep', '['.repeat(100_000), null, 'BAD_MESSAGE'],
    ['no id', { type: 'ping' }, null, 'BAD_MESSAGE'],
    ['a text for an id', { id: '3', type: 'ping' }, null, 'BAD_MESSAGE'],
    ['a part of an id', { id: 1.5, type: 'ping' }, null, 'BAD_MESSAGE'],
    ['an id below 0', { id: -1, type: 'ping' }, null, 'BAD_MESSAGE'],
    ['no type', { id: 3 }, 3, 'BAD_MESSAGE'],
    ['a type that is none', { id: 3, type: 'pin' }, 3, 'UNKNOWN_TYPE'],
    ['a type of every object', { id: 3, type: 'constructor' }, 3, 'UNKNOWN_TYPE'],
    ['a second hello', { ...hello, id: 3 }, 3, 'ALREADY_GREETED'],
    ['a member that it has not', { ...ping, loud: 1 }, 3, 'UNKNOWN_MEMBER'],
    ['a member of every object', '{"id":3,"type":"ping","__proto__":{"a":1}}', 3, 'UNKNOWN_MEMBER'],
    ['a member too few', { id: 3, type: 'report' }, 3, 'MISSING_MEMBER'],
    ['two for one', { id: 3, type: 'unload', mesh: 'a', detector: 'b' }, 3, 'BAD_MEMBER'],
    ['a number for a text', { id: 3, type: 'report', detector: 4 }, 3, 'BAD_MEMBER'],
    ['a text of a megabyte', { id: 3, type: 'report', detector: 'x'.repeat(2 ** 20) }, 3, 'BAD_MEMBER'],
    ['texts for numbers', { id: 3, type: 'pose', detector: 'd', pose: ['1'] }, 3, 'BAD_MEMBER'],
    ['parts of a face', { id: 3, type: 'load', mesh: 'm', positions: [0], faces: [0.5] }, 3, 'BAD_MEMBER'],
    ['positions alone', { id: 3, type: 'load', mesh: 'm', positions: [0] }, 3, 'MISSING_MEMBER'],
    ['a name of nothing', { id: 3, type: 'report', detector: 'd' }, 3, 'UNKNOWN_NAME'],
    ['a path', { id: 3, type: 'load', mesh: 'm', path: 'a.stl' }, 3, 'NO_FILES'],
    ['a frame without a length', pose({ arrays: [] }), 3, 'BAD_LENGTH'],
    ['a frame that is null', pose(null), 3, 'BAD_LENGTH'],
    ['a frame of 2 GB', pose({ bytes: 2 ** 31, arrays: [] }), 3, 'MESSAGE_TOO_LARGE'],
    ['arrays that are none', pose({ bytes: 128, arrays: {} }), 3, 'BAD_BINARY'],
    ['an array of no type', pose({ bytes: 128, arrays: [{ ...frame, type: 'f16' }] }), 3, 'BAD_BINARY'],
    ['an array without a name', pose({ bytes: 128, arrays: [{ ...frame, name: '' }] }), 3, 'BAD_BINARY'],
    ['an array behind the frame', pose({ bytes: 120, arrays: [frame] }), 3, 'BAD_BINARY'],
    ['an array that is not aligned', pose({ bytes: 132, arrays: [{ ...frame, offset: 4 }] }), 3, 'BAD_BINARY'],
    ['an array twice', pose({ bytes: 256, arrays: [frame, { ...frame, offset: 128 }] }), 3, 'BAD_BINARY'],
    ['arrays that overlap', pose({ bytes: 136, arrays: [frame, { ...frame, name: 'b', offset: 8 }] }), 3, 'BAD_BINARY'],
  ])('%s', async (_what, message, id, code) => {
    talk.say(message);
    const [answer] = await talk.answers(1);
    expect(answer).toMatchObject({ id, ok: false, error: { code } });
    expect((answer.error as { message: string }).message).toMatch(/^[^\n]{10,400}[.]$/);
    // An announced frame is skipped; the next request is answered.
    if (code === 'BAD_BINARY') talk.conversation.frame(new Uint8Array(128));
    talk.sent.length = 0;
    talk.say({ id: 5, type: 'ping' });
    expect(await talk.answers(1)).toMatchObject([{ id: 5, ok: true }]);
    expect([talk.failures, talk.told, talk.ends]).toEqual([[], [], []]);
  });

  test.each([
    ['{"id":3,"pose":[0,NaN]}', 'NaN'],
    ['{"id":3,"a":"\\"NaN","high":-Infinity}', '-Infinity'],
    [`{"id":3,"a":[${'1,'.repeat(1000)}Infinity]}`, 'Infinity'],
  ])('a number that JSON has not is refused with its place', (message, number) => {
    talk.say(message);
    const says = `it has ${number} at letter ${message.lastIndexOf(number) + 1}, which JSON has not; write "${number}".`;
    expect(talk.sent).toMatchObject([
      { id: null, error: { code: 'BAD_JSON', message: expect.stringContaining(says) } },
    ]);
  });
  test('what else is no JSON is refused with the words of the parser', () => {
    const message = '{"id":3,"type":"unload","mesh":"a NaN" "b"}';
    let words = '';
    try {
      JSON.parse(message);
    } catch (error) {
      words = (error as Error).message;
    }
    talk.say(message);
    expect(words).not.toBe('');
    expect((talk.sent[0].error as { message: string }).message).toContain(words);
  });

  test('a frame that nothing has announced, one of another length, one that is missing, a member in both', () => {
    talk.conversation.frame(new Uint8Array(8));
    talk.say(JSON.stringify(pose({ bytes: 128, arrays: [frame] })));
    talk.conversation.frame(new Uint8Array(127));
    talk.say(JSON.stringify(pose({ bytes: 128, arrays: [frame] })));
    talk.say(JSON.stringify({ ...pose({ bytes: 128, arrays: [frame] }), id: 4, pose: POSE }));
    talk.conversation.frame(new Uint8Array(128));
    expect(talk.codes).toEqual(['BAD_FRAME', 'BAD_FRAME', 'BAD_FRAME', 'BAD_BINARY']);
    expect(talk.sent.map(({ id }) => id)).toEqual([null, 3, 3, 4]);
  });
});

describe('order', () => {
  test('answers come in the order of their requests, however long each takes', async () => {
    const talk = await withDetector();
    const ids = Array.from({ length: 9 }, (_, n) => n + 10);
    for (const id of ids)
      talk.say(
        id % 3 === 0
          ? { id, type: 'volume', detector: 'd', pose: POSE }
          : { id, type: id % 3 === 1 ? 'ping' : 'report', ...(id % 3 === 2 && { detector: 'd', pose: POSE }) },
      );
    expect((await talk.answers(ids.length)).map(({ id }) => id)).toEqual(ids);
  });

  test('an id that is not answered yet is refused, and may be used again afterwards', async () => {
    const talk = await withDetector();
    talk.say({ id: 7, type: 'report', detector: 'd', pose: POSE });
    talk.say({ id: 7, type: 'ping' });
    const answers = await talk.answers(2);
    expect(answers.map(({ id, ok, type }) => [id, ok, type])).toEqual([
      [7, false, 'ping'],
      [7, true, 'report'],
    ]);
    expect(talk.codes[0]).toBe('DUPLICATE_ID');
    talk.say({ id: 7, type: 'ping' });
    expect((await talk.answers(3))[2]).toMatchObject({ id: 7, ok: true });
  });

  test('what comes behind a path is answered while it runs', async () => {
    const talk = await withDetector();
    talk.say({ id: 7, ...path(6) });
    talk.say({ id: 8, type: 'ping' });
    const answers = await talk.answers(8);
    const ping = answers.findIndex(({ id }) => id === 8);
    expect(ping).toBeLessThan(6);
    const stream = answers.filter(({ id }) => id === 7);
    expect(stream.map(({ seq }) => seq)).toEqual([...stream.keys()]);
    expect(stream.filter(({ done }) => done)).toEqual([
      { id: 7, type: 'path', ok: true, seq: 6, done: true, count: 6 },
    ]);
  });

  test('more streams, and more requests, than may be', async () => {
    const talk = await withDetector({ maxStreams: 2, maxPending: 5 });
    for (const id of [10, 11]) talk.say({ id, ...path(2000) });
    talk.say({ id: 12, ...path(3) });
    for (const id of [13, 14, 15, 16]) talk.say({ id, type: 'volume', detector: 'd', pose: POSE });
    const refusals = () => talk.sent.filter(({ error }) => error !== undefined);
    while (refusals().length < 3) await new Promise((done) => setTimeout(done, 1));
    await talk.conversation.close();
    const refused = refusals();
    expect(refused.map(({ id, error }) => [id, (error as { code: string }).code])).toEqual([
      [15, 'TOO_MANY_PENDING'],
      [16, 'TOO_MANY_PENDING'],
      [12, 'TOO_MANY_STREAMS'],
    ]);
    expect(refused[2]).toMatchObject({ seq: 0, done: true });
  });

  test('more messages a second than may be', () => {
    const talk = new Talk({ maxRate: 10 });
    talk.say(hello);
    for (let id = 1; id < 20; id++) talk.say({ id, type: 'cancel', request: 0 });
    const refused = talk.codes.filter((code) => code === 'TOO_FAST').length;
    expect([refused >= 8, refused <= 10]).toEqual([true, true]);
  });
});

describe('cancel', () => {
  test('a request that waits is given up, and what is done is not', async () => {
    const talk = await withDetector();
    for (const id of [10, 11]) talk.say({ id, type: 'volume', detector: 'd', pose: POSE });
    talk.say({ id: 12, type: 'cancel', request: 11 });
    talk.say({ id: 13, type: 'cancel', request: 99 });
    const answers = await talk.answers(4);
    expect(answers.map(({ id, cancelled, error }) => [id, cancelled ?? (error as { code?: string })?.code])).toEqual([
      [11, 'CANCELLED'],
      [12, true],
      [13, false],
      [10, undefined],
    ]);
  });

  test('a path ends where it is', async () => {
    const talk = await withDetector();
    talk.say({ id: 7, ...path(2000) });
    await talk.answers(3);
    talk.say({ id: 8, type: 'cancel', request: 7 });
    while (!talk.sent.some(({ done }) => done)) await new Promise((done) => setTimeout(done, 1));
    const last = talk.sent.filter(({ id }) => id === 7).at(-1);
    expect(last).toMatchObject({ ok: false, done: true, error: { code: 'CANCELLED' } });
    expect(talk.sent.length).toBeLessThan(1800);
    talk.say({ id: 7, type: 'ping' });
    while (talk.sent.at(-1)?.type !== 'ping') await new Promise((done) => setTimeout(done, 1));
  });
});

describe('a client that does not read', () => {
  const limits = { maxUnsent: 20_000, patience: 200 };

  inDeep(() =>
    test('is waited for, and then has all of it, in order', async () => {
      const talk = await withDetector({ ...limits, patience: 60_000 });
      talk.isReading = false;
      talk.say({ id: 7, ...path(25) });
      talk.say({ id: 8, type: 'ping' });
      await talk.answers(1);
      await new Promise((done) => setTimeout(done, 300));
      const ahead = JSON.stringify(talk.sent).length;
      const largest = Math.max(...talk.sent.map((message) => JSON.stringify(message).length));
      expect(ahead).toBeLessThan(limits.maxUnsent + 2 * largest);
      expect(talk.sent.length).toBeLessThan(25);
      talk.isReading = true;
      talk.leave();
      expect((await talk.answers(27)).filter(({ id }) => id === 7).map(({ seq }) => seq)).toEqual(
        Array.from({ length: 26 }, (_, n) => n),
      );
      expect(talk.ends).toEqual([]);
    }),
  );

  test('is dropped by name when it takes nothing, and what it had is freed', async () => {
    const talk = await withDetector(limits);
    talk.conversation.name = 'sleeper';
    expect(talk.conversation.holder?.bytes).toBeGreaterThan(0);
    talk.isReading = false;
    talk.say({ id: 7, ...path(25) });
    while (talk.ends.length === 0) await new Promise((done) => setTimeout(done, 10));
    expect(talk.ends).toEqual([[1013, 'too slow a reader']]);
    expect(talk.told).toEqual([expect.stringMatching(/^is dropped: it reads too slowly, and \d+\.\d MiB wait for it/)]);
    expect(talk.conversation.holder?.bytes).toBe(0);
  });

  test('is dropped at once where it floods the server with what cannot wait', async () => {
    const talk = await withDetector({ ...limits, patience: 60_000 });
    talk.isReading = false;
    for (let n = 0; n < 5000 && talk.ends.length === 0; n++) talk.say('nonsense');
    expect(talk.ends).toEqual([[1013, 'too slow a reader']]);
    expect(JSON.stringify(talk.sent).length).toBeLessThan(3 * limits.maxUnsent);
  });

  test('one that is gone in the middle of a path: no more of it is computed, and its memory is freed', async () => {
    const talk = await withDetector();
    talk.say({ id: 7, ...path(2000) });
    await talk.answers(3);
    await talk.conversation.close();
    const { length } = talk.sent;
    expect(talk.conversation.holder?.bytes).toBe(0);
    await new Promise((done) => setTimeout(done, 50));
    expect(talk.sent).toHaveLength(length);
    expect(talk.failures).toEqual([]);
  });
});
