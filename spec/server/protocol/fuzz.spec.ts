// Frames of every wrong kind, from a seed: nothing throws, nothing is left behind, and proper requests are answered.
// With KERF_LONG=1: 10^5 frames.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { box } from '#datasets';
import { type Answerer, SessionAnswerer } from '#protocol/answerer.ts';
import { Conversation } from '#protocol/conversation.ts';
import type { MakeAnswerer } from '#protocol/joined-sessions.ts';
import { LIMITS } from '#protocol/limits.ts';
import { REQUESTS } from '#protocol/requests.ts';
import { Session } from '#protocol/session.ts';
import { SessionThread } from '#protocol/session-thread.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { type Message, written } from '#harness/serve-clients.ts';
import { until, WatchedThreads } from '#harness/watched-threads.ts';

const SEED = 210_021;
const FRAMES = longRun(100_000, 500);
/** Messages per client. */
const EACH = 500;
/** Bytes that a client may use: enough for two detectors of the box. */
const MEMORY = 8 * 2 ** 20;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let random = mulberry32(SEED);
const below = (n: number) => Math.floor(random() * n);
const oneOf = <T>(values: readonly T[]): T => values[below(values.length)];

const bone = box({ size: [20, 16, 12] });
const at = (x: number) => Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1);
/** Voxels of 3 mm about the box. */
const voxels = Float64Array.of(3, 0, 0, -12, 0, 3, 0, -12, 0, 0, 3, -12);
const names = ['m', 'd', 'c', 'l', 'missing'];

/** Good requests, from which bad ones are made. Requests that need threads are left to other specs. */
const good: (() => Message)[] = [
  () => ({ type: 'hello', version: 1 }),
  () => ({ type: 'ping' }),
  () => ({ type: 'load', mesh: oneOf(names), positions: bone.positions, faces: bone.faces }),
  () => ({ type: 'load', mesh: 'm', dataset: 'box', faceCount: 12 }),
  () => ({ type: 'load', mesh: 'm', bytes: Uint8Array.from({ length: 84 }, () => below(256)), format: 'stl' }),
  () => ({ type: 'mesh', mesh: oneOf(names) }),
  () => ({ type: 'unload', [oneOf(['mesh', 'detector', 'cuttable'])]: oneOf(names) }),
  () => ({
    type: 'detector',
    detector: 'd',
    bone: 'm',
    tool: 'm',
    contactDistance: 0.5,
    resolution: 9,
    backend: 'cpu',
  }),
  () => ({ type: 'pose', detector: 'd', pose: at(19.9) }),
  () => ({ type: 'report', detector: 'd', pose: at(19.9) }),
  () => ({ type: 'intersects', detector: 'd' }),
  () => ({ type: 'path', detector: 'd', poses: Float64Array.from([...at(30), ...at(19.9)]) }),
  () => ({ type: 'distance', detector: 'd', pose: at(30) }),
  () => ({ type: 'volume', detector: 'd', pose: at(19) }),
  () => ({ type: 'sweep', detector: 'd', from: at(30), to: at(19) }),
  () => ({ type: 'edit', detector: 'd', remove: Uint32Array.of(below(12)) }),
  () => ({
    type: 'cuttable',
    cuttable: 'c',
    surface: 'm',
    cell: 4,
    frame: voxels,
    size: Uint32Array.of(9, 9, 9),
    structures: ['m'],
  }),
  () => ({ type: 'cut', cuttable: 'c', tool: 'm', from: at(18), to: at(17) }),
  () => ({ type: 'haptic-move', loop: 'l', pose: at(0) }),
  () => ({ type: 'cancel', request: below(50) }),
];

const odd: (() => unknown)[] = [
  () => null,
  () => -1,
  () => 2 ** 53,
  () => 1e308,
  () => '',
  () => 'NaN',
  () => [],
  () => [[1]],
  () => ({}),
  () => true,
  () => random(),
  () => Array.from({ length: below(40) }, () => random() - 0.5),
  () => new Float32Array(below(40)),
  () => Uint32Array.from({ length: below(9) }, () => below(2 ** 32)),
  () => at(Number.NaN),
];

