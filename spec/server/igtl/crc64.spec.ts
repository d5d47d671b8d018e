// The checksum, compared with the published check value and with polynomial division bit by bit.

import { expect, test } from '@jest/globals';
import { crc64 } from '#igtl/crc64.ts';
import { ascii, plainCrc64 } from '#harness/igtl-bytes.ts';
import { mulberry32 } from '#harness/random.ts';

test('the check value of ECMA-182', () => {
  expect(crc64(ascii('123456789'))).toBe(0x6c40df5f0b497347n);
  expect(plainCrc64(ascii('123456789'))).toBe(0x6c40df5f0b497347n);
});

test('nothing, and zeros, leave nothing', () => {
  expect(crc64(new Uint8Array(0))).toBe(0n);
  expect(crc64(new Uint8Array(1000))).toBe(0n);
});

test('every single byte, and random ones of every length up to 200', () => {
  const random = mulberry32(21);
  for (let byte = 0; byte < 256; byte++) expect(crc64(Uint8Array.of(byte, 0))).toBe(plainCrc64(Uint8Array.of(byte, 0)));
  for (let length = 0; length <= 200; length++) {
    const data = Uint8Array.from({ length }, () => 256 * random());
    expect(crc64(data)).toBe(plainCrc64(data));
  }
});
