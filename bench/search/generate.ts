import type pg from 'pg';
import { entriesPerCall, indexedAfterwards } from '../history/generate.ts';

/** The first has half of all calls, the others share the rest. */
export const tenants: readonly string[] = Array.from(
  { length: 20 },
  (_, n) => `desk-${String(n).padStart(2, '0')}`,
);

/** In how many calls of all a word stands that is asked for as a rare one. */
export const callsOfRareWord = 40;

/**
 * A year of finished calls with their documents, as a server would write them. Every call has `appointment`; `amber` and
 * `cobalt` stand in half of them each, and meet in one of 9,973; `blue` and `heron` stand in a third and follow each other in
 * one of 5,003; thirty words of each call are out of 20,000. One of eleven is inbound, and six of seven have Tuesday as the
 * day of their outcome.
 */
export async function generateSearched(owner: pg.Client, helper: pg.Client, calls: number): Promise<void> {
  for (const client of [owner, helper]) {
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    await client.query("set work_mem = '128MB'; set maintenance_work_mem = '512MB'");
  }
  await indexedAfterwards(owner, 'calls', () => owner.query(callsSql(calls), [tenants]));
  await indexedAfterwards(owner, 'transcript_entries', () => owner.query(entriesSql));
  await indexedAfterwards(owner, 'contacts', () => owner.query(contactsSql(calls)));
  await owner.query('analyze calls, transcript_entries, contacts');
  // What takes longest: each of two connections makes every other one.
  await indexedAfterwards(owner, 'call_search', () =>
    Promise.all([owner, helper].map((client, half) => client.query(documentsSql, [half]))),
  );
  await owner.query('vacuum (analyze) calls, transcript_entries, contacts, call_search, call_search_due');
  await owner.query('checkpoint');
}

/** Of the calls of `calls`: as the product has it (`other-party.ts`). */
export const otherParty = "(case direction when 'inbound' then from_number else to_number end)";

/** The number of a call is kept in its instructions: other rows are made from it. */
const numberOfCall = "substring(instructions from 'file (\\d+)')::int";

const callsSql = (calls: number) => `
  insert into calls (
    tenant_id, id, agent_id, agent_version, carrier, direction, from_number, to_number, status, reason, instructions,
    placed_by, carrier_sid, sending_at, created_at, answered_at, ended_at, duration, answered_by, summary, summary_state,
    outcome, outcome_result, engine, checked_at
  )
  select tenant, id, case n / 2 % 3 when 0 then 'gs-dental' else 'kuzco' end, 1, 'lab',
    direction, case direction when 'inbound' then party else '+15005550006' end,
    case direction when 'inbound' then '+15005550006' else party end, 'completed',
    case when n % 20000 = 8 then 'voicemail' end,
    'Confirm the appointment of file ' || n || ' on Tuesday and offer Friday instead',
    'user of ' || tenant, 'CA' || md5(n::text), at, at, at, at, 62, 'human',
    'The patient confirmed rare' || n % ${Math.max(10, Math.ceil(calls / callsOfRareWord))} || ' and thanked', 'ready',
    jsonb_build_object('values', jsonb_build_array(jsonb_build_object('field', 'day', 'value', day, 'proof', '{}'::jsonb))),
    case when n % 3 = 0 then 'reached' end, 'relay', at
  from (
    select n, id, uuid_extract_timestamp(id) as at, case n / 2 % 11 when 0 then 'inbound' else 'outbound' end as direction,
      case n / 2 % 7 when 0 then 'Friday' else 'Tuesday' end as day,
      '+1415' || lpad((n % ${Math.max(10, Math.ceil(calls / callsOfRareWord))})::text, 7, '5') as party,
      ($1::text[])[case when n % 2 = 0 then 1 else 2 + n / 2 % (cardinality($1::text[]) - 1) end] as tenant
    from (
      select n, uuidv7(make_interval(secs => (n - ${calls} - 60) * ${(365 * 86_400) / calls}::float8)) as id
      from generate_series(1, ${calls}) n
    ) numbered
  ) dated`;

const entriesSql = `
  insert into transcript_entries (tenant_id, call_id, ordinal, speaker, message, spoken_at)
  select tenant_id, id, ordinal, case ordinal % 2 when 0 then 'agent' else 'user' end,
    case ordinal
      when 0 then 'Good morning this is about your appointment'
      when 1 then case when n % 2 = 0 or n % 9973 = 0 then 'The amber one' else 'Another one' end
      when 2 then case when n % 2 = 1 or n % 9973 = 0 then 'The cobalt one' else 'Another one' end
      when 3 then case when n % 5003 = 0 then 'We saw the blue heron there' when n % 3 = 0 then 'A heron not blue' else 'Nothing' end
      else 'Could you send me a reminder'
    end || ' word' || (n * 7 + ordinal * 31) % 20000 || ' word' || (n * 11 + ordinal * 37) % 20000
      || ' word' || (n * 13 + ordinal * 41) % 20000 || ' word' || (n * 17 + ordinal * 43) % 20000
      || ' word' || (n * 19 + ordinal * 47) % 20000,
    created_at
  from (select tenant_id, id, created_at, ${numberOfCall} as n from calls) call
  cross join generate_series(0, ${entriesPerCall - 1}) ordinal`;

/** One contact for each number of a desk; the name stands in as many calls as a rare word. */
const contactsSql = (calls: number) => `
  insert into contacts (tenant_id, id, number, name, name_key, source)
  select tenant_id, uuidv7(), party, 'Person Named' || right(party, 7), 'person named' || right(party, 7), 'import'
  from (select distinct tenant_id, ${otherParty} as party from calls limit ${calls}) known`;

const digestOf = (value: string) => `'=' || left(encode(sha256(convert_to(${value}, 'UTF8')), 'hex'), 10)`;
const markOf = (filter: string, column: string) => digestOf(`'["${filter}","' || ${column} || '"]'`);

/** As `docs/search.md` describes a document; `writing.ts` compares one with what the server writes. */
const documentsSql = `
  insert into call_search (tenant_id, call_id, words)
  select call.tenant_id, call.id, array_to_tsvector(array(
    select distinct search_prefix(call.tenant_id, search_period(call.id)) || lexeme from (
      select word from unnest(vocabulary) word
      union all
      select '~' || stem from unnest(vocabulary) word, unnest(ts_lexize('english_stem', word)) stem where stem <> word
      union all
      select '+' || substr(call.party, at) from generate_series(2, length(call.party) - 2) at
      union all
      select mark from unnest(array[
        ${markOf('status', 'call.status')}, ${markOf('reason', 'call.reason')}, ${markOf('agent', 'call.agent_id')},
        ${digestOf(`'["version","' || call.agent_id || '",' || call.agent_version || ']'`)},
        ${markOf('result', 'call.outcome_result')}, ${markOf('placedBy', 'call.placed_by')},
        ${digestOf(`'["field","day","' || lower(call.outcome #>> '{values,0,value}') || '"]'`)}
      ]) mark where mark is not null
    ) as found (lexeme)))
  from (
    select calls.*, ${otherParty} as party, string_to_array(lower(
      (select string_agg(message, ' ') from transcript_entries entry
       where entry.tenant_id = calls.tenant_id and entry.call_id = calls.id)
      || ' ' || instructions || ' ' || summary || ' person named' || right(${otherParty}, 7)), ' ') as vocabulary
    from calls where abs(hashtext(id::text)) % 2 = $1::int
  ) call
  order by call.id`;
