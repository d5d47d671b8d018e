// A gamepad's sticks, triggers and buttons, in the standard mapping (W3C Gamepad) → the tool's pose, and the page's
// actions.

import { along, moved, turned } from './hold.ts';

export type PadState = Pick<Gamepad, 'axes' | 'buttons'>;

/** With a stick or trigger at its end. */
const MM_PER_SECOND = 20;
const RAD_PER_SECOND = 0.5;
/** s: the most that a frame counts for, so that the tool does not leap when a hidden page is shown again. */
const LONGEST_FRAME = 0.1;
/**
 * Dead zones of sticks and triggers, as shares of their travel: the deflection of untouched springs, as in XInput
 * (XINPUT_GAMEPAD_LEFT_THUMB_DEADZONE 7849 of 32767, XINPUT_GAMEPAD_TRIGGER_THRESHOLD 30 of 255). Applied to each axis
 * separately, so that a straight cut stays straight.
 */
const STICK_REST = 7849 / 32767;
const TRIGGER_REST = 30 / 255;

interface Drive {
  readonly name: string;
  readonly says: string;
  /** The tool's axis. */
  readonly axis: 0 | 1 | 2;
  readonly turns: boolean;
  /** −1 … 1: how far it is pushed, along or about the axis. */
  readonly amount: (pad: PadState) => number;
}

/**
 * Sticks are positive to the right and down. The page looks along the blade's side, so up on the left stick is away
 * from the viewer.
 */
const DRIVES: readonly Drive[] = [
  { name: 'left stick ↔', says: 'along the cut', axis: 0, turns: false, amount: (pad) => stick(pad, 0) },
  { name: 'left stick ↕', says: 'to the blade’s sides', axis: 2, turns: false, amount: (pad) => stick(pad, 1) },
  {
    name: 'triggers',
    says: 'right: down, into the bone; left: up',
    axis: 1,
    turns: false,
    amount: (pad) => trigger(pad, 6) - trigger(pad, 7),
  },
  { name: 'right stick ↔', says: 'turn in the cut’s plane', axis: 2, turns: true, amount: (pad) => -stick(pad, 2) },
  { name: 'right stick ↕', says: 'lean over and back', axis: 0, turns: true, amount: (pad) => stick(pad, 3) },
];

/** A button's number, and the key whose action it stands for. */
const BUTTONS = [
  { at: 9, name: 'start', key: 'p' },
  { at: 1, name: 'B or ○', key: 'r' },
  { at: 0, name: 'A or ✕', key: 'f' },
  { at: 2, name: 'X or □', key: 'c' },
] as const;

/** The page's legend of the controls. @param says a key → the text of its action. */
export function padLegend(says: (key: string) => string): readonly { readonly name: string; readonly says: string }[] {
  return [
    ...DRIVES.map((drive) => ({
      name: drive.name,
      says: `${drive.says}; ≤ ${drive.turns ? `${RAD_PER_SECOND} rad/s` : `${MM_PER_SECOND} mm/s`}`,
    })),
    ...BUTTONS.map(({ name, key }) => ({ name, says: says(key) })),
  ];
}

/** @param seconds since the last frame. @returns null if nothing is pushed. */
export function poseAfterPad(pose: Float64Array, pad: PadState, seconds: number): Float64Array | null {
  const time = Math.min(LONGEST_FRAME, seconds);
  let next: Float64Array | null = null;
  for (const { axis, turns, amount } of DRIVES) {
    const by = amount(pad) * time;
    if (by === 0) continue;
    const from: Float64Array = next ?? pose;
    next = turns ? turned(from, axis, RAD_PER_SECOND * by) : moved(from, along(from, axis, MM_PER_SECOND * by));
  }
  return next;
}

/** Which of the pad's buttons are down, by number. */
export function buttonsDown({ buttons }: PadState): ReadonlySet<number> {
  return new Set(buttons.flatMap(({ pressed }, at) => (pressed ? [at] : [])));
}

/** The keys whose actions are requested, by buttons that were up before. */
export function keysPressed(down: ReadonlySet<number>, before: ReadonlySet<number>): readonly string[] {
  return BUTTONS.filter(({ at }) => down.has(at) && !before.has(at)).map(({ key }) => key);
}

function stick({ axes }: PadState, at: number): number {
  const value = axes[at] ?? 0;
  return Math.sign(value) * beyond(Math.abs(value), STICK_REST);
}

function trigger({ buttons }: PadState, at: number): number {
  return beyond(buttons[at]?.value ?? 0, TRIGGER_REST);
}

/** 0 at rest, 1 at the end, and linear between. */
function beyond(value: number, rest: number): number {
  return value > rest ? Math.min(1, (value - rest) / (1 - rest)) : 0;
}
