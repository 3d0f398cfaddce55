import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findOrInstallChromium } from './chromium.mjs';
import { bin, cache, root, toolEnvironment } from './project.mjs';
import { countPlaywright, countVitest, judge, readReport } from './reports.mjs';
import { runVisibly } from './visible-command.mjs';

const reports = join(cache, 'reports');

/** Some of these tests wait for sockets and timers, so one file more than there are cores runs at a time. */
export const runUnit = () =>
  runVitest('unit', ['house', 'examples', 'contract', 'client', 'phone-lab', 'server', 'web'], {}, [
    workers(1),
  ]);
/** Without the tests of phone-lab, which run whole calls over real sockets. */
export const runQuickUnit = () =>
  runVitest('unit', ['house', 'examples', 'contract', 'client', 'server', 'web']);
/** These tests mostly wait for phones to ring and servers to start, so more of them run in parallel. */
export const runIntegration = () => runVitest('integration', ['integration', 'bench'], {}, [workers(2)]);

const workers = (more) => `--maxWorkers=${Math.max(2, availableParallelism()) + more}`;

/** `parts` limits it to files whose names contain one of these words. */
export const runSoak = (parts) => runVitest('soak', ['soak', 'soak-carrier'], { SOAK: '1' }, parts);

async function runVitest(name, projects, settings = {}, parts = []) {
  const report = freshReport(name);
  const args = [
    'run',
    ...parts,
    ...projects.flatMap((project) => ['--project', project]),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ];
  const ended = await runVisibly(join(bin, 'vitest'), args, { cwd: root, env: toolEnvironment(settings) });
  return result(name, report, countVitest, ended);
}

export async function runBrowser() {
  const report = freshReport('browser');
  const env = toolEnvironment({
    CHROMIUM_PATH: await findOrInstallChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const args = ['test', '--reporter=list,json'];
  const ended = await runVisibly(join(bin, 'playwright'), args, { cwd: join(root, 'e2e'), env });
  return result('browser', report, countPlaywright, ended);
}

/** Removes the report of an earlier run, which must not be read as this run's. */
function freshReport(name) {
  mkdirSync(reports, { recursive: true });
  const file = join(reports, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

function result(name, report, count, { code, seconds }) {
  return { name, seconds, isTest: true, ...judge(readReport(report, count), code) };
}
