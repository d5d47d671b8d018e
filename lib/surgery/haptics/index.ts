export type { Cutter } from './cutting/cutter.ts';
export type { CuttingOptions } from './cutting/cutting-options.ts';
export type { BoxPart, CapsulePart, CuttingPart } from './cutting/cutting-part.ts';
export type { CuttingTool } from './cutting/cutting-tools.ts';
export type { HardnessVolume } from './cutting/hardness.ts';
export type { DeviceRefusal, InverseOptions, ScriptedMotion } from './haptic-device.ts';
export {
  type HapticLoop,
  handParts,
  type HapticLoopOptions,
  type HapticSummary,
  startHapticLoop,
  type TimeSummary,
} from './haptic-loop.ts';
export { type HapticOptions, servoSettings } from './haptic-options.ts';
export { HapticHand, type HandParts } from './haptic-hand.ts';
export type { CuttingSnapshot, HapticContact, HapticSnapshot } from './haptic-snapshot.ts';
export { INVERSE_URL } from './inverse-protocol.ts';
export { type FrictionState, SERVO_STATES, type ServoState } from './servo.ts';
