import type { CampaignPolicy } from '@parley/contract';
import { expect, test } from 'vitest';
import { createCampaignReports } from '../src/adapters/postgres/campaigns/report-store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { type CampaignRunner, openRunners } from '../testing/campaign-runner.ts';

let database: Database;
let runner: CampaignRunner;
openRunners((opened) => {
  ({ database, runner } = opened);
});

/** What is said on a call, in milliseconds from the moment at which this deployment heard of the answer. */
interface Conversation {
  readonly agentMs?: number;
  readonly userMs?: number;
  readonly seconds?: number;
  /** How much sooner the phone was answered, as the carrier says. */
  readonly earlierMs?: number;
  readonly answeredBy?: string;
  readonly change?: string;
}

/** Calls one person for each conversation, and ends the calls. */
async function called(conversations: readonly Conversation[]) {
  const { desk } = runner;
  const made = await desk.withRows(
    conversations.map((_, n) => [`Person ${n}`, `+120255501${50 + n}`, 'Monday']),
  );
  const policy: CampaignPolicy = { ...made.policy, atOnce: 20, perMinute: 1_200 };
  const body = { revision: made.revision, name: made.name, policy };
  const { campaign } = await desk.endpoints.changeCampaign(desk.ask({ params: { id: made.id }, body }));
  await runner.start(campaign);
  await runner.tick();
  await runner.tick(1);
  for (const { number, callId } of runner.dialled)
    await talk(callId, conversations[Number(number.slice(-2)) - 50] ?? {});
  return campaign;
}

async function talk(callId: string, conversation: Conversation) {
  const { agentMs, userMs, seconds = 60, earlierMs = 0, answeredBy = null } = conversation;
  const { tenantId } = runner.desk.caller;
  const heardAt = runner.clock.time() - seconds * 1_000 + earlierMs;
  const at = (ms: number) => new Date(heardAt + ms).toISOString();
  const said = async (ordinal: number, speaker: string, ms: number | undefined) => {
    if (ms === undefined) return;
    await database.forTenant(tenantId, (tx) =>
      tx.execute(sql`
        insert into transcript_entries (tenant_id, call_id, ordinal, speaker, message, spoken_at)
        values (${tenantId}, ${callId}, ${ordinal}, ${speaker}, 'Hello.', ${at(ms)}::timestamptz)`),
    );
  };
  await said(0, 'user', userMs);
  await said(1, 'agent', agentMs);
  await database.asSystem(async (tx) => {
    await tx.execute(sql`update calls set answered_by = ${answeredBy} where id = ${callId}`);
    await tx.execute(sql`
      insert into call_events (tenant_id, call_id, kind, at)
      values (${tenantId}, ${callId}, 'in-progress', ${at(0)}::timestamptz)`);
  });
  await runner.end(callId, { seconds });
}

const report = async ({ id }: { readonly id: string }) =>
  createCampaignReports(database).report(runner.desk.caller.tenantId, id);

test('CP30: whoever answered and heard nothing of the agent for two seconds was abandoned', async () => {
  const campaign = await called([
    { agentMs: 900 },
    { agentMs: 2_100 },
    {},
    // The person spoke first, and was answered within two seconds of that.
    { userMs: 1_000, agentMs: 2_900 },
    { userMs: 1_000, agentMs: 3_100 },
    // Two seconds had passed when the person asked who is there.
    { userMs: 4_000, agentMs: 4_500 },
    // The carrier says when in whole seconds, and this deployment heard of it a moment later.
    { agentMs: 1_500, earlierMs: 900 },
    // It was heard of so late that the delay is a part of the wait.
    { agentMs: 500, earlierMs: 4_000 },
    // Who hangs up before that was not kept waiting.
    { seconds: 2 },
    { answeredBy: 'machine_start' },
  ]);
  expect(await report(campaign)).toMatchObject({ abandonment: { liveAnswers: 9, abandoned: 5 } });
});

test('CP30: what is known of a wait stays when the transcript is gone and the call is read again', async () => {
  const campaign = await called([{ agentMs: 500 }]);
  const { tenantId } = runner.desk.caller;
  const [dial] = runner.dialled;
  await database.asSystem((tx) =>
    tx.execute(sql`delete from transcript_entries where tenant_id = ${tenantId}`),
  );
  await runner.end(dial?.callId ?? '', { reason: 'do_not_call' });
  expect(await report(campaign)).toMatchObject({
    ...{ optOuts: 1, abandonment: { liveAnswers: 1, abandoned: 0 } },
  });
});

test('CP30: by the number that calls came from: answered, rejected as from spam, and vouched for', async () => {
  const campaign = await called([{}, {}, {}, {}]);
  const { tenantId } = runner.desk.caller;
  const [one, two, three, four] = runner.dialled.map(({ callId }) => callId);
  await runner.end(two ?? '', { status: 'failed' });
  await runner.end(three ?? '', { status: 'no-answer' });
  const tell = (callId: string | undefined, from: string, code: number | null, attestation: string | null) =>
    database.asSystem((tx) =>
      tx.execute(sql`
        update calls set from_number = ${from}, sip_code = ${code}, attestation = ${attestation}
        where tenant_id = ${tenantId} and id = ${callId ?? ''}`),
    );
  await tell(one, '+15005550006', null, 'A');
  await tell(two, '+15005550006', 608, 'B');
  await tell(three, '+15005550006', 603, null);
  await tell(four, '+15005550007', 486, null);
  expect((await report(campaign))?.numbers).toEqual([
    {
      ...{ number: '+15005550006', calls: 3, answered: 1, unwanted: 2 },
      attested: { A: 1, B: 1, C: 0 },
    },
    { number: '+15005550007', calls: 1, answered: 1, unwanted: 0, attested: { A: 0, B: 0, C: 0 } },
  ]);
});
