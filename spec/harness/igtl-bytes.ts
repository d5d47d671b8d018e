// An OpenIGTLink frame by the protocol's tables of fields, written out without kerf's own reader and writer.

/** Hexadecimal digits, with spaces anywhere between them. */
export function hex(digits: string): Uint8Array {
  const packed = digits.replace(/\s/g, '');
  return Uint8Array.from({ length: packed.length / 2 }, (_, i) => Number.parseInt(packed.slice(2 * i, 2 * i + 2), 16));
}

export function ascii(text: string, width = text.length): Uint8Array {
  const field = new Uint8Array(width);
  for (let i = 0; i < text.length; i++) field[i] = text.charCodeAt(i);
  return field;
}

export function bytes(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Integers, big-endian, of `width` bytes each. */
export function uints(width: number, ...numbers: readonly number[]): Uint8Array {
  return hex(numbers.map((number) => number.toString(16).padStart(2 * width, '0')).join(''));
}

/** ECMA-182, bit by bit: the remainder of the bytes times x^64. */
export function plainCrc64(data: Uint8Array): bigint {
  let remainder = 0n;
  for (const byte of data)
    for (let bit = 7; bit >= 0; bit--) {
      const leaves = (remainder >> 63n) ^ BigInt((byte >> bit) & 1);
      remainder = BigInt.asUintN(64, remainder << 1n);
      if (leaves === 1n) remainder ^= 0x42f0e1eba9ea3693n;
    }
  return remainder;
}

export function uint64(number: bigint): Uint8Array {
  return hex(number.toString(16).padStart(16, '0'));
}

export interface PlainFrame {
  readonly version?: number;
  readonly type: string;
  readonly device?: string;
  readonly timestamp?: bigint;
  readonly body: Uint8Array;
}

/** The header's fields, each written by hand, then the body. */
export function plainFrame({ version = 1, type, device = '', timestamp = 0n, body }: PlainFrame): Uint8Array {
  return bytes(
    uints(2, version),
    ascii(type, 12),
    ascii(device, 20),
    uint64(timestamp),
    uint64(BigInt(body.length)),
    uint64(plainCrc64(body)),
    body,
  );
}
