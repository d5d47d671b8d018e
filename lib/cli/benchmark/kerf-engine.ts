// kerf as an engine of the benchmark: a bone and a tool → verdict, smallest distance and pairs at a pose, first contact
// on a stroke; and the machine that it runs on.

import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';
import { createDetector } from '#detector';
import type { Engine, EngineModule } from '#validation';

/** @param version kerf's version. */
export function kerfEngine(version: string): EngineModule {
  return {
    engine: { name: 'kerf', version },
    async createEngine({ bone, tool }): Promise<Engine> {
      // No contacts are needed: h is so large that no face is subdivided.
      const options = { contactDistance: 0, resolution: 2 ** 100, backend: 'cpu' } as const;
      const detector = await createDetector({ bone, tool, ...options });
      return {
        answer(pose) {
          const { state, intersectingFaces } = detector.detectSync(pose);
          return {
            // At δ = 0 nothing is near.
            verdict: state === 'near' ? 'separated' : state,
            distance: detector.minimumDistance(pose).distance,
            pairs: Array.from(intersectingFaces),
          };
        },
        stroke(from, to) {
          const { status, time } = detector.firstContact({ from, to });
          // What kerf leaves undecided must not be answered as free.
          return status === 'grazing' || status === 'contact' ? { status: 'contact', time: time.high } : { status };
        },
        dispose: () => detector.dispose(),
      };
    },
  };
}

export function thisMachine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model.trim() || arch();
  return `${model}, ${availableParallelism()} cores, ${gigabytes} GiB, ${platform()}, Node ${process.version}`;
}
