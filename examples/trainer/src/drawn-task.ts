// Surfaces of the task → what the picture's thread draws. Parts that are left out are not drawn any more.

import type { TriangleMesh } from 'kerf';
import { drawnMesh } from '../../workbench/src/drawing.ts';
import type { Drawn, DrawnMesh } from '../../workbench/src/picture-wire.ts';
import { TASK_PARTS, type TaskPart } from './task-wire.ts';

/** null: the task has ended. */
export function drawnTask(surfaces: Readonly<Partial<Record<TaskPart, TriangleMesh>>> | null): Drawn {
  const parts: Partial<Record<TaskPart, DrawnMesh>> = {};
  for (const part of TASK_PARTS) {
    const surface = surfaces?.[part];
    if (surface !== undefined) parts[part] = drawnMesh(surface);
  }
  return { kind: 'task', parts };
}
