// Types of fit.mjs, for its spec.

export function powerExponent(xs: readonly number[], ys: readonly number[]): number;
