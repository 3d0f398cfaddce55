import { expect, test } from 'vitest';
import { hasSizeSetting } from './size-settings.ts';

test('a run at another size is told from one at the sizes that are recorded', () => {
  expect(hasSizeSetting({ PATH: '/usr/bin', CALLS: '5' })).toBe(false);
  expect(hasSizeSetting({ HISTORY_CALLS: '1000000' })).toBe(true);
  expect(hasSizeSetting({ REPORT_TENANTS: '1' })).toBe(true);
});
