import { nothing, summaryLine } from './reports.mjs';

/** Runs all steps in order, then prints the result of each. The last line has a fixed form, for other programs. */
export async function runAll(steps) {
  const results = [];
  for (const [title, step] of steps) {
    console.log(`\n── ${title}`);
    try {
      results.push(...[await step()].flat());
    } catch (error) {
      console.error(error.message);
      results.push({
        ...nothing(),
        name: title,
        seconds: 0,
        failed: [`${title}: ${error.message}`],
        isTest: true,
      });
    }
  }
  results.push(...judgeRetries(results));
  console.log('');
  for (const result of results) console.log(describeStep(result));
  printAll('Skipped', results, ({ skipped }) => skipped);
  printAll('Passed only when tried again', results, ({ retried }) => retried);
  printAll('Failed', results, ({ failed }) => failed);
  console.log('');
  console.log(summaryLine(results));
  return results.some(({ failed }) => failed.length > 0) || !results.some(({ passed }) => passed > 0) ? 1 : 0;
}

/** On a shared machine one test may need a second try; two or more fail the run. */
const retriesAllowed = 1;

export function judgeRetries(results) {
  const retried = results.flatMap((result) => result.retried);
  if (retried.length <= retriesAllowed) return [];
  const sentence = `${retried.length} tests passed only when tried again; at most ${retriesAllowed} may`;
  return [{ ...nothing(), name: 'retries', seconds: 0, failed: [sentence], isTest: false }];
}

function printAll(title, results, which) {
  const entries = results.flatMap(which);
  if (entries.length > 0) console.log(`\n${title}:\n${entries.join('\n').replaceAll(/^/gm, '  ')}`);
}

export function describeStep({ name, seconds, passed, failed, skipped, isTest }) {
  const counts = [`${passed} passed`, `${failed.length} failed`];
  if (skipped.length > 0) counts.push(`${skipped.length} skipped`);
  const outcome = isTest ? counts.join(', ') : failed.length > 0 ? 'failed' : 'ok';
  return `${name.padEnd(12)} ${`${seconds.toFixed(1)} s`.padStart(8)}   ${outcome}`;
}