/** A good request with a fault or two: a member changed, removed or added; or the text or the frame damaged. */
function bad(id: number): { text: string; frame: Uint8Array | null } {
  const request: Record<string, unknown> = { id, ...oneOf(good)() };
  for (let n = below(3); n > 0; n--) {
    const name = oneOf([...Object.keys(request), ...Object.keys(REQUESTS.detector.members), '__proto__', 'binary']);
    if (random() < 0.3) delete request[name];
    else
      Object.defineProperty(request, name, {
        value: oneOf(odd)(),
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  let { text, frame } = written(request);
  const kind = random();
  if (kind < 0.1) text = text.slice(0, below(text.length));
  else if (kind < 0.2) text = damaged(text);
  else if (kind < 0.25) text = String.fromCharCode(...Array.from({ length: below(60) }, () => below(0x10000)));
  else if (kind < 0.3) text = text.replace(/\d+/g, (digits) => (random() < 0.3 ? String(below(2 ** 31)) : digits));
  const fate = random();
  if (fate < 0.1) frame = frame?.subarray(0, below(frame.length)) ?? null;
  else if (fate < 0.15) frame = Uint8Array.from({ length: below(100) }, () => below(256));
  else if (fate < 0.2) frame = null;
  return { text, frame };
}

function damaged(text: string): string {
  const place = below(text.length);
  return text.slice(0, place) + oneOf(['"', '{', '}', ',', '\\', '\0', '9', 'null']) + text.slice(place + below(3));
}

class Fuzzed {
  readonly answers: Message[] = [];
  readonly failures: unknown[] = [];
  readonly conversation: Conversation;
  /** What answers, and what of it must not be left behind. */
  answerer!: Answerer;
  ends = 0;

  constructor(make: MakeAnswerer) {
    this.conversation = new Conversation(
      {
        send: (text, _frame, done) => {
          this.answers.push(JSON.parse(Buffer.from(text).toString()));
          done();
        },
        end: () => this.ends++,
      },
      {
        limits: { ...LIMITS, maxMemory: MEMORY, maxRate: Number.POSITIVE_INFINITY },
        ...{ files: null, version: '1', isToken: null, joined: null },
        answerer: (options) => {
          this.answerer = make(options);
          return this.answerer;
        },
        tell: (line) => this.failures.push(line),
        fail: (error) => this.failures.push(error),
      },
    );
  }

  hear({ text, frame }: { text: string; frame: Uint8Array | null }): void {
    this.conversation.text(text);
    if (frame !== null) this.conversation.frame(frame);
  }
}

const MAKERS: Readonly<Record<string, MakeAnswerer>> = {
  'in this thread': (options) => new SessionAnswerer(options),
  'each session in a thread of its own': (options) => new SessionThread(options),
};

test.each(Object.keys(MAKERS))(
  `${FRAMES} messages, and their frames, %s (seed ${SEED})`,
  async (where) => {
    random = mulberry32(SEED);
    const threads = new WatchedThreads();
    const seen = new Map<string, number>();
    const failures: unknown[] = [];
    const heaps: number[] = [];
    const gone: WeakRef<object>[] = [];
    let [answered, most] = [0, 0];
    for (let sent = 0; sent < FRAMES; ) {
      const client = new Fuzzed(MAKERS[where]);
      const asked = new Set<unknown>([null, 1e6, 2_000_000, 2_000_001, 2_000_002]);
      client.hear(written({ id: 1e6, type: 'hello', version: 1 }));
      for (let n = 0; n < EACH; n++, sent++) {
        const message = bad(n);
        for (const [, id] of message.text.matchAll(/"id":\s*(\d+)/g)) asked.add(Number(id));
        client.hear(message);
        if (n % 20 === 0) await client.conversation.settled();
        most = Math.max(most, client.conversation.holder?.bytes ?? 0);
      }
      await client.conversation.settled();
      // The server may still await a frame; this request comes in its place.
      client.conversation.text('{"id":2000000,"type":"ping"}');
      client.hear(written({ id: 2_000_001, type: 'load', mesh: 'm', positions: bone.positions, faces: bone.faces }));
      client.hear(written({ id: 2_000_002, type: 'mesh', mesh: 'm' }));
      await client.conversation.settled();
      const last = client.answers.slice(-3).map(({ id, ok }) => [id, ok]);
      expect(last).toEqual([2_000_000, 2_000_001, 2_000_002].map((id) => [id, true]));
      for (const { ok, type, error } of client.answers) {
        const code = ok ? `ok ${type}` : (error as { code: string }).code;
        seen.set(code, (seen.get(code) ?? 0) + 1);
      }
      // No other client's answer.
      expect(client.answers.filter(({ id }) => !asked.has(id))).toEqual([]);
      answered += client.answers.length;
      failures.push(...client.failures);
      await client.conversation.close();
      expect([client.conversation.holder?.bytes ?? 0, client.ends]).toEqual([0, 0]);
      gone.push(new WeakRef(client.conversation), new WeakRef(client.answerer));
      await new Promise(setImmediate);
      collect();
      heaps.push(process.memoryUsage().heapUsed);
    }
    await until(() => threads.alive.length === 0, 'all threads have ended');
    threads.stop();
    threads.all.length = 0;
    collect();
    // The last client may still be in a register of this function.
    expect(gone.slice(0, -2).filter((ref) => ref.deref() !== undefined)).toEqual([]);
    expect(failures).toEqual([]);
    expect(seen.get('INTERNAL')).toBeUndefined();
    expect(most).toBeLessThanOrEqual(MEMORY);
    // The seed gives what is claimed: bad requests of every kind, and good ones among them.
    for (const code of ['BAD_JSON', 'BAD_MESSAGE', 'UNKNOWN_TYPE', 'UNKNOWN_MEMBER', 'MISSING_MEMBER', 'BAD_MEMBER'])
      expect([code, (seen.get(code) ?? 0) > FRAMES / 1000]).toEqual([code, true]);
    for (const code of [
      'BAD_FRAME',
      'UNKNOWN_NAME',
      'ok report',
      'ok load',
      'ok path',
      'ok cut',
      'NON_FINITE_POSE',
      'BAD_LENGTH',
    ])
      expect([code, (seen.get(code) ?? 0) > 0]).toEqual([code, true]);
    expect(answered).toBeGreaterThan(0.5 * FRAMES);
    // If a client left behind what its messages took, at least some 100 bytes each, half of that would show. With few
    // clients the heap shows what the engine compiles meanwhile.
    const half = heaps.slice(Math.floor(heaps.length / 2));
    process.stdout.write(
      `heap behind each client, MiB: ${heaps.map((bytes) => (bytes / 2 ** 20).toFixed(2)).join(' ')}\n`,
    );
    if (half.length >= 50) expect((half.at(-1) as number) - half[0]).toBeLessThan(50 * EACH * half.length);
  },
  longRun(3_600_000, 300_000),
);

test(`a session itself, asked for ${FRAMES / 10} odd things (seed ${SEED})`, async () => {
  const session = new Session({ limits: { ...LIMITS, maxMemory: MEMORY } });
  let refused = 0;
  for (let n = 0; n < FRAMES / 10; n++) {
    const type = oneOf(Object.keys(REQUESTS).filter((name) => name !== 'haptic-start'));
    const members = Object.keys(REQUESTS[type].members).map((name) => [name, oneOf(odd)()]);
    try {
      await session.ask(type, Object.fromEntries(members));
    } catch (error) {
      expect((error as { code?: string }).code).toMatch(/^[A-Z_]+$/);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(FRAMES / 20);
  await session.close();
  expect(session.bytes).toBe(0);
});
