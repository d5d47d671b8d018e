// A long computation → moments at which it looks whether it is still wanted.
//
//   another thread ──writes──▶ a word of shared memory ──look──▶ throws out of the loop ──▶ what was kept is dropped
//
// A thread that computes hears no message. So loops whose rounds add up to more than a few ms call stopIfUnwanted every
// few rounds, and a thread that others may stop says by lookBy how it looks; in any other thread the call does nothing.
// What is thrown leaves tables half written: whoever keeps tables from question to question drops them when a question
// throws, as BoneToolDetector does, and changes of a body, which must be whole or not made, run in `uninterrupted`.

const looks: (() => void)[] = [];
let held = 0;

/**
 * Adds a way of looking. @param look throws if the computation is not wanted. @returns takes it away again; a thread
 * that others may stop has it for as long as it lives.
 */
export function lookBy(look: () => void): () => void {
  looks.push(look);
  return () => {
    looks.splice(looks.indexOf(look), 1);
  };
}

export function stopIfUnwanted(): void {
  if (held > 0) return;
  for (let i = 0; i < looks.length; i++) looks[i]();
}

/** Nothing within, before its first `await`, is stopped. */
export function uninterrupted<T>(make: () => T): T {
  held++;
  try {
    return make();
  } finally {
    held--;
  }
}
