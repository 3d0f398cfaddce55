import { expect, test } from 'vitest';
import { readSourceFiles } from './source-files.ts';

test('no file URL is used as a path without decoding: a folder with a space would become %20', () => {
  const undecoded = /import\.meta\.(?:url|resolve\([^)]*\))\)\.pathname/;
  const found = readSourceFiles().filter(
    ({ path, text }) => !path.startsWith('test/') && undecoded.test(text),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});
