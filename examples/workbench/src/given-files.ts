// The page's address → the files that it names, as if they had been dropped: ?bone=given/skull.stl&tool=…&motion=…,
// which `kerf workbench --bone skull.stl` serves.

/** What the address names; absent if it does not. */
export interface GivenFiles {
  readonly bone?: File;
  readonly tool?: File;
  readonly motion?: File;
}

/**
 * Only files that are served beside the page are read, so that a link cannot make the page ask another host.
 * @throws Error in one sentence.
 */
export async function givenFiles(address: string): Promise<GivenFiles> {
  const { searchParams } = new URL(address);
  const found: { bone?: File; tool?: File; motion?: File } = {};
  for (const what of ['bone', 'tool', 'motion'] as const) {
    const path = searchParams.get(what);
    if (path !== null) found[what] = await fileAt(path, what, address);
  }
  return found;
}

async function fileAt(path: string, what: string, address: string): Promise<File> {
  const next = 'start kerf workbench again, or drop the file here';
  const name = path.slice(path.lastIndexOf('/') + 1);
  const url = new URL(path.split('/').map(encodeURIComponent).join('/'), address);
  if (!path.startsWith('given/') || url.origin !== new URL(address).origin)
    throw new Error(`The address names "${path}" as the ${what}, which is no file beside this page; ${next}.`);
  const response = await fetch(url).catch(() => null);
  if (response === null || !response.ok)
    throw new Error(`"${name}", which the address names as the ${what}, is not served (${response?.status}); ${next}.`);
  return new File([await response.blob()], name);
}
