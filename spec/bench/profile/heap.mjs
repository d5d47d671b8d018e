// A snapshot of V8's heap → bytes of array buffers by the object and the field that hold them.

/** V8's name for an array buffer's bytes. */
const DATA = 'system / JSArrayBufferData';
/** The nodes between the bytes and the field: the buffer and its view. */
const BETWEEN = /^(ArrayBuffer|SharedArrayBuffer|(Big)?(Int|Uint|Float)\d+(Clamped)?Array|DataView)$/;

/** @returns bytes by `Class.field`; a buffer with several holders counts for the first of them. */
export function buffersOf({ snapshot: { meta }, nodes, edges, strings }) {
  const [N, E] = [meta.node_fields, meta.edge_fields];
  const nodeAt = (field) => N.indexOf(field);
  const nameOf = (node) => strings[nodes[node + nodeAt('name')]];
  const edgeTypes = meta.edge_types[E.indexOf('type')];
  const holders = new Map();
  let edge = 0;
  for (let node = 0; node < nodes.length; node += N.length)
    for (let k = 0; k < nodes[node + nodeAt('edge_count')]; k++, edge += E.length) {
      const type = edgeTypes[edges[edge + E.indexOf('type')]];
      const to = edges[edge + E.indexOf('to_node')];
      if (type === 'weak' || !isData(nameOf(to))) continue;
      const index = edges[edge + E.indexOf('name_or_index')];
      const field = type === 'element' || type === 'hidden' ? `[${index}]` : strings[index];
      if (!holders.has(to)) holders.set(to, []);
      holders.get(to).push({ node, field });
    }
  const bytes = new Map();
  for (let node = 0; node < nodes.length; node += N.length) {
    if (nameOf(node) !== DATA) continue;
    const key = keyOf(node);
    bytes.set(key, (bytes.get(key) ?? 0) + nodes[node + nodeAt('self_size')]);
  }
  return bytes;

  function isData(name) {
    return name === DATA || BETWEEN.test(name);
  }

  /** Goes up from the bytes through their holders, breadth first, to the first object that is no buffer and no view. */
  function keyOf(start) {
    const [queue, seen] = [[start], new Set([start])];
    for (const at of queue)
      for (const { node, field } of holders.get(at) ?? []) {
        if (seen.has(node)) continue;
        seen.add(node);
        if (!isData(nameOf(node)) && !/^\(|^system/.test(nameOf(node))) return `${nameOf(node)}.${field}`;
        if (isData(nameOf(node))) queue.push(node);
      }
    return '(no object)';
  }
}
