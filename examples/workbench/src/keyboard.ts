// The page's keys → those that hold the tool, and those that act.

import { HeldKeys, type KeyHand } from './held-keys.ts';
import { movingKey } from './hold.ts';
import { ownsKey } from './key-target.ts';

export interface KeyOwner extends KeyHand {
  /** Whether keys mean something else now. */
  isBusy(): boolean;
  /** @returns whether there is an action of that key. */
  act(key: string, isRepeat: boolean): boolean;
}

/** @returns the keys that are held, for buttons that stand for them. */
export function listenToKeys(owner: KeyOwner): HeldKeys {
  const held = new HeldKeys(owner, (call) => requestAnimationFrame(call));
  addEventListener('keydown', (event) => {
    held.shift(event.shiftKey, event.timeStamp);
    // Behind a chord the system may keep the news that a key is up.
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
  // Of a key that goes up elsewhere the page hears nothing.
  addEventListener('blur', ({ timeStamp }) => held.releaseAll(timeStamp));
  document.addEventListener('visibilitychange', ({ timeStamp }) => document.hidden && held.releaseAll(timeStamp));
  return held;
}
