// A stream of frames, cut anywhere, damaged anywhere → the same messages, a refusal by name, or the end by name.

import { describe, expect, test } from '@jest/globals';
import { encodeMessage, type Frame, FrameReader, HEADER_SIZE, LARGEST_BODY } from '#igtl';
import { ascii, bytes, hex, plainFrame, uint64 } from '#harness/igtl-bytes.ts';
import { bodyKinds, randomMessage } from '#harness/igtl-messages.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 210_001;

function readAll(reader: FrameReader, ...chunks: readonly Uint8Array[]): Frame[] {
  const frames: Frame[] = [];
  for (const chunk of chunks) reader.push(chunk, (frame) => frames.push(frame));
  return frames;
}
const codeOf = (frame: Frame) => ('refused' in frame ? frame.refused.code : 'message');
const endOf = (reader: FrameReader, chunk: Uint8Array) => {
  try {
    readAll(reader, chunk);
    return 'none';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe(`round trips, seed ${SEED}`, () => {
  const random = mulberry32(SEED);
  const made = Array.from({ length: longRun(20_000, 300) }, () => randomMessage(random));

  test('every body, in both versions of the header', () => {
    for (const { message, kind, value } of made) {
      const [frame] = readAll(new FrameReader(), encodeMessage(message));
      expect(frame).toEqual({ message });
      expect(kind.decode((frame as { message: typeof message }).message.content)).toEqual(value);
    }
    for (const { type } of bodyKinds)
      for (const version of [1, 2])
        expect(
          made.filter(({ message }) => message.type === type && message.version === version).length,
        ).toBeGreaterThan(made.length / bodyKinds.length / longRun(4, 8));
  });

  test('many in one stream, in pieces of random lengths', () => {
    const stream = bytes(...made.slice(0, 300).map(({ message }) => encodeMessage(message)));
    const reader = new FrameReader();
    const frames: Frame[] = [];
    for (let at = 0; at < stream.length; ) {
      const end = at + 1 + Math.floor(random() ** 3 * 3000);
      const chunk = stream.slice(at, end);
      reader.push(chunk, (frame) => frames.push(frame));
      // The caller may reuse its chunk.
      chunk.fill(0xee);
      at = end;
    }
    expect(frames).toEqual(made.slice(0, 300).map(({ message }) => ({ message })));
    expect(reader).toMatchObject({ received: 300, refused: 0, waiting: 0 });
  });
});

test(`a stream cut at ${longRun(1, 0) === 1 ? 'every' : 'every fifth'} byte`, () => {
  const random = mulberry32(SEED + 1);
  const frames = Array.from({ length: longRun(8, 3) }, () => encodeMessage(randomMessage(random).message));
  const ends = frames.map((_, i) => bytes(...frames.slice(0, i + 1)).length);
  const stream = bytes(...frames);
  const again = (read: readonly Frame[]) =>
    Buffer.concat(read.map((frame) => ('message' in frame ? encodeMessage(frame.message) : new Uint8Array(0))));
  for (let cut = 0; cut <= stream.length; cut += longRun(1, 5)) {
    const reader = new FrameReader();
    const first = readAll(reader, stream.subarray(0, cut));
    expect(first).toHaveLength(ends.filter((end) => end <= cut).length);
    expect(again([...first, ...readAll(reader, stream.subarray(cut))]).equals(stream)).toBe(true);
  }
  const one = readAll(new FrameReader(), ...Array.from(stream, (byte) => Uint8Array.of(byte)));
  expect(again(one).equals(stream)).toBe(true);
});

describe('a message that cannot be read is refused, and the next one taken:', () => {
  const good = plainFrame({ type: 'GET_STATUS', device: 'after', body: new Uint8Array(0) });
  const state = bytes(hex('0003 0004'), ascii('near'));
  const damaged = (frame: Uint8Array, at: number) => frame.map((byte, i) => (i === at ? byte ^ 0x10 : byte));
  const string = plainFrame({ type: 'STRING', device: 'a', body: state });
  const extended = (digits: string) => plainFrame({ version: 2, type: 'STRING', body: bytes(hex(digits), state) });
  test.each<[what: string, frame: Uint8Array, code: string]>([
    ['a byte of the body is wrong', damaged(string, HEADER_SIZE + 5), 'BAD_CHECKSUM'],
    ['the checksum is wrong', damaged(string, HEADER_SIZE - 1), 'BAD_CHECKSUM'],
    ['its device name is no UTF-8', damaged(string, 14).fill(0xff, 14, 15), 'BAD_TEXT'],
    ['its body ends within the extended header', plainFrame({ version: 2, type: 'A', body: hex('000c') }), 'TRUNCATED'],
    ['its extended header is too short', extended('0008 0000 00000000 00000000'), 'BAD_COUNT'],
    ['its metadata is longer than the body', extended('000c 0000 ffffffff 00000000'), 'BAD_COUNT'],
    ['its metadata announces pairs that are not there', extended('000c 0004 00000000 00000000'), 'BAD_COUNT'],
  ])('%s', (_what, frame, code) => {
    const reader = new FrameReader();
    expect(readAll(reader, bytes(frame, good)).map(codeOf)).toEqual([code, 'message']);
    expect(reader).toMatchObject({ received: 1, refused: 1, waiting: 0 });
  });

  test('metadata whose pairs are longer than their sizes, and one whose key is no UTF-8', () => {
    const pairs = (key: string) =>
      plainFrame({ version: 2, type: 'A', body: hex(`000c 000a 00000003 00000000 0001 0001 0003 00000001 ${key}`) });
    expect(readAll(new FrameReader(), pairs('41 42 43')).map(codeOf)).toEqual(['BAD_COUNT']);
    const bad = plainFrame({
      version: 2,
      type: 'A',
      body: hex('000c 000a 00000002 00000000 0001 0001 0003 00000001 ff 42'),
    });
    expect(readAll(new FrameReader(), bad).map(codeOf)).toEqual(['BAD_TEXT']);
  });
});

describe('a header that cannot be one ends the stream:', () => {
  const header = (version: string, type: Uint8Array, size: bigint) =>
    bytes(hex(version), type, new Uint8Array(28), uint64(size), new Uint8Array(8));
  const fine = ascii('STRING', 12);
  test.each<[what: string, header: Uint8Array, code: string]>([
    ['version 0', header('0000', fine, 4n), 'UNKNOWN_VERSION'],
    ['version 3', header('0003', fine, 4n), 'UNKNOWN_VERSION'],
    ['another protocol', ascii('GET / HTTP/1.1\r\nHost: localhost:18944\r\nConnection: keep-alive'), 'UNKNOWN_VERSION'],
    ['no type', header('0001', new Uint8Array(12), 4n), 'BAD_HEADER'],
    ['a type behind a zero', header('0001', ascii('A\0B', 12), 4n), 'BAD_HEADER'],
    ['a type that is no ASCII', header('0001', hex('414243ff0000000000000000'), 4n), 'BAD_HEADER'],
    ['2 GB announced', header('0001', fine, 2n ** 31n), 'TOO_LARGE'],
    ['2^64 − 1 bytes announced', header('0001', fine, 2n ** 64n - 1n), 'TOO_LARGE'],
    ['one byte more than is taken', header('0002', fine, BigInt(LARGEST_BODY) + 1n), 'TOO_LARGE'],
  ])('%s', (_what, head, code) => {
    const good = plainFrame({ type: 'GET_STATUS', body: new Uint8Array(0) });
    const reader = new FrameReader();
    const frames: Frame[] = [];
    expect(() => reader.push(bytes(good, head, good), (frame) => frames.push(frame))).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(/^A[^\n]+\.$/) }),
    );
    // The frame before it was accepted; those after it never are.
    expect(frames).toHaveLength(1);
    expect(endOf(reader, good)).toBe(code);
    expect(endOf(reader, good.subarray(0, 1))).toBe(code);
    expect(reader).toMatchObject({ received: 1, refused: 0 });
  });

  test('the limit is the caller’s', () => {
    expect(readAll(new FrameReader(4), header('0001', fine, 4n))).toEqual([]);
    expect(endOf(new FrameReader(3), header('0001', fine, 4n))).toBe('TOO_LARGE');
  });
});

test('half a header waits, and a large body takes the memory of what has come', () => {
  const head = plainFrame({ type: 'IMAGE', body: new Uint8Array(0) });
  const reader = new FrameReader();
  expect(readAll(reader, head.subarray(0, 57))).toEqual([]);
  expect(reader.waiting).toBe(57);
  const announced = bytes(head.subarray(0, 42), uint64(BigInt(LARGEST_BODY)), new Uint8Array(8));
  const before = process.memoryUsage().arrayBuffers;
  const readers = Array.from({ length: 100 }, () => new FrameReader());
  for (const one of readers) expect(readAll(one, announced, new Uint8Array(100))).toEqual([]);
  expect(readers.every((one) => one.waiting === HEADER_SIZE + 100)).toBe(true);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(LARGEST_BODY / 4);
});
