// The results of a jest run → a list of the slowest spec files.

/** Number of files listed. */
const LISTED = 15;

export default class SlowestReporter {
  /** On standard error, where jest's own reports go, since standard output may have to be JSON. */
  onRunComplete(_contexts, { testResults }) {
    const files = testResults
      .filter(({ skipped }) => !skipped)
      .map(({ testFilePath, perfStats }) => ({ path: testFilePath, seconds: (perfStats.end - perfStats.start) / 1000 }))
      .sort((a, b) => b.seconds - a.seconds);
    if (files.length < 2) return;
    const all = files.reduce((sum, { seconds }) => sum + seconds, 0);
    const rows = files
      .slice(0, LISTED)
      .map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path.slice(process.cwd().length + 1)}`);
    process.stderr.write(
      [
        ``,
        `The slowest of ${files.length} spec files, which take ${all.toFixed(0)} s one after another:`,
        ...rows,
        ``,
      ].join('\n'),
    );
  }
}
