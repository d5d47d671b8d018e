export { type HapticOptions, servoSettings } from './haptic-options.ts';
