#!/usr/bin/env node
// The package contains compiled files, which need Node 22. In the repository the TypeScript sources are run, which needs Node
// 22.18; an older Node looks for a newer one beside it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const compiled = new URL('../dist/cli/main.js', import.meta.url);
const isCompiled = existsSync(compiled);
const leastMinor = isCompiled ? 0 : 18;

if (major > 22 || (major === 22 && minor >= leastMinor)) {
  const { main } = await import(isCompiled ? compiled.href : '../src/cli/main.ts');
  await main(process.argv.slice(2)).catch(fail);
} else {
  rerun(newerNode());
}

function fail(error) {
  console.error(`phone-lab: ${explain(error)}`);
  process.exit(1);
}

function explain(error) {
  if (error?.code === 'EADDRINUSE')
    return `port ${error.port} is taken; choose another with --port, or 0 for any.`;
  return error instanceof Error ? error.message : String(error);
}

function newerNode() {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', '.bin', 'node');
    if (existsSync(candidate)) return candidate;
    if (folder === dirname(folder))
      fail(new Error(`Node 22.${leastMinor} or newer is needed, this is ${process.version}.`));
  }
}

function rerun(node) {
  const stdio = process.send ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit';
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.send) {
    child.on('message', (message) => process.send(message));
    process.on('disconnect', () => child.connected && child.disconnect());
  }
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
