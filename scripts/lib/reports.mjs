import { readFileSync } from 'node:fs';

/**
 * The result of a suite: `skipped` holds names, because a skip needs a name and a reason; `failed` and `retried` hold
 * names with their messages, so that the end of a long output says what went wrong.
 */
export const nothing = () => ({ passed: 0, failed: [], skipped: [], retried: [] });

/** Vitest's JSON report. A file that could not even be loaded has no tests, and counts as one failure. */
export function countVitest(report) {
  const sum = nothing();
  for (const file of report.testResults) {
    const failedBefore = sum.failed.length;
    for (const { status, fullName, failureMessages = [] } of file.assertionResults) {
      if (status === 'passed') {
        sum.passed += 1;
        if (failureMessages.length > 0) sum.retried.push(withMessages(fullName, failureMessages));
      } else if (status === 'failed') sum.failed.push(withMessages(fullName, failureMessages));
      else sum.skipped.push(fullName);
    }
    if (file.status === 'failed' && sum.failed.length === failedBefore) {
      sum.failed.push(withMessages(file.name, [file.message]));
    }
  }
  return sum;
}

/** Playwright's JSON report. A test that passed only on a second try counts as passed and as retried. */
export function countPlaywright(report) {
  const sum = nothing();
  const visit = (suite, titles) => {
    for (const { title, tests } of suite.specs ?? []) {
      const name = [...titles, title].join(' › ');
      for (const { status, results = [] } of tests) {
        const messages = results.flatMap(({ errors = [] }) => errors.map(({ message }) => message));
        if (status === 'skipped') sum.skipped.push(name);
        else if (status === 'unexpected') sum.failed.push(withMessages(name, messages));
        else {
          sum.passed += 1;
          if (status === 'flaky') sum.retried.push(withMessages(name, messages));
        }
      }
    }
    for (const child of suite.suites ?? []) visit(child, [...titles, child.title]);
  };
  for (const suite of report.suites) visit(suite, [suite.title]);
  sum.failed.push(...report.errors.map(({ message }) => withMessages('outside of the tests', [message])));
  return sum;
}

/** A name and, indented below it, the first lines of each try's message. */
function withMessages(name, messages) {
  const lines = messages.flatMap((message) =>
    plain(message ?? '')
      .trim()
      .split('\n')
      .slice(0, 6),
  );
  return [name, ...lines.map((line) => `    ${line.slice(0, 2_000)}`)].join('\n');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
const plain = (text) => text.replaceAll(/\u001b\[[0-9;]*m/g, '');

/** A run that failed without a failed test, or ran none, is a failure of its own. */
export function judge(counts, exitCode) {
  const silent = counts.failed.length === 0 && (exitCode !== 0 || counts.passed === 0);
  const sentence = `no test failed, ${counts.passed} passed, and the run ended with code ${exitCode}`;
  return silent ? { ...counts, failed: [sentence] } : counts;
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
  const failed = results.reduce((total, result) => total + result.failed.length, 0);
  const skipped = results.reduce((total, result) => total + result.skipped.length, 0);
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
