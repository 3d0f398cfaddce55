import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bin, root, toolEnvironment } from './project.mjs';

/** Longer than any of the test files takes: a mutation may make a test wait for ever. */
const patienceMs = 300_000;

/** Whether these tests pass; the first failure ends them. */
export function runTests(tests) {
  const projects = ['server', 'integration'].flatMap((name) => ['--project', name]);
  const args = ['run', ...tests, ...projects, '--bail=1', '--retry=0', '--reporter=dot'];
  return new Promise((resolve) => {
    const child = spawn(join(bin, 'vitest'), args, {
      cwd: root,
      env: toolEnvironment(),
      stdio: 'ignore',
    });
    const timer = setTimeout(() => child.kill('SIGTERM'), patienceMs);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}
