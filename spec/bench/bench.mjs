// The section asked for → its tables: `gpu`, or none for kerf and its peers on the CPU.

await import(process.argv[2] === 'gpu' ? './gpu.mjs' : './cpu.mjs');
