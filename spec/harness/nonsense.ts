// A door's good arguments → the same with nonsense in one place, or in several.

/** The error that a throwing getter throws: one of the caller's own. */
export const OWN_ERROR = new Error("the caller's own getter");

/** Removes the field instead of setting a value. */
export const MISSING = Symbol('missing');

/**
 * Values that no argument of kerf may be, some only by their type, some only by their state. Made anew for each call.
 */
export const nonsense: readonly (readonly [name: string, make: () => unknown])[] = [
  ['nothing there', () => MISSING],
  ['undefined', () => undefined],
  ['null', () => null],
  ['true', () => true],
  ['0', () => 0],
  ['-1', () => -1],
  ['1.5', () => 1.5],
  ['NaN', () => Number.NaN],
  ['Infinity', () => Number.POSITIVE_INFINITY],
  ['10n', () => 10n],
  ['a symbol', () => Symbol('odd')],
  ['a function', () => () => 3],
  ['an empty text', () => ''],
  ['a text', () => 'sixteen letters!'],
  ['an empty object', () => ({})],
  ['an object without a prototype', () => Object.create(null)],
  ['a date', () => new Date(0)],
  ['an empty array', () => []],
  ['an array of texts', () => ['a', 'b', 'c']],
  ['an array of sixteen digits as texts', () => Array.from('1000010000100001')],
  ['an array of holes', () => new Array(16)],
  ['an array of bigints', () => [0n, 1n, 2n]],
  ['an array of symbols', () => [Symbol('a'), Symbol('b'), Symbol('c')]],
  ['an object of a negative length', () => ({ length: -3 })],
  ['an object of a length that is a text', () => ({ length: 'three' })],
  ['an object of more elements than fit', () => ({ length: 2 ** 53 - 2 })],
  ['a Float32Array of 5', () => new Float32Array(5)],
  ['an Int8Array of −1', () => new Int8Array(3).fill(-1)],
  ['a BigInt64Array', () => new BigInt64Array(3)],
  ['a DataView', () => new DataView(new ArrayBuffer(48))],
  ['an ArrayBuffer', () => new ArrayBuffer(48)],
  ['a detached ArrayBuffer', () => detached(new ArrayBuffer(48))],
  ['a detached Float64Array', () => detachedView(new Float64Array(16))],
  ['a detached Uint32Array', () => detachedView(new Uint32Array(3))],
  ['a detached Uint8Array', () => detachedView(new Uint8Array(84))],
  ['an object whose getters throw', () => throwing(['length', 'positions', 'poses', 'bone', 'name', 'size', 'remove'])],
];

function detached(buffer: ArrayBuffer): ArrayBuffer {
  structuredClone(buffer, { transfer: [buffer] });
  return buffer;
}

function detachedView<View extends ArrayBufferView<ArrayBuffer>>(view: View): View {
  detached(view.buffer);
  return view;
}

function throwing(names: readonly string[]): object {
  const get = () => {
    throw OWN_ERROR;
  };
  return Object.defineProperties({}, Object.fromEntries(names.map((name) => [name, { get, enumerable: true }])));
}

/**
 * @param path a positional argument's number, then names: `0.bone.positions`.
 * @returns new arguments; whatever is not on the path is shared.
 */
export function withValueAt(args: readonly unknown[], path: string, value: unknown): unknown[] {
  const [first, ...rest] = path.split('.');
  const changed = [...args];
  changed[Number(first)] = replaced(args[Number(first)], rest, value);
  return changed;
}

function replaced(of: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value === MISSING ? undefined : value;
  const copy: Record<string, unknown> = { ...(of as object) };
  if (value === MISSING && rest.length === 0) delete copy[name];
  else copy[name] = replaced(copy[name], rest, value);
  return copy;
}
