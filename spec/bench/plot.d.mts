// Types of plot.mjs, for its spec.

export function plot(results: {
  title: string;
  machine: { cpu: string; cores: number; node: string };
  tool: { name: string; faces: number };
  kinds: readonly string[];
  sizes: readonly object[];
}): string;
