// Node's setImmediate → one that calls Dawn back a millisecond later, in this process.
//
// While anything is under way on the GPU, Dawn polls by setImmediate whether it is done. That takes a whole core, which
// a software driver needs. Compiling all kernels took 15.5 s of CPU time with that, and 7.9 s without.

/** Dawn's callback is a native function without a name; a bound function has one. */
const isDawns = (callback) => callback.name === '' && /^function \(\) \{ \[native code\] \}$/.test(String(callback));

const { setImmediate } = globalThis;

function patient(callback, ...given) {
  return isDawns(callback) ? setTimeout(callback, 1) : setImmediate(callback, ...given);
}
globalThis.setImmediate = Object.defineProperties(patient, Object.getOwnPropertyDescriptors(setImmediate));
