// A CPU profile from V8's inspector, a call tree with samples → what each function took.

/** The project's bundles: a room's name, a dash, a hash of the content. */
const BUNDLE = /\/dist\/([a-z-]+?)(?:-[\w-]{8})?\.js$/;
/** V8's name for time in which nothing runs. */
const IDLE = ['(idle)'];

/**
 * Functions of one name in one file are merged, and a recursive function counts once per sample.
 * @param options.under a function's name, or a part of its file's address with a slash: samples without it on their
 * stack are left out; '' leaves out none.
 * @param options.waiting names of functions that wait: time spent in themselves counts as idle.
 * @param options.names of the functions of the WebAssembly module, by index.
 * @returns share: these samples' part of the whole time, 0 to 1; functions: name, room, and as shares of these samples'
 * time what it took itself and including its callees, most first. Samples in which nothing ran never count.
 */
export function functionsOf(profile, { under = '', waiting = [], names = new Map() } = {}) {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const own = new Map();
  profile.samples.forEach((id, i) => {
    own.set(id, (own.get(id) ?? 0) + profile.timeDeltas[i]);
  });
  const idle = [...IDLE, ...waiting];
  const functions = new Map();
  let [whole, taken] = [0, 0];
  for (const [id, time] of own) {
    const stack = [];
    for (let at = id; at !== undefined; at = parents.get(at)) stack.push(describe(nodes.get(at).callFrame, names));
    whole += time;
    if (idle.includes(stack[0].name) || (under !== '' && !stack.some((one) => isUnder(one, under)))) continue;
    taken += time;
    const seen = new Set();
    stack.forEach(({ name, room, key }, depth) => {
      const entry = functions.get(key) ?? { name, room, self: 0, total: 0 };
      functions.set(key, entry);
      if (depth === 0) entry.self += time;
      if (!seen.has(key)) entry.total += time;
      seen.add(key);
    });
  }
  const shares = [...functions.values()].map((entry) => ({
    ...{ name: entry.name, room: entry.room },
    ...{ self: entry.self / taken, total: entry.total / taken },
  }));
  return { share: whole === 0 ? 0 : taken / whole, functions: shares.sort((a, b) => b.total - a.total) };
}

/** @returns each room's own time, most first: its name and a share. */
export function roomsOf(functions) {
  const shares = new Map();
  for (const { room, self } of functions) shares.set(room, (shares.get(room) ?? 0) + self);
  return [...shares].map(([room, share]) => ({ room, share })).sort((a, b) => b.share - a.share);
}

function describe({ functionName, url, lineNumber }, names) {
  const compiled = /^wasm-function\[(\d+)\]$/.exec(functionName);
  const name = compiled
    ? (names.get(Number(compiled[1])) ?? functionName)
    : functionName || `(no name, line ${lineNumber + 1})`;
  return { name, room: roomOf(url, name), url, key: `${name} ${url}` };
}

function isUnder({ name, url }, under) {
  return name === under || (under.includes('/') && url.includes(under));
}

function roomOf(url, name) {
  if (url.startsWith('wasm:')) return 'WebAssembly';
  if (url.startsWith('node:')) return 'Node';
  if (url.includes('/spec/bench/')) return 'this bench';
  if (url === '') return name === '(garbage collector)' ? 'collector' : 'V8';
  return BUNDLE.exec(url)?.[1] ?? url.slice(url.lastIndexOf('/') + 1);
}
