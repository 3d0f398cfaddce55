import { expect, test } from 'vitest';
import { ada, type CampaignRunner, eve, openRunners } from '../testing/campaign-runner.ts';

let runner: CampaignRunner;
openRunners((opened) => {
  ({ runner } = opened);
});

/** It is noon in New York; these hours end five minutes later. */
async function startUntilFivePast(rows: string[][]) {
  const { desk } = runner;
  const made = await desk.withRows(rows);
  const hours = { ...made.policy.hours, tuesday: [{ from: '09:00', to: '12:05' }] };
  const body = { revision: made.revision, name: made.name, policy: { ...made.policy, hours } };
  const { campaign } = await desk.endpoints.changeCampaign(desk.ask({ params: { id: made.id }, body }));
  return runner.start(campaign);
}

test('CP24: a conversation of the usual length is not begun minutes before the hours end', async () => {
  const first = await startUntilFivePast([ada]);
  await runner.tick();
  const [call] = runner.dialled;
  expect(await runner.states(first)).toEqual({ 2: 'in_call' });
  await runner.end(call?.callId ?? '', { seconds: 300 });
  // At the same time a week later: the length of calls is read again.
  runner.clock.advance(7 * 24 * 60 * 60 * 1_000);
  const later = await startUntilFivePast([eve]);
  await runner.tick();
  const { recipients } = await runner.desk.recipients(later);
  expect(recipients).toMatchObject([
    { state: 'pending', waits: { reason: 'window' }, nextAt: '2026-10-21T13:00:00.000Z' },
  ]);
  await expect(
    runner.run.callRecipient(runner.desk.ask<never>({ params: { id: later.id, row: '2' } })),
  ).rejects.toMatchObject({ details: { reason: 'window' } });
  expect(runner.dialled).toHaveLength(1);
});
