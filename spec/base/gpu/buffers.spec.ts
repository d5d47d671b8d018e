// Buffers that grow, and bytes that are read back.

import { describe, expect, test } from '@jest/globals';
import { DeviceError } from '#core';
import { GrowingBuffer, Readback } from '#gpu';
import { bufferOf, specGpu } from '#harness/software-gpu.ts';

const gpu = await specGpu();

describe('GrowingBuffer', () => {
  test('keeps its buffer while there is room, and replaces it when there is not', () => {
    const growing = new GrowingBuffer(gpu, 'rows', 100, GPUBufferUsage.STORAGE);
    const first = growing.buffer;
    expect(first.label).toBe('rows');
    expect(growing.reserve(100)).toBe(false);
    expect(growing.buffer).toBe(first);
    expect(growing.reserve(1000)).toBe(true);
    expect(growing.buffer).not.toBe(first);
    expect(growing.buffer.label).toBe('rows');
    expect(growing.bytes).toBeGreaterThanOrEqual(1000);
    growing.destroy();
  });

  test('says what does not fit on the device, and stays as it was', () => {
    const growing = new GrowingBuffer(gpu, 'rows', 64, GPUBufferUsage.STORAGE);
    const first = growing.buffer;
    const wanted = gpu.largestBuffer + 16;
    expect(() => growing.reserve(wanted)).toThrow(DeviceError);
    expect(() => growing.reserve(wanted)).toThrow(
      `Buffer "rows" needs ${wanted} bytes, the device allows ${gpu.largestBuffer}`,
    );
    expect(growing.buffer).toBe(first);
    growing.destroy();
  });
});

describe('Readback', () => {
  const numbers = Uint32Array.from({ length: 300 }, (_, i) => 7 * i);
  const source = bufferOf(gpu, 'numbers', numbers);
  const parts = (from: number, count: number) => [
    { buffer: source, offset: 4 * from, bytes: 4 * count },
    { buffer: source, offset: 0, bytes: 0 },
    { buffer: source, offset: 4, bytes: 8 },
  ];
  const expected = (from: number, count: number) => [...numbers.subarray(from, from + count), 7, 14];
  function start(readback: Readback, from: number, count: number): Promise<ArrayBuffer> {
    const encoder = gpu.device.createCommandEncoder();
    const reading = readback.copy(encoder, parts(from, count));
    gpu.device.queue.submit([encoder.finish()]);
    return reading.read();
  }

  test('brings the parts back, one behind the other, several readings at a time', async () => {
    const readback = new Readback(gpu);
    const asked = [[0, 300], [5, 1], [17, 0], [250, 50], [3, 90]] as const; // biome-ignore format: a table
    for (let round = 0; round < 3; round++) {
      const found = await Promise.all(asked.map(([from, count]) => start(readback, from, count)));
      asked.forEach(([from, count], i) => {
        expect([...new Uint32Array(found[i])]).toEqual(expected(from, count));
      });
    }
    readback.destroy();
  });

  test('what came back stays when its buffer is used again', async () => {
    const readback = new Readback(gpu);
    const first = new Uint32Array(await start(readback, 0, 10));
    await start(readback, 100, 10);
    expect([...first]).toEqual(expected(0, 10));
    readback.destroy();
  });
});
