// The meaning of a word in a shared buffer: a field of a record, or several numbers in its bits.
//
// Host and shader take names, offsets and bits from the same declaration: here as TypeScript, in wgsl-text.ts as WGSL.

/** The type of one word, under its WGSL name. */
type WordType = 'u32' | 'i32' | 'f32';
/** Field → type, in the order of the words. All words are 32-bit scalars, so that field k lies at byte 4k. */
export type WordSchema = Readonly<Record<string, WordType>>;

/** Words of one record. */
export function wordsOf(schema: WordSchema): number {
  return Object.keys(schema).length;
}

/** Field → its word in a record. */
export function wordOffsets<S extends WordSchema>(schema: S): { readonly [K in keyof S]: number } {
  return Object.fromEntries(Object.keys(schema).map((name, word) => [name, word])) as { [K in keyof S]: number };
}

/** The words of a record of integers, negative ones in two's complement if they are written unsigned. */
export function recordWords<S extends WordSchema>(
  schema: S,
  values: { readonly [K in keyof S]: number },
): readonly number[] {
  return Object.keys(schema).map((name) => values[name]);
}

/** An unsigned number in the bits shift … shift + bits − 1 of a word; bits ≤ 31. */
interface BitField {
  readonly shift: number;
  readonly bits: number;
}
/** The numbers that share a word, from the lowest bit up. */
export type BitFields = Readonly<Record<string, BitField>>;

/** The bits of a number in a word. */
export function maskOf({ shift, bits }: BitField): number {
  return ((2 ** bits - 1) << shift) >>> 0;
}

/** One of the numbers in a word. */
export function partOf(word: number, { shift, bits }: BitField): number {
  return (word >>> shift) & ((1 << bits) - 1);
}

/** The word that holds these numbers; each must fit in its bits. */
export function packedWord<F extends BitFields>(fields: F, values: { readonly [K in keyof F]: number }): number {
  let word = 0;
  for (const name in fields) word |= values[name] << fields[name].shift;
  return word >>> 0;
}
