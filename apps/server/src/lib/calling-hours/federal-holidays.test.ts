import { expect, test } from 'vitest';
import { federalHolidays } from './federal-holidays.ts';

test('CP7: the federal holidays of a year, each also on the day on which it is kept', () => {
  expect(federalHolidays(2026, 2026)).toEqual([
    ...['2026-01-01', '2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-07-03', '2026-07-04'],
    ...['2026-09-07', '2026-10-12', '2026-11-11', '2026-11-26', '2026-12-25'],
  ]);
  // The first of January 2028 is a Saturday, kept on the last day of 2027; Christmas 2027 is one too.
  expect(federalHolidays(2027, 2027).slice(-5)).toEqual([
    ...['2027-11-11', '2027-11-25', '2027-12-24', '2027-12-25', '2027-12-31'],
  ]);
  // A Sunday, kept on the Monday.
  expect(federalHolidays(2028, 2029)).toEqual(
    expect.arrayContaining(['2028-11-10', '2028-11-11', '2029-11-12']),
  );
});
