import { readFileSync } from 'node:fs';

/** What a suite came to: `skipped` holds names, because a skip needs a name and a reason. */
export const nothing = () => ({ passed: 0, failed: 0, skipped: [] });

/** Vitest's JSON report. A file that could not even be loaded has no tests, and counts as one failure. */
export function countVitest(report) {
  const sum = nothing();
  for (const file of report.testResults) {
    const failedBefore = sum.failed;
    for (const { status, fullName } of file.assertionResults) {
      if (status === 'passed') sum.passed += 1;
      else if (status === 'failed') sum.failed += 1;
      else sum.skipped.push(fullName);
    }
    if (file.status === 'failed' && sum.failed === failedBefore) sum.failed += 1;
  }
  return sum;
}

/** Playwright's JSON report. A test that passed only on a second try has passed; Playwright names it as flaky. */
export function countPlaywright(report) {
  const sum = { ...nothing(), failed: report.errors.length };
  const visit = (suite, titles) => {
    for (const { title, tests } of suite.specs ?? []) {
      for (const { status } of tests) {
        if (status === 'skipped') sum.skipped.push([...titles, title].join(' › '));
        else if (status === 'unexpected') sum.failed += 1;
        else sum.passed += 1;
      }
    }
    for (const child of suite.suites ?? []) visit(child, [...titles, child.title]);
  };
  for (const suite of report.suites) visit(suite, [suite.title]);
  return sum;
}

/** A run that failed without a failed test, or ran none, is a failure of its own. */
export function judge(counts, exitCode) {
  const silent = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return silent ? { ...counts, failed: 1 } : counts;
}

export function readReport(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return nothing();
  }
}

export function summaryLine(results) {
  const passed = results.reduce((total, result) => total + result.passed, 0);
  const failed = results.reduce((total, result) => total + result.failed, 0);
  const skipped = results.reduce((total, result) => total + result.skipped.length, 0);
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
