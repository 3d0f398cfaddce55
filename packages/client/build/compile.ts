import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const compiler = join(import.meta.dirname, '../../../node_modules/.bin/tsc');

/** As a program of a browser: nothing of Node is known. */
const options = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'nodenext',
  types: [],
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  rewriteRelativeImportExtensions: true,
};

/** Compiles the TypeScript files of a folder; without a target it only checks them. */
export function compile(folder: string, target?: string): void {
  const emitted = target === undefined ? { noEmit: true } : { outDir: target, declaration: true };
  const config = { compilerOptions: { ...options, ...emitted, rootDir: '.' }, include: ['*.ts'] };
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { status, stdout, stderr, error } = spawnSync(compiler, ['-p', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The client does not compile.\n${error ?? `${stdout}${stderr}`}`);
  if (target !== undefined) renameImports(target);
}

/** The compiler names sources in declarations, which the package does not have. */
function renameImports(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.d.ts'))) {
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(['"]\.\/[\w-]+)\.ts(['"])/g, '$1.js$2'));
  }
}
