/** Counts of test runs, added up and told in one line. */

/** @typedef {{ passed: number, failed: number, skipped: number }} Total */

/**
 * The counts of one vitest report. A file that fails to load holds no test, and an error outside of tests fails the run
 * alone: each counts as one failure, so that the line never reads "0 failed" over a red run.
 * @returns {Total}
 */
export function addUp(/** @type {any} */ report, /** @type {number} */ exitCode) {
  const passed = report?.numPassedTests ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const unloaded = (report?.testResults ?? []).filter(
    (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failed = (report?.numFailedTests ?? 0) + unloaded;
  return { passed, skipped, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

/** The files of a report that are red, by their paths. */
export function redFiles(/** @type {any} */ report) {
  return (report?.testResults ?? [])
    .filter((/** @type {any} */ file) => file.status === 'failed')
    .map((/** @type {any} */ file) => /** @type {string} */ (file.name));
}

/**
 * The report of a run whose red files were run a second time: a test of them is red that passed at neither try, and what failed at
 * the first is named, what failed only at the second too. A file that does not load at the second try is red.
 * @returns {{ report: any, unsteady: string[] }}
 */
export function withSecondTry(/** @type {any} */ first, /** @type {any} */ second) {
  const again = new Map((second?.testResults ?? []).map((/** @type {any} */ file) => [file.name, file]));
  /** @type {Set<string>} */
  const unsteady = new Set();
  const testResults = first.testResults.map((/** @type {any} */ file) => {
    const now = again.get(file.name);
    if (!now) return file;
    /** @type {Map<string, string>} */
    const before = new Map(file.assertionResults.map((/** @type {any} */ { fullName, status }) => [fullName, status]));
    for (const { fullName, status } of [...file.assertionResults, ...now.assertionResults]) if (status === 'failed') unsteady.add(fullName);
    const assertionResults = now.assertionResults.map((/** @type {any} */ one) =>
      one.status === 'failed' && before.get(one.fullName) === 'passed' ? { ...one, status: 'passed' } : one,
    );
    return { ...now, assertionResults };
  });
  const count = (/** @type {string[]} */ ...states) =>
    testResults
      .flatMap((/** @type {any} */ file) => file.assertionResults)
      .filter((/** @type {any} */ { status }) => states.includes(status)).length;
  const report = {
    testResults,
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending', 'skipped', 'disabled'),
    numTodoTests: count('todo'),
  };
  return { report, unsteady: [...unsteady] };
}

/** The files of a report that took longest, a line each: where a run that becomes too long loses its time. */
export function slowest(/** @type {any} */ report, /** @type {number} */ most) {
  return (report?.testResults ?? [])
    .map((/** @type {any} */ file) => ({ name: /** @type {string} */ (file.name), seconds: (file.endTime - file.startTime) / 1000 }))
    .sort((/** @type {any} */ a, /** @type {any} */ b) => b.seconds - a.seconds)
    .slice(0, most)
    .map((/** @type {any} */ { name, seconds }) => `${seconds.toFixed(0).padStart(5)} s  ${name}`);
}

/** One line for people and for scripts that look for it. */
export function inWords(/** @type {Total[]} */ totals) {
  const sum = (/** @type {keyof Total} */ key) => totals.reduce((all, one) => all + one[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`;
}
