import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './source-files.ts';

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const topFolders = new Set(tracked.filter((path) => path.includes('/')).map((path) => path.split('/')[0]));

/** Decision records keep the names of their time. */
const documents = tracked.filter((path) => path.endsWith('.md') && !path.startsWith('docs/decisions/'));

/** What stands in backticks and can only be a file or folder of this repository. */
function pathsIn(text: string): string[] {
  return [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([\w@.][\w@./-]*)`/g)]
    .map(([, path = '']) => path.replace(/\/$/, ''))
    .filter((path) => {
      const inFolder = path.includes('/') && topFolders.has(path.split('/')[0]);
      return inFolder || /[\w-]\.(?:ts|tsx|mjs|md|sql|json|css|html)$/.test(path);
    });
}

/** From the root, beside the document, or the end of the path of any file or folder. */
function isThere(path: string, document: string): boolean {
  return (
    existsSync(join(root, path)) ||
    existsSync(join(root, dirname(document), path)) ||
    tracked.some((file) => file.endsWith(`/${path}`) || file.includes(`/${path}/`))
  );
}

/** Files that the product makes, or answers with. */
const made = /^\.data\/|^(?:config|openapi|results)\.json$/;

test.each(documents)('every file that %s names in backticks exists', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const missing = pathsIn(text).filter((path) => !made.test(path) && !isThere(path, document));
  expect(missing).toEqual([]);
});

test.each(documents)('every link of %s into the repository leads somewhere', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const missing = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => !existsSync(join(root, dirname(document), target)));
  expect(missing).toEqual([]);
});

test('every picture is shown by a document, and all of them stay below 600 kB', () => {
  const pictures = tracked.filter((path) => path.startsWith('docs/images/'));
  const text = documents.map((document) => readFileSync(join(root, document), 'utf8')).join('\n');
  expect(pictures.filter((path) => !text.includes(path))).toEqual([]);
  const bytes = pictures.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
  expect(bytes).toBeLessThan(600_000);
});

describe('a path is told from other code', () => {
  test.each([
    ['`docs/none.md` and `apps/server/none`', ['docs/none.md', 'apps/server/none']],
    ['`none.ts`, `features/none.ts`', ['none.ts', 'features/none.ts']],
    ['`application/json`, `/healthz`, `npm test`, `call.ended`', []],
    ['```\ndocs/none.md\n```', []],
  ])('in %j', (text, paths) => {
    expect(pathsIn(text)).toEqual(paths);
  });
});
