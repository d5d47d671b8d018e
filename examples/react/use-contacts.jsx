// Poses → contacts, from a worker of the hook's own: one pose is with the worker, and one, the newest, waits.

import { useCallback, useEffect, useRef, useState } from 'react';

const NOTHING = { ready: false, answer: null, asked: 0, answered: 0, dropped: 0 };
const idle = () => ({ waiting: undefined, send() {} });

/**
 * options: createDetector's, the same object in each render; another one gets another worker.
 * @returns `ask(pose)`, and what came of it:
 * - answer: the last one, { pose, closest: { distance, low, high }, contacts, points, penetrating, error }, see
 *   worker.js; in `error` { name, code, message }, kerf's own or that of a worker that failed, else null;
 * - ready: whether the detector is made; asked, answered (errors too) and dropped: numbers of poses. Dropped are those
 *   that still waited when a newer one came.
 */
export function useContacts(options) {
  const [state, setState] = useState(NOTHING);
  const queue = useRef(idle());
  const ask = useCallback((pose) => {
    const dropped = queue.current.waiting ? 1 : 0;
    queue.current.waiting = Float64Array.from(pose);
    setState((old) => ({ ...old, asked: old.asked + 1, dropped: old.dropped + dropped }));
    queue.current.send();
  }, []);

  useEffect(() => {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    let busy = true; // making the detector
    queue.current.send = () => {
      const { waiting } = queue.current;
      if (busy || !waiting) return;
      busy = true;
      queue.current.waiting = undefined;
      worker.postMessage({ pose: waiting });
    };
    worker.onmessage = ({ data }) => {
      busy = false;
      if (data.pose) setState((old) => ({ ...old, answer: data, answered: old.answered + 1 }));
      else setState((old) => ({ ...old, ready: !data.error, answer: data.error ? data : null }));
      queue.current.send();
    };
    // Its script is missing or threw outside an answer: it answers no more, so `busy` stays.
    worker.onerror = ({ message = 'The script of the worker could not be loaded.' }) => {
      worker.terminate();
      const error = { name: 'Error', code: 'WORKER_FAILED', message };
      setState((old) => ({ ...old, ready: false, answer: { closest: null, contacts: 0, penetrating: null, error } }));
    };
    // Copies are transferred: the page keeps its meshes, and so does a second mount.
    const [bone, tool] = [options.bone, options.tool].map((mesh) => ({
      ...mesh,
      positions: mesh.positions.slice(),
      faces: mesh.faces.slice(),
    }));
    const arrays = [bone, tool].flatMap(({ positions, faces }) => [positions.buffer, faces.buffer]);
    worker.postMessage({ options: { ...options, bone, tool } }, arrays);
    return () => {
      worker.terminate();
      queue.current = idle();
      setState(NOTHING);
    };
  }, [options]);
  return { ...state, ask };
}
