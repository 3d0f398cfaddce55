import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bin, root, toolEnvironment } from './project.mjs';

/** Longer than any of these tests takes without a mutation. */
const defaultTimeoutMs = 300_000;

/** Whether these tests pass in time; the first failure ends them. A mutation that makes a test wait is noticed too. */
export function runTests(tests, timeoutMs = defaultTimeoutMs) {
  const projects = ['server', 'integration'].flatMap((name) => ['--project', name]);
  const args = ['run', ...tests, ...projects, '--bail=1', '--retry=0', '--reporter=dot'];
  return new Promise((resolve) => {
    const child = spawn(join(bin, 'vitest'), args, {
      cwd: root,
      env: toolEnvironment(),
      stdio: 'ignore',
    });
    const timer = setTimeout(() => child.kill('SIGTERM'), timeoutMs);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}
