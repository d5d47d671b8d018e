// The section asked for → its tables (see SECTIONS); without one, those of kerf and its peers on the CPU.

const SECTIONS = {
  'broad-phase': './boxes/broad-phase.mjs',
  candidates: './stages/candidates.mjs',
  convex: './convex.mjs',
  cutting: './cutting.mjs',
  gpu: './gpu.mjs',
  haptics: './haptics.mjs',
  hybrid: './boxes/hybrid.mjs',
  leaves: './stages/leaves.mjs',
  impacts: './impacts.mjs',
  looks: './looks.mjs',
  'impacts-gpu': './gpu/impacts.mjs',
  motion: './motion.mjs',
  profile: './profile/profile.mjs',
  'radial-map': './radial-map.mjs',
  proxies: './proxies.mjs',
  real: './real.mjs',
  serve: './serve.mjs',
  slide: './slide.mjs',
  slots: './slots.mjs',
  surface: './surface.mjs',
  volume: './volume.mjs',
  stencil: './stages/stencil.mjs',
  workbench: './workbench.mjs',
  versus: './versus.mjs',
};
const section = process.argv[2] ?? '--';
if (!section.startsWith('-') && !(section in SECTIONS)) {
  console.error(`There is no section "${section}"; sections are ${Object.keys(SECTIONS).join(', ')}, or none.`);
  process.exit(2);
}
await import(SECTIONS[section] ?? './cpu.mjs');
