// A file's text and a fault → the text with the fault in it.

/** @throws Error that names the fault if `find` does not occur exactly once or nothing would change. */
export function plant(text, { file, says, find, replace }) {
  const occurrences = text.split(find).length - 1;
  if (occurrences !== 1)
    throw new Error(
      `${file}, "${says}": its text occurs ${occurrences} times, expected once; bring the fault up to date.`,
    );
  if (find === replace) throw new Error(`${file}, "${says}": the replacement is the text itself.`);
  // By a function, so that no $ in the replacement is special.
  return text.replace(find, () => replace);
}

/** The fault's line number, from 1. */
export function lineOf(text, { find }) {
  return text.slice(0, text.indexOf(find)).split('\n').length;
}
