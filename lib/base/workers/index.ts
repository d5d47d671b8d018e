export { listen, type Port } from './listen.ts';
export { serveQuestions } from './serve-questions.ts';
export { isMemoryShared, newMemory, shareArrays } from './share-arrays.ts';
export { type StartThread, type Thread, threadStarter } from './thread.ts';
export { ThreadShelf } from './thread-shelf.ts';
export { fromFailure, toFailure, type WireFailure } from './wire-failure.ts';
export { WorkerPool } from './worker-pool.ts';
