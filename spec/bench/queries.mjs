// Competitors at the same poses → their answers compared with kerf's, then the times of those that can answer.

import { PEERS } from './peers/index.mjs';
import { kerf } from './peers/kerf.mjs';
import { interleave, sink, summary } from './timing.mjs';

/** Rounds over all poses. */
const ROUNDS = { pairs: 10, intersects: 10, distance: 4 };
/**
 * mm: two computed distances closer than this count as the same. It bounds neither one's error; it only defines what
 * the table calls a difference.
 */
export const DISTANCE_TOLERANCE = 1e-6;
/** Kinds of pose that the aims combine. */
const GROUPS = { separated: ['far', 'clear'] };

/**
 * @param query 'pairs': their number; 'intersects': 1 or 0; 'distance': mm.
 * @returns by the competitor's name. answers: total, touching, and in how many poses it differs from kerf and by how
 * much; times: a summary for each kind of pose.
 */
export function measureQuery(query, competitors, { matrices, kinds }) {
  const able = competitors.filter(({ session }) => session[query]);
  const answers = compare(query, able, matrices);
  const runners = able.map(({ peer, session }) => ({ run: session[query], rounds: peer.share[query] }));
  const results = interleave(runners, matrices, ROUNDS[query]);
  return { answers, times: Object.fromEntries(able.map(({ peer }, i) => [peer.name, byKind(results[i], kinds)])) };
}

function compare(query, able, matrices) {
  const all = able.map(({ session }) => matrices.map((pose) => session[query](pose)));
  const ours = all[able.findIndex(({ peer }) => peer === kerf)];
  const tolerance = query === 'distance' ? DISTANCE_TOLERANCE : 0;
  return Object.fromEntries(
    able.map(({ peer }, i) => {
      const gaps = all[i].map((answer, pose) => Math.abs(answer - ours[pose]));
      const touching = all[i].filter((answer) => (query === 'distance' ? answer === 0 : answer > 0)).length;
      const total = all[i].reduce((sum, answer) => sum + answer, 0);
      const differ = gaps.filter((gap) => !(gap <= tolerance)).length;
      sink.sum += total;
      if (differ > 0)
        console.error(`${peer.name}: ${query} differs from kerf's in ${differ} of ${matrices.length} poses`);
      return [peer.name, { total, touching, differ, worst: Math.max(...gaps) }];
    }),
  );
}

/**
 * @param milliseconds by pose and round. posesP99: the 99th percentile, over the poses, of each pose's median; this
 * excludes the machine's other activity.
 */
export function byKind(milliseconds, kinds) {
  const groups = { all: kinds, ...Object.fromEntries([...new Set(kinds)].map((kind) => [kind, [kind]])), ...GROUPS };
  return Object.fromEntries(
    Object.entries(groups).flatMap(([group, members]) => {
      const taken = milliseconds.filter((_, pose) => members.includes(kinds[pose]));
      if (taken.length === 0) return [];
      const ofPoses = summary(taken.map((rounds) => summary(rounds).median));
      return [[group, { ...summary(taken.flat()), posesP99: ofPoses.p99 }]];
    }),
  );
}

/** The reasons why competitors have no such cell, by their names. */
export function cannot(query, refusals) {
  return Object.fromEntries(
    PEERS.flatMap(({ name, cannot }) => {
      const reason = cannot[query] ?? refusals[name];
      return reason ? [[name, reason]] : [];
    }),
  );
}
