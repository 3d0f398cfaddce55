import { expect, test } from 'vitest';
import { measure } from './measure.ts';

test('the export part writes a whole file and says what it cost', async () => {
  const figures = await measure({ smoke: true, log: () => {} });
  const ofFile = [
    'first byte of the file',
    'memory of the server, most during the export to most before it',
    'first page of calls beside an export, median',
    'calls written',
    'size of the file',
  ];
  expect(figures.map(({ what }) => what)).toEqual([
    ...ofFile,
    ...ofFile.map((what) => `${what}, transcripts`),
    'from cancelling until the database is idle',
  ]);
  for (const { value } of figures) expect(value).toBeGreaterThanOrEqual(0);
  expect(figures[2]?.reach).toEqual({ at: 'most', ratio: 1.5 });
});
