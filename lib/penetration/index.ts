export { type PenetrationInput, type PenetrationOptions, PenetrationQuery } from './penetration.ts';
