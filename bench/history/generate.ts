import type pg from 'pg';

export const tenants: readonly string[] = Array.from(
  { length: 20 },
  (_, n) => `practice-${String(n).padStart(2, '0')}`,
);
export const entriesPerCall = 6;

/** Fills a migrated database with finished calls, spread evenly over tenants and back through the last year. */
export async function generate(
  owner: pg.Client,
  calls: number,
  among: readonly string[] = tenants,
  outcome: Readonly<Record<string, string | boolean>> = {},
): Promise<void> {
  // The rows are consistent by construction; checking foreign keys would take longer than inserting.
  await owner.query('set session_replication_role = replica; set synchronous_commit = off');
  await owner.query("set work_mem = '256MB'; set maintenance_work_mem = '512MB'");
  await indexedAfterwards(owner, 'calls', () => owner.query(callsSql(calls), [among, outcomeOf(outcome)]));
  await indexedAfterwards(owner, 'transcript_entries', () => owner.query(linesSql));
  await indexedAfterwards(owner, 'dial_attempts', () => owner.query(attemptsSql));
  await owner.query('vacuum (analyze) calls, transcript_entries, dial_attempts');
  await owner.query('checkpoint');
}

/**
 * An index built over all rows at once takes a fraction of one that grows with each. Keys that other tables refer to stay: to
 * check those again would take longer.
 */
export async function indexedAfterwards(
  owner: pg.Client,
  table: string,
  fill: () => Promise<unknown>,
): Promise<void> {
  const { rows: keys } = await owner.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint key
     where conrelid = $1::regclass and contype = 'p'
       and not exists (select from pg_constraint other where other.conindid = key.conindid and other.contype = 'f')`,
    [table],
  );
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = $1 and schemaname = 'public'
       and not exists (select from pg_constraint where conindid = indexname::regclass)`,
    [table],
  );
  for (const { name } of keys) await owner.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  await fill();
  for (const { name, definition } of keys) {
    await owner.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  for (const { definition } of indexes) await owner.query(definition);
}

/** The same for every call, as a conversation leaves it; null: none of them has one. */
function outcomeOf(fields: Readonly<Record<string, string | boolean>>): string | null {
  const values = Object.entries(fields).map(([field, value]) => ({ field, value, proof: {} }));
  return values.length === 0 ? null : JSON.stringify({ values });
}

const callsSql = (calls: number) => `
  insert into calls (
    tenant_id, id, agent_id, carrier, direction, from_number, to_number, status, instructions, placed_by, carrier_sid,
    sending_at, created_at, answered_at, ended_at, duration, answered_by, summary, summary_state, engine, turns, outcome,
    checked_at
  )
  select
    tenant, id, case n % 2 when 0 then 'kuzco' else 'gs-dental' end, 'lab',
    case n % 4 when 3 then 'inbound' else 'outbound' end, '+15005550006', '+1415555' || lpad((n % 10000)::text, 4, '0'),
    'completed',
    'Call the patient of file ' || n || ' and confirm the appointment on Tuesday at half past nine. If it does not suit '
      || 'them, offer Thursday at eleven or Friday at two, and ask whether they want a reminder by text message.',
    'user_of_' || tenant, 'CA' || md5(n::text), at, at, at + interval '8 seconds', at + interval '70 seconds', 62, 'human',
    'The patient of file ' || n || ' confirmed the appointment on Tuesday at half past nine and asked for a reminder '
      || 'by text message on the day before.',
    'ready', 'relay',
    '[{"firstTokenMs":212,"firstSpeechMs":240},{"firstTokenMs":198,"firstSpeechMs":231}]', $2::jsonb,
    at + interval '70 seconds'
  from (
    select n, tenant, id, uuid_extract_timestamp(id) as at
    from (
      select
        n,
        ($1::text[])[1 + n % cardinality($1::text[])] as tenant,
        uuidv7(make_interval(secs => (n - ${calls} - 60) * ${(365 * 86_400) / calls}::float8)) as id
      from generate_series(1, ${calls}) n
    ) numbered
  ) dated`;

const linesSql = `
  insert into transcript_entries (tenant_id, call_id, ordinal, speaker, message, spoken_at, interrupted)
  select
    tenant_id, id, ordinal, case ordinal % 2 when 0 then 'agent' else 'user' end,
    case ordinal % 2
      when 0 then 'Good morning, this is the assistant of the practice. Would Tuesday at half past nine suit you? ('
      else 'Yes, that suits me well, thank you. Could you send me a reminder on the day before? ('
    end || ordinal || ')',
    answered_at + ordinal * interval '9 seconds', false
  from calls cross join generate_series(0, ${entriesPerCall - 1}) ordinal`;

const attemptsSql = `
  insert into dial_attempts (tenant_id, id, call_id, user_id, fingerprint, to_number, created_at)
  select tenant_id, id, id, placed_by, md5(id::text), to_number, created_at from calls where direction = 'outbound'`;
