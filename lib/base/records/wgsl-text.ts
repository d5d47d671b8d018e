// Declarations of shared records, bits, numbers and buffers → WGSL text.

import type { BitFields, WordSchema } from './word-schema.ts';

export function wgslStruct(name: string, schema: WordSchema): string {
  const fields = Object.entries(schema).map(([field, type]) => `  ${field}: ${type},\n`);
  return `struct ${name} {\n${fields.join('')}}\n`;
}

/** One `const` per number, under its own name. */
export function wgslConstants(type: 'u32' | 'i32', values: Readonly<Record<string, number>>): string {
  const suffix = type === 'u32' ? 'u' : '';
  return Object.entries(values)
    .map(([name, value]) => `const ${name}: ${type} = ${value}${suffix};\n`)
    .join('');
}

/** A record that lies in a buffer of bare words: NAME_WORDS of them, its field `leafLevel` at NAME_LEAF_LEVEL. */
export function wgslOffsets(name: string, schema: WordSchema): string {
  const fields = Object.keys(schema);
  const offsets = fields.map((field, word) => [`${name}_${constantName(field)}`, word] as const);
  return wgslConstants('u32', { [`${name}_WORDS`]: fields.length, ...Object.fromEntries(offsets) });
}

/** A record of four words in a buffer of vec4i: `nameOf(entry)` and, in reverse, `nameEntry(record)`. */
export function wgslEntry(name: string, schema: WordSchema): string {
  const function_ = lowerFirst(name);
  const from = Object.values(schema).map((type, k) =>
    type === 'u32' ? `bitcast<u32>(entry.${AXES[k]})` : `entry.${AXES[k]}`,
  );
  const to = Object.entries(schema).map(([field, type]) =>
    type === 'u32' ? `bitcast<i32>(record.${field})` : `record.${field}`,
  );
  return [
    wgslStruct(name, schema),
    `fn ${function_}Of(entry: vec4i) -> ${name} {\n  return ${name}(${from.join(', ')});\n}\n`,
    `fn ${function_}Entry(record: ${name}) -> vec4i {\n  return vec4i(${to.join(', ')});\n}\n`,
  ].join('');
}

/** For a word `RowState` with a part `level`: rowStateLevel(word), withRowStateLevel(word, value), packRowState(…). */
export function wgslBitFields(name: string, fields: BitFields): string {
  const parts = Object.entries(fields).map(([field, { shift, bits }]) => ({ field, shift, mask: 2 ** bits - 1 }));
  const functions = parts.map(({ field, shift, mask }) => {
    const part = `${name}${upperFirst(field)}`;
    return [
      `fn ${lowerFirst(part)}(word: u32) -> u32 {\n  return (word >> ${shift}u) & ${mask}u;\n}\n`,
      `fn with${part}(word: u32, value: u32) -> u32 {\n`,
      `  return (word & ~(${mask}u << ${shift}u)) | (value << ${shift}u);\n}\n`,
    ].join('');
  });
  const parameters = parts.map(({ field }) => `${field}: u32`).join(', ');
  const word = parts.map(({ field, shift }) => `(${field} << ${shift}u)`).join(' | ');
  return `${functions.join('')}fn pack${name}(${parameters}) -> u32 {\n  return ${word};\n}\n`;
}

/** How a kernel uses a buffer: `write` reads too, `atomic` is `write` by atomic operations. */
export type Access = 'uniform' | 'read' | 'write' | 'atomic';

/** Declarations of a kernel's buffers, binding 0 first. @param elements what each buffer holds. */
export function wgslBindings(
  bindings: Readonly<Partial<Record<string, Access>>>,
  elements: Readonly<Record<string, string>>,
  uniformTypes: Readonly<Record<string, string>>,
): string {
  return Object.entries(bindings)
    .map(([name, access], binding) => {
      const element = elements[name];
      const at = `@group(0) @binding(${binding}) var`;
      if (access === 'uniform') return `${at}<uniform> ${name}: ${uniformTypes[name] ?? element};\n`;
      if (access === 'read') return `${at}<storage, read> ${name}: array<${element}>;\n`;
      return `${at}<storage, read_write> ${name}: array<${access === 'atomic' ? `atomic<${element}>` : element}>;\n`;
    })
    .join('');
}

const AXES = ['x', 'y', 'z', 'w'] as const;
const upperFirst = (name: string) => name[0].toUpperCase() + name.slice(1);
const lowerFirst = (name: string) => name[0].toLowerCase() + name.slice(1);
const constantName = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
