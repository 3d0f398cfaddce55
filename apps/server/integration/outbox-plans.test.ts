import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimText, releaseText, renewText } from '../src/adapters/postgres/outbox-statements.ts';
import { type OutboxHarness, openOutboxHarness } from '../testing/outbox-harness.ts';
import { rowsByPlan } from '../testing/plan-rows.ts';

const tenantId = 'gs-dental';
const consumers = ['contacts', 'costs', 'follow-ups', 'reports', 'search', 'webhooks'];
/** Calls of a week whose events are done; ten more wait, and ten are claimed. */
const calls = 5_000;

let outbox: OutboxHarness;
beforeAll(async () => {
  outbox = await openOutboxHarness(tenantId);
  const { owner, store } = outbox;
  for (const name of consumers) await store.register(name, 'now', ['call.ended']);
  await owner.query('analyze outbox_positions');
  await owner.query(
    `insert into outbox_positions (tenant_id, consumer, subject, last_event, done_event, due_at, claim)
     select $1, consumer, 'call/' || n, n, case when n <= 20 then n - 1 else n end, now() - interval '1 day',
       case when n <= 10 then md5(consumer || n)::uuid end
     from generate_series(1, $2::int) as n, unnest($3::text[]) as consumer`,
    [tenantId, calls, consumers],
  );
  await owner.query(
    "update outbox_positions set due_at = now() + interval '1 minute' where claim is not null",
  );
});
afterAll(() => outbox.close());

test.each([
  ['that know of none', false],
  ['of now', true],
])(
  'OB14: among thousands that are done a round reads few positions, with statistics %s',
  async (_, isNew) => {
    const { owner } = outbox;
    if (isNew) await owner.query('analyze outbox_positions');
    const most = consumers.map(() => 16);
    const claim = [`{${consumers}}`, `{${most}}`, 15_000];
    const { rows } = await owner.query('select claim from outbox_positions where claim is not null');
    const tokens = `{${rows.map(({ claim }) => claim)}}`;
    const nulls = `{${rows.map(() => 'null')}}`;
    const statements = {
      claim: { text: claimText, values: claim },
      renew: { text: renewText, values: [tokens, nulls, 15_000] },
      release: { text: releaseText, values: [tokens, nulls, nulls] },
    };
    for (const [name, statement] of Object.entries(statements))
      for (const { plan, returned, read } of await rowsByPlan(owner, 'outbox_positions', statement)) {
        expect(returned, `${name}, ${plan}`).toBe(10 * consumers.length);
        expect(read, `${name}, ${plan}`).toBeLessThan(10 * returned);
      }
  },
);
