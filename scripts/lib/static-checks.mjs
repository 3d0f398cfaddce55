import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, cache, root, toolEnvironment } from './project.mjs';
import { nothing } from './reports.mjs';

/** Types of every workspace and lint, side by side; output is shown only where something is wrong. */
export async function runStaticChecks() {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const projects = ['.', ...workspaces].filter(hasTypes);
  const [lint, ...types] = await Promise.all([
    capture(join(bin, 'biome'), ['check', '--error-on-warnings', '.']),
    ...projects.map((folder) => capture(join(bin, 'tsc'), ['-p', folder, ...remembering(folder)])),
  ]);
  return [tell('types', types), tell('lint', [lint])];
}

/** What the compiler learnt stays for the next time: only what a change touches is looked at again. */
function remembering(folder) {
  const name = folder === '.' ? 'root' : folder.replaceAll('/', '-');
  return ['--incremental', '--tsBuildInfoFile', join(cache, 'types', `${name}.json`)];
}

function hasTypes(folder) {
  if (!existsSync(join(root, folder, 'tsconfig.json'))) return false;
  // An empty workspace is an error to the compiler, but not to us.
  return (
    folder === '.' ||
    readdirSync(join(root, folder), { recursive: true }).some((name) => /\.tsx?$/.test(name))
  );
}

function tell(name, runs) {
  const broken = runs.filter(({ code }) => code !== 0);
  for (const { output } of broken) process.stdout.write(`${output.trimEnd()}\n`);
  const seconds = Math.max(...runs.map((run) => run.seconds));
  const failed = broken.length > 0 ? [`${name}, as told above`] : [];
  return { ...nothing(), name, seconds, failed, isTest: false };
}

function capture(file, args) {
  const started = Date.now();
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(file, args, { cwd: root, env: toolEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const end = (code) => resolve({ code, output, seconds: (Date.now() - started) / 1000 });
    child.on('error', (error) => {
      output += String(error);
      end(1);
    });
    child.on('close', end);
  });
}
