export { serveQuestions } from './serve-questions.ts';
export { shareArrays } from './share-arrays.ts';
export { type StartThread, threadStarter } from './thread.ts';
export { ThreadShelf } from './thread-shelf.ts';
export { WorkerPool } from './worker-pool.ts';
