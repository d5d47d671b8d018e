// Bodies without an inside → the sentences, shown first, that say so and what to do.

import type { TriangleMesh } from '#mesh';
import { isVolume } from './surface-file.ts';
import type { Toolkit } from './toolkit.ts';

interface Body {
  readonly mesh: TriangleMesh;
  readonly file: string;
}
type Inspector = Pick<Toolkit, 'inspectMesh'>;

interface OpenNotices {
  /** How the verdict begins; '' if the bone has an inside. */
  readonly verdict: string;
  /** A sentence for each body without an inside, with what to do. */
  readonly sentences: readonly string[];
}

/** @param signed from a report: `tool` is true if the bone has an inside, `bone` if the tool has one. */
export function openNotices(
  kit: Inspector,
  bone: Body,
  tool: Body,
  signed: { readonly bone: boolean; readonly tool: boolean },
): OpenNotices {
  const sentences: string[] = [];
  const fault = signed.tool ? '' : `The bone is ${faultOf(kit, bone.mesh)}: no inside, no depth`;
  if (!signed.tool)
    sentences.push(
      `${fault}; ${
        isVolume(bone.file)
          ? `make a closed one with kerf bone ${bone.file} --iso VALUE --out bone.ply, and give that.`
          : 'close it in a mesh editor, or make it anew from its CT with kerf bone VOLUME --cap.'
      }`,
    );
  if (!signed.bone)
    sentences.push(
      `The tool is ${faultOf(kit, tool.mesh)}: it has no inside, so no point of the bone is reported as inside it; ` +
        'close it in a mesh editor.',
    );
  return { verdict: signed.tool ? '' : `${fault}. `, sentences };
}

function faultOf(kit: Inspector, mesh: TriangleMesh): string {
  return kit.inspectMesh(mesh).closed ? 'not consistently oriented' : 'open';
}
