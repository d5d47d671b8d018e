export { type ImplicitBodyOptions, implicitBody } from './implicit-body.ts';
export { parseLength } from './parse-length.ts';
