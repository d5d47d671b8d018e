// A bone → every competitor's index of it, built repeatedly in turn: times, bytes kept, and the last build, for
// queries.

import { bytesKept } from './memory.mjs';
import { Refusal } from './peers/refusal.mjs';
import { median, summary } from './timing.mjs';

const BUILDS = 5;
/** Warm-up builds are repeated until they add up to this many faces, enough for the compiler to settle. */
const WARM_BUILD_FACES = 400_000;

/**
 * Builds from the same arrays, after warming up; a slow competitor in the last rounds only.
 * @returns competitors: those that took the mesh, each with its session; refusals: why the others did not; build:
 * milliseconds; bytes: kept per bone face.
 */
export async function buildAll(peers, bone, tool, pose) {
  const faces = bone.faces.length / 3;
  const refusals = {};
  const held = new Map(peers.map((peer) => [peer, { milliseconds: [], bytes: [] }]));
  const warmRounds = Math.ceil(WARM_BUILD_FACES / faces);
  for (let round = -warmRounds; round < BUILDS; round++)
    for (let k = 0; k < peers.length; k++) {
      const peer = peers[(round + warmRounds + k) % peers.length];
      const own = peer.share.build ?? BUILDS;
      const isLeftOut = round < (own < BUILDS ? BUILDS - own : -warmRounds);
      if (isLeftOut || peer.name in refusals) continue;
      try {
        await buildOnce(peer, round, held.get(peer), { bone, tool, pose });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refusals[peer.name] = error.message;
      }
    }
  const able = peers.filter(({ name }) => !(name in refusals));
  const kept = able.filter(({ cannot }) => !cannot.memory);
  return {
    competitors: able.map((peer) => ({ peer, session: held.get(peer).session })),
    refusals,
    build: Object.fromEntries(able.map((peer) => [peer.name, summary(held.get(peer).milliseconds)])),
    bytes: Object.fromEntries(kept.map((peer) => [peer.name, median(held.get(peer).bytes) / faces])),
  };
}

async function buildOnce(peer, round, own, { bone, tool, pose }) {
  const make = peer.prepare(bone, tool, pose);
  async function timedBuild() {
    const started = performance.now();
    const session = await make();
    const taken = performance.now() - started;
    if (round >= 0) own.milliseconds.push(taken);
    return session;
  }
  if (round < 0) {
    (await timedBuild()).free();
    return;
  }
  own.session?.free();
  own.session = undefined;
  const bytes = await bytesKept(async () => {
    own.session = await timedBuild();
    return own.session;
  });
  own.bytes.push(bytes);
}
