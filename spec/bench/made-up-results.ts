// A face count → the results of a bone of that size, made up so that every aim is reached except as `given` changes.

export const PEER = 'three-mesh-bvh';
export const MS = { kerf: 1, peer: 1000 };

/** kerf takes MS.kerf and the peer MS.peer for every query. */
export function size(faces: number, given: object = {}) {
  const summary = (median: number) => ({ median, p10: median, p90: median, p99: median, posesP99: median });
  const kinds = (median: number) =>
    Object.fromEntries(['all', 'separated', 'far', 'clear', 'graze', 'cut'].map((kind) => [kind, summary(median)]));
  const query = { times: { kerf: kinds(MS.kerf), [PEER]: kinds(MS.peer) } };
  const pair = { kerf: summary(MS.kerf), [PEER]: summary(MS.peer) };
  return {
    ...{ name: 'bone', faces, pairs: query, intersects: query, distance: query, build: pair },
    cold: { distance: pair, intersects: pair },
    report: [0.5, 1].map((h) => ({
      ...{ h, contacts: 1, times: kinds(1) },
      edited: { before: summary(1), behind: summary(1) },
    })),
    ...{ bytes: { kerf: 50 }, copyBytes: 24, many: { workers: 2, one: 2, two: 1 } },
    edit: { faces: 100, edit: summary(0.25), before: summary(1), after: summary(1) },
    garbage: { queries: 10_000, bytes: 0, collections: 0 },
    ...given,
  };
}
