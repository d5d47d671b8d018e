// What trace.mjs takes from here, in one bundle.

export { readTraceInput } from './read-trace-input.ts';
export { tracePage } from './trace-page.ts';
export { stagesOf, tracePose } from './trace-pose.ts';
