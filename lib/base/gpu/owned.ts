// Device objects that belong together → one to destroy, even if making one of them fails.

/** Returns its argument, which is then destroyed with the rest. */
export type Keep = <T extends { destroy(): void }>(thing: T) => T;

/**
 * @returns what `make` returns, with a `destroy` for all that it kept. What it throws is thrown once they are
 * destroyed.
 */
export function owned<T extends object>(make: (keep: Keep) => T): T & { destroy(): void } {
  const things: { destroy(): void }[] = [];
  const destroy = (): void => {
    for (const thing of things) thing.destroy();
  };
  try {
    return Object.assign(
      make((thing) => {
        things.push(thing);
        return thing;
      }),
      { destroy },
    );
  } catch (error) {
    destroy();
    throw error;
  }
}
