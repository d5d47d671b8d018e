// The results of a jest run → a list of the slowest spec files, and the names of quick ones that take too long. They
// fail no run: a busy machine doubles and trebles CPU time, too.

/** Number of files listed. */
const LISTED = 15;
/** What a file of the quick set may take: seconds of CPU time of its process, other processes not counted. */
const QUICK = 5;

export default class SlowestReporter {
  /** On standard error, where jest's own reports go, since standard output may have to be JSON. */
  onRunComplete(_contexts, { testResults }) {
    const files = testResults
      .filter(({ skipped }) => !skipped)
      .map(({ testFilePath, perfStats }) => ({
        path: testFilePath.slice(process.cwd().length + 1),
        seconds: (perfStats.end - perfStats.start) / 1000,
        cpu: perfStats.cpuSeconds ?? 0,
      }))
      .sort((a, b) => b.seconds - a.seconds);
    if (files.length < 2) return;
    const all = files.reduce((sum, { seconds }) => sum + seconds, 0);
    const rows = files
      .slice(0, LISTED)
      .map(
        ({ path, seconds, cpu }) => `${seconds.toFixed(1).padStart(7)} s ${cpu.toFixed(1).padStart(7)} s CPU  ${path}`,
      );
    const text = [``, `The slowest of ${files.length} spec files, which take ${all.toFixed(0)} s in all:`, ...rows, ``];
    process.stderr.write(text.join('\n'));
    if (process.env.KERF_SET === 'quick') this.#check(files);
  }

  #check(files) {
    const over = files.filter(({ cpu }) => cpu > QUICK);
    if (over.length === 0) return;
    const names = over.map(({ path, cpu }) => `${path} (${cpu.toFixed(1)} s)`).join(', ');
    const text = `More than ${QUICK} s of CPU time in the quick set: ${names}; see inDeep in spec/harness/sets.ts.`;
    process.stderr.write(`${text}\n`);
  }
}
