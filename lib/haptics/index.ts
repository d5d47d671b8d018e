export type { DeviceRefusal, InverseOptions, ScriptedMotion } from './haptic-device.ts';
export {
  type HapticContact,
  type HapticLoop,
  type HapticLoopOptions,
  type HapticSnapshot,
  type HapticSummary,
  startHapticLoop,
  type TimeSummary,
} from './haptic-loop.ts';
export type { HapticOptions } from './haptic-options.ts';
export { INVERSE_URL } from './inverse-protocol.ts';
export { SERVO_STATES, type ServoState } from './servo.ts';
