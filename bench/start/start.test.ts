import { expect, test } from 'vitest';
import { measure } from './measure.ts';

test('the start part times a first and a second start and weighs what runs', async () => {
  const figures = await measure({ smoke: true, log: () => {} });
  const value = (what: string) => figures.find((figure) => figure.what === what)?.value;
  expect(value('server alone, empty data folder to ready')).toBeGreaterThan(0);
  expect(value('server alone, second start to ready')).toBeGreaterThan(0);
  if (process.platform !== 'linux') return;
  for (const who of ['server', 'phone-lab', 'PostgreSQL']) {
    expect(value(`idle memory, ${who}`), who).toBeGreaterThan(0);
  }
});
