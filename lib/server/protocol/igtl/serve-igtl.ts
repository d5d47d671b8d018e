// A bone, a tool and the name of a tracked device → an OpenIGTLink service with a detector of its own.

import { createDetector, type DetectorOptions } from '#detector';
import type { AnatomicalFrame, TriangleMesh } from '#mesh';
import { IgtlService, type IgtlServiceOptions } from './igtl-service.ts';

export interface ServeIgtlOptions
  extends Pick<IgtlServiceOptions, 'device' | 'port' | 'connect' | 'tell'>,
    Pick<DetectorOptions, 'contactDistance' | 'resolution' | 'backend'> {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  /** The peers' coordinate frame; null: that of the bone's file. */
  readonly frame: AnatomicalFrame | null;
}

export interface ServedIgtl {
  /** The port for clients; null: none. */
  readonly port: number | null;
  /** Poses answered, poses skipped for newer ones, messages refused, and those of them for a tool not seen. */
  readonly answered: number;
  readonly skipped: number;
  readonly refused: number;
  readonly unseen: number;
  close(): Promise<void>;
}

/** The frame of a bone whose file does not state one: that of most meshes from medical programs. */
const USUAL_FRAME: AnatomicalFrame = 'LPS';

/** @throws KerfError CANNOT_LISTEN; as createDetector. */
export async function serveIgtl(options: ServeIgtlOptions): Promise<ServedIgtl> {
  const { bone, tool, contactDistance, resolution, backend, frame, device, port, connect, tell } = options;
  const detector = await createDetector({ bone, tool, contactDistance, resolution, backend });
  try {
    const isTurned = frame !== null && frame !== (bone.frame ?? USUAL_FRAME);
    const service = await IgtlService.start({ detector, device, isTurned, port, connect, tell });
    return {
      get port() {
        return service.port;
      },
      get answered() {
        return service.answered;
      },
      get skipped() {
        return service.skipped;
      },
      get refused() {
        return service.refused;
      },
      get unseen() {
        return service.unseen;
      },
      async close() {
        await service.close();
        detector.dispose();
      },
    };
  } catch (error) {
    detector.dispose();
    throw error;
  }
}
