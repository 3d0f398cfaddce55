/**
 * `npm run package -w packages/phone-lab -- FOLDER`: compiles the lab and writes the package that others install into that
 * folder, which is the current one unless another is named. In the repository the sources run without being compiled
 * (docs/decisions/073).
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const source = join(import.meta.dirname, '..');
const repository = join(source, '..', '..');
/** Read by the lab while it runs, beside the code that reads them. */
const assets = ['callee/built-in', 'page'];

// npm starts scripts in the folder of the package and tells where it was started itself.
const target = resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? '.');
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'phone-lab-package-'));
try {
  compile();
  for (const name of assets)
    cpSync(join(source, 'src', name), join(folder, 'dist', name), { recursive: true });
  for (const name of ['bin', 'README.md', 'NOTICES.md'])
    cpSync(join(source, name), join(folder, name), { recursive: true });
  cpSync(join(repository, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  mkdirSync(target, { recursive: true });
  execFileSync('npm', ['pack', '--silent', '--pack-destination', target], { cwd: folder, stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function compile(): void {
  const compiler = join(repository, 'node_modules', '.bin', 'tsc');
  const args = ['-p', join(source, 'tsconfig.build.json'), '--outDir', join(folder, 'dist')];
  execFileSync(compiler, args, { stdio: 'inherit' });
  // The compiler names other files by their new endings in code, but not in types.
  for (const name of globSync('dist/**/*.d.ts', { cwd: folder })) {
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2'));
  }
}

/** What the sources say of themselves, without what belongs to the repository. */
function manifest(): Record<string, unknown> {
  const about = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Record<string, unknown>;
  const { private: _private, scripts: _scripts, devDependencies: _development, ...kept } = about;
  return {
    ...kept,
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './package.json': './package.json',
    },
  };
}
