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

/** One line for people and for scripts that look for it. */
export function inWords(/** @type {Total[]} */ totals) {
  const sum = (/** @type {keyof Total} */ key) => totals.reduce((all, one) => all + one[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`;
}
