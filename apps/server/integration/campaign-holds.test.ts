import type { Campaign } from '@parley/contract';
import { expect, test } from 'vitest';
import { ada, type CampaignRunner, eve, openRunners } from '../testing/campaign-runner.ts';

let runner: CampaignRunner;
openRunners((opened) => {
  ({ runner } = opened);
});

const start = async (rows: string[][]) => runner.start(await runner.desk.withRows(rows));
const row = ({ id }: Campaign, body = {}) => runner.desk.ask<never>({ params: { id, row: '2' }, body });
const until = '2026-10-13T18:00:00.000Z';
const heldUntil = { state: 'pending', waits: { reason: 'person' }, nextAt: until };

test('CP17: somebody who is held until they are back is called then, and nobody has to release them', async () => {
  const campaign = await start([ada, eve]);
  expect((await runner.run.holdRecipient(row(campaign, { until }))).recipient).toMatchObject(heldUntil);
  // The same again changes nothing.
  expect((await runner.run.holdRecipient(row(campaign, { until }))).recipient).toMatchObject(heldUntil);
  await runner.tick();
  await runner.end(runner.dialled[0]?.callId ?? '');
  await runner.tick(3_600);
  expect(runner.dialled.map(({ number }) => number)).toEqual([eve[1]]);
  expect(await runner.campaign(campaign)).toMatchObject({ state: 'running' });
  await runner.tick(3_600);
  expect(runner.dialled.map(({ number }) => number)).toEqual([eve[1], ada[1]]);
});

test('CP17: who is held until a time is released before it, held without one, or held longer', async () => {
  const campaign = await start([ada]);
  await runner.run.holdRecipient(row(campaign, { until }));
  const later = '2026-10-14T18:00:00.000Z';
  expect((await runner.run.holdRecipient(row(campaign, { until: later }))).recipient.nextAt).toBe(later);
  expect((await runner.run.holdRecipient(row(campaign))).recipient).toMatchObject({
    ...{ state: 'held', waits: { reason: 'person' }, nextAt: null },
  });
  await runner.run.holdRecipient(row(campaign, { until }));
  expect((await runner.run.releaseRecipient(row(campaign))).recipient).toMatchObject({
    ...{ state: 'pending', waits: null, nextAt: null },
  });
  await runner.tick();
  expect(runner.dialled.map(({ number }) => number)).toEqual([ada[1]]);
  await expect(runner.run.holdRecipient(row(campaign, { until }))).rejects.toMatchObject({
    code: 'recipient_state',
  });
});
