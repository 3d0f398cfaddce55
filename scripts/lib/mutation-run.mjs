import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bin, projectNode, root, toolEnvironment } from './project.mjs';

/** Longer than any of these tests takes without a mutation. */
const defaultTimeoutMs = 300_000;

/** One PostgreSQL for all mutations: to start one takes longer than most of the tests. */
export async function openCluster() {
  const file = join(root, 'apps/server/testing/cluster-process.ts');
  const child = fork(file, { env: toolEnvironment(), execPath: projectNode() });
  const [connection] = await once(child, 'message');
  return { connection: JSON.stringify(connection), close: () => child.disconnect() };
}

/** Whether these tests pass in time; the first failure ends them. A mutation that makes a test wait is noticed too. */
export function runTests({ tests, startsBuiltServer = false }, cluster, timeoutMs = defaultTimeoutMs) {
  const projects = ['server', 'integration'].flatMap((name) => ['--project', name]);
  const quick = ['--bail=1', '--retry=0', '--reporter=dot', '--experimental.fsModuleCache'];
  const args = ['run', ...tests, ...projects, ...quick];
  const keep = startsBuiltServer ? {} : { KEEP_BUILT_SERVER: '1' };
  return new Promise((resolve) => {
    const child = spawn(join(bin, 'vitest'), args, {
      cwd: root,
      env: toolEnvironment({ ...keep, TEST_CLUSTER: cluster.connection }),
      stdio: 'ignore',
    });
    const timer = setTimeout(() => child.kill('SIGTERM'), timeoutMs);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}
