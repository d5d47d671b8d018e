// A thread of the bench: shares of a query → their answers, by the module whose address it is given.

import { parentPort, workerData } from 'node:worker_threads';

const { answerPart } = await import(workerData);
parentPort.on('message', ({ work, share }) => parentPort.postMessage(answerPart(work, share)));
