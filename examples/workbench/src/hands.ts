// Everything that can hold the tool in this page: keys, the buttons for thumbs, the pointer, a gamepad, a headset's
// controllers; and what these hands notice of the tool's work.

import type { Action } from './actions.ts';
import type { CutHold } from './cut-hold.ts';
import { shareOf } from './force.ts';
import { ForceBar } from './force-bar.ts';
import { GamepadWatch } from './gamepad-watch.ts';
import type { Help } from './help.ts';
import { listenToKeys } from './keyboard.ts';
import { holdByPointer } from './pointer-hold.ts';
import { SoundSwitch } from './sound-switch.ts';
import type { Stage } from './stage.ts';
import { thumbs } from './thumbs.ts';
import { XrButton } from './xr-button.ts';

export interface HandsPage {
  readonly canvas: HTMLCanvasElement;
  readonly actions: readonly Action[];
  readonly stage: Stage;
  readonly cuts: CutHold;
  readonly help: Help;
  pose(): Float64Array;
  hold(pose: Float64Array): void;
  place(): void;
  says(text: string, isBad: boolean): void;
  /** The element of that id. */
  part(id: string): HTMLElement;
}

export interface Hands {
  /** @param force N with which the bone pushes back; null: it is not felt. */
  felt(force: number | null): void;
  /** The tool was switched, or has cut. */
  cut(): void;
}

export function takeHands(page: HandsPage): Hands {
  const { canvas, actions, stage, cuts, help, pose, hold, place, says, part } = page;
  /** A held key acts once. @returns whether the key has an action. */
  const act = (key: string, isRepeat = false): boolean => {
    const action = actions.find((one) => one.key === key);
    if (!isRepeat) action?.run();
    return action !== undefined;
  };
  const held = listenToKeys({ pose, hold, isBusy: () => help.isOpen, act });
  const thumb = thumbs(part('thumbs'), { held, place, cut: () => cuts.toggle() });
  holdByPointer(canvas, { pose, plane: (at) => stage.plane(at), hold, isMoving: thumb.isMoving });
  const pad = new GamepadWatch(part('pad'), part('pad-keys'), {
    ...{ pose, hold, run: act },
    says: (key) => actions.find((action) => action.key === key)?.says ?? '',
  });
  const xr = new XrButton(part('xr'), {
    ...{ pose, hold, says },
    camera: () => stage.camera,
    copy: () => stage.copy(),
    cut: (isOn) => cuts.set(isOn),
  });
  const bar = new ForceBar(part('force'));
  const sound = new SoundSwitch(part('settings'));
  let force: number | null = null;
  const works = () => sound.works({ isOn: cuts.isOn, force, removed: cuts.removed });
  return {
    felt(newton) {
      force = newton;
      bar.show(force);
      pad.shake(shareOf(force));
      xr.shake(shareOf(force));
      works();
    },
    cut() {
      thumb.cut.setAttribute('aria-pressed', String(cuts.isOn));
      works();
    },
  };
}
