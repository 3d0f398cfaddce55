import { expect, test } from 'vitest';
import { readSourceFiles } from './source-files.ts';

test('no file address is used undecoded: a folder with a space would become %20', () => {
  const undecoded = /import\.meta\.(?:url|resolve\([^)]*\))\)\.pathname/;
  const guilty = readSourceFiles().filter(
    ({ path, text }) => !path.startsWith('test/') && undecoded.test(text),
  );
  expect(guilty.map(({ path }) => path)).toEqual([]);
});
