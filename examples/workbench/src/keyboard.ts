// The page's keys → those that move the tool, and those that act.

import { HeldKeys, type KeyHand } from './held-keys.ts';
import { movingKey } from './hold.ts';
import { ownsKey } from './key-target.ts';

export interface KeyOwner extends KeyHand {
  /** Whether keys have another meaning now. */
  isBusy(): boolean;
  /** @returns whether the key has an action. */
  act(key: string, isRepeat: boolean): boolean;
}

/** @returns the held keys, for buttons that stand for them. */
export function listenToKeys(owner: KeyOwner): HeldKeys {
  const held = new HeldKeys(owner, (call) => requestAnimationFrame(call));
  addEventListener('keydown', (event) => {
    held.shift(event.shiftKey, event.timeStamp);
    // After a chord, the system may swallow a key's keyup event.
    if (event.ctrlKey || event.metaKey || event.altKey) held.releaseAll(event.timeStamp);
    else if (!owner.isBusy() && !ownsKey(event.target, event.key)) {
      const moving = movingKey(event.key);
      if (moving !== undefined) {
        if (!event.repeat) held.press(moving, event.timeStamp);
      } else if (!owner.act(event.key.toLowerCase(), event.repeat)) return;
      event.preventDefault();
    }
  });
  addEventListener('keyup', (event) => {
    held.shift(event.shiftKey, event.timeStamp);
    const moving = movingKey(event.key);
    if (moving !== undefined) held.release(moving, event.timeStamp);
  });
  // The page gets no event for a key that is released elsewhere.
  addEventListener('blur', ({ timeStamp }) => held.releaseAll(timeStamp));
  document.addEventListener('visibilitychange', ({ timeStamp }) => document.hidden && held.releaseAll(timeStamp));
  return held;
}
