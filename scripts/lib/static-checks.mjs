import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, cache, root, toolEnvironment } from './project.mjs';
import { nothing } from './reports.mjs';

/** Types of every workspace and lint, in parallel; output is shown only of those that fail. */
export async function runStaticChecks() {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const projects = ['.', ...workspaces].filter(hasTypes);
  const [lint, ...types] = await Promise.all([
    capture(join(bin, 'biome'), ['check', '--error-on-warnings', '.']),
    // The projects already run beside each other; threads of one project would check the shared types again.
    ...projects.map((folder) =>
      capture(join(bin, 'tsc'), ['-p', folder, '--singleThreaded', ...incremental(folder)]),
    ),
  ]);
  return [resultOf('types', types), resultOf('lint', [lint])];
}

/** Keeps the compiler's build information, so that the next run checks only what a change affects. */
function incremental(folder) {
  const name = folder === '.' ? 'root' : folder.replaceAll('/', '-');
  return ['--incremental', '--tsBuildInfoFile', join(cache, 'types', `${name}.json`)];
}

function hasTypes(folder) {
  if (!existsSync(join(root, folder, 'tsconfig.json'))) return false;
  // The compiler fails on a workspace without any file.
  return (
    folder === '.' ||
    readdirSync(join(root, folder), { recursive: true }).some((name) => /\.tsx?$/.test(name))
  );
}

function resultOf(name, runs) {
  const broken = runs.filter(({ code }) => code !== 0);
  for (const { output } of broken) process.stdout.write(`${output.trimEnd()}\n`);
  const seconds = Math.max(...runs.map((run) => run.seconds));
  const failed = broken.length > 0 ? [`${name}, output above`] : [];
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
