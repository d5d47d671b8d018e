// The section asked for → its tables: `gpu`, `real`, or none for kerf and its peers on the CPU.

const SECTIONS = { gpu: './gpu.mjs', real: './real.mjs' };
await import(SECTIONS[process.argv[2]] ?? './cpu.mjs');
