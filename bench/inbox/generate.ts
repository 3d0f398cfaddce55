import type pg from 'pg';
import { generate } from '../history/generate.ts';

/** Has contacts and follow-ups; the other one has the same calls and nothing else. */
export const desk = 'practice-with-contacts';
export const plainDesk = 'practice-without-contacts';

const given = [
  'Ada',
  'Ben',
  'Cleo',
  'Dora',
  'Emil',
  'Fay',
  'Gus',
  'Hana',
  'Ivo',
  'Jana',
  'Kim',
  'Lea',
  'Max',
  'Nora',
];
const family = [
  'Weber',
  'Braun',
  'Novak',
  'Ito',
  'Okafor',
  'Silva',
  'Larsen',
  'Moreau',
  'Rossi',
  'Khan',
  'Petrov',
];

/** People whose numbers begin with those of the calls, found by name and number. */
export async function generateContacts(owner: pg.Client, count: number, tenant: string): Promise<void> {
  await owner.query(
    `insert into contacts (tenant_id, id, number, name, name_key, source)
     select $1, uuidv7(), number, name, lower(name), 'import'
     from (
       select '+1415555' || lpad(n::text, greatest(4, length(n::text)), '0') as number,
         ($2::text[])[1 + n % cardinality($2::text[])] || ' ' || ($3::text[])[1 + n / 7 % cardinality($3::text[])]
           || ' ' || n as name
       from generate_series(0, $4::int - 1) n
     ) named`,
    [tenant, given, family, count],
  );
  await owner.query(
    `insert into contact_words (tenant_id, word, contact_id)
     select tenant_id, word, id from contacts
     cross join lateral unnest(
       string_to_array(name_key, ' ') || array[substr(number, 2), right(number, 7), right(number, 4)]) as word
     where tenant_id = $1 on conflict do nothing`,
    [tenant],
  );
  await owner.query('vacuum (analyze) contacts, contact_words');
}

/** Calls of both desks; contacts, of which the first have the numbers of the calls; follow-ups of these calls. */
export async function fill(
  owner: pg.Client,
  sizes: { readonly calls: number; readonly contacts: number; readonly followUps: number },
): Promise<void> {
  await generate(owner, sizes.calls, [desk, plainDesk]);
  await generateContacts(owner, sizes.contacts, desk);
  await owner.query(
    `insert into follow_ups (tenant_id, id, source_key, reason, urgent, number, call_id, entry, what, due_at)
     select $1, uuidv7(), 'call/' || call.id || '/' || n, 'callback', n % 50 = 0, call.to_number, call.id, 1,
       'Wants to be called back.', now() + n * interval '1 minute'
     from generate_series(1, $2::int) n
     join (select id, to_number, row_number() over () as place, count(*) over () as all_calls
           from calls where tenant_id = $1) call
       on call.place = 1 + n % call.all_calls`,
    [desk, sizes.followUps],
  );
  await owner.query('vacuum (analyze) follow_ups');
  await owner.query('checkpoint');
}
