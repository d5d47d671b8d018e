// A record's schema → its WGSL struct text: host and shader read the same words.

import type { WordSchema } from './gpu-tables.ts';

/** All fields are 32-bit scalars, so that field k lies at byte 4k in storage and uniform buffers alike. */
export function wgslStruct(name: string, schema: WordSchema): string {
  const fields = Object.entries(schema).map(([field, type]) => `  ${field}: ${type},\n`);
  return `struct ${name} {\n${fields.join('')}}\n`;
}
