// Frames with random damage, and random bodies behind good headers → messages, refusals or the end, all by name;
// nothing else is thrown, and nothing is kept.

import { expect, test } from '@jest/globals';
import { FormatError } from '#core';
import { encodeMessage, FrameReader } from '#igtl';
import { plainFrame } from '#harness/igtl-bytes.ts';
import { bodyKinds, type Random, randomMessage } from '#harness/igtl-messages.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 210_002;
const FRAMES = longRun(100_000, 400);

/** One to four bytes moved, removed, doubled or replaced. */
function damaged(frame: Uint8Array, random: Random): Uint8Array {
  const bytes = [...frame];
  const times = 1 + Math.floor(4 * random());
  for (let i = 0; i < times; i++) {
    const at = Math.floor(bytes.length * random());
    const value = random() < 0.3 ? 255 : Math.floor(256 * random());
    const kind = random();
    if (kind < 0.6) bytes[at] = value;
    else if (kind < 0.75) bytes.splice(at, 1);
    else if (kind < 0.9) bytes.splice(at, 0, value);
    else bytes.length = at;
  }
  return Uint8Array.from(bytes);
}

/** A body damaged before its checksum is computed, so that it is decoded. */
function damagedBody(random: Random): Uint8Array {
  const { message } = randomMessage(random);
  const version = random() < 0.3 ? 2 : 1;
  return plainFrame({ version, type: message.type, device: 'fuzz', body: damaged(message.content, random) });
}

test(`${FRAMES} frames, seed ${SEED}`, () => {
  const random = mulberry32(SEED);
  const seen = { read: 0, unreadable: 0, refused: 0, ended: 0 };
  let reader = new FrameReader();
  for (let i = 0; i < FRAMES; i++) {
    const frame = random() < 0.5 ? damaged(encodeMessage(randomMessage(random).message), random) : damagedBody(random);
    try {
      const cut = Math.floor(frame.length * random());
      for (const part of [frame.subarray(0, cut), frame.subarray(cut)])
        reader.push(part, (one) => {
          if ('refused' in one) {
            expect(one.refused).toBeInstanceOf(FormatError);
            seen.refused++;
            return;
          }
          const kind = bodyKinds.find(({ type }) => type === one.message.type);
          try {
            kind?.decode(one.message.content);
            seen.read++;
          } catch (error) {
            expect(error).toBeInstanceOf(FormatError);
            seen.unreadable++;
          }
        });
      // A shortened frame waits for its rest: in half of these cases, open a new connection.
      if (reader.waiting > 0 && random() < 0.5) reader = new FrameReader();
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
      expect(['UNKNOWN_VERSION', 'BAD_HEADER', 'TOO_LARGE']).toContain((error as FormatError).code);
      seen.ended++;
      reader = new FrameReader();
    }
    // The reader holds no more than has arrived: no frame here exceeds 20 kB, and a stream of them ends soon.
    expect(reader.waiting).toBeLessThan(2 ** 24);
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(FRAMES / 50);
});
