// The sources of the compiled stages → the names of their functions, which the published module lacks.

import { compile, VECTORS } from '../../../lib/stages/compiled/module/compile.mjs';
import published from '../../../lib/stages/compiled/module/kernels.js';

/** WebAssembly's number of the code section, and of the function names' subsection. */
const CODE = 10;
const FUNCTIONS = 1;

let names;

/**
 * @returns names by function index, from a module with names whose code equals the published one's byte for byte; it is
 * built once.
 */
export function wasmNames() {
  names ??= readNames();
  return names;
}

async function readNames() {
  const named = Buffer.from(await compile([...VECTORS, '--debug']));
  if (!sectionOf(named, CODE).equals(sectionOf(Buffer.from(published, 'base64'), CODE)))
    throw new Error('The compiled stages with names have other code than those without: run npm run build.');
  const [section] = WebAssembly.Module.customSections(new WebAssembly.Module(named), 'name');
  const reader = new Reader(Buffer.from(section));
  while (reader.isMore) {
    const kind = reader.byte();
    const part = new Reader(reader.bytes(reader.number()));
    if (kind !== FUNCTIONS) continue;
    const count = part.number();
    return new Map(Array.from({ length: count }, () => [part.number(), part.bytes(part.number()).toString('utf8')]));
  }
  throw new Error('The compiled stages have no names of functions.');
}

function sectionOf(module, wanted) {
  const HEAD = 8;
  const reader = new Reader(module.subarray(HEAD));
  while (reader.isMore) {
    const kind = reader.byte();
    const body = reader.bytes(reader.number());
    if (kind === wanted) return body;
  }
  throw new Error(`The module has no section ${wanted}.`);
}

class Reader {
  #bytes;
  #at = 0;

  constructor(bytes) {
    this.#bytes = bytes;
  }

  get isMore() {
    return this.#at < this.#bytes.length;
  }

  byte() {
    return this.#bytes[this.#at++];
  }

  /** LEB128. */
  number() {
    let [value, shift, byte] = [0, 0, 0];
    do {
      byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      shift += 7;
    } while (byte & 0x80);
    return value;
  }

  bytes(count) {
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }
}
