import { type ContactBody, limits, nameWords, permissionsOf, searchTerms } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findContacts, type Place } from '../src/adapters/postgres/contacts/find-contacts.ts';
import { createContactStore } from '../src/adapters/postgres/contacts/store.ts';
import { insertWords } from '../src/adapters/postgres/contacts/words.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { createLiveFeed } from '../src/adapters/postgres/live-feed.ts';
import { NoticeConnection } from '../src/adapters/postgres/notice-connection.ts';
import { CachedNames } from '../src/features/contacts/known-names.ts';
import { contactWords } from '../src/lib/contact-words.ts';
import type { Caller } from '../src/ports/caller.ts';
import { wallClock } from '../src/ports/clock.ts';
import type { ContactStore } from '../src/ports/contacts.ts';
import { createTenant } from '../testing/create-tenant.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { insertCall } from '../testing/example-person.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

let test_: TestDatabase;
let database: Database;
let contacts: ContactStore;

beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
  contacts = createContactStore(database);
});
afterAll(() => test_.drop());

async function desk(): Promise<Caller> {
  const expiresAt = new Date(Date.now() + 60_000);
  const made = await createTenant(database);
  return { ...made, displayName: 'Kit', permissions: permissionsOf.operator, email: null, expiresAt };
}

function person(name: string, number = '+4930123456', more: Partial<ContactBody> = {}): ContactBody {
  return { number, name, language: null, timeZone: null, consent: [], notes: '', agentNotes: '', ...more };
}

async function add(caller: Caller, body: ContactBody) {
  const stored = await contacts.create(caller, body, 'hand');
  if (stored.kind !== 'stored') throw new Error(`not stored: ${stored.kind}`);
  return stored.contact;
}

const found = async ({ tenantId }: Caller, search: string) =>
  (await contacts.list(tenantId, { search, limit: 50 }))?.contacts.map(({ name }) => name);

describe('CT1: a contact is a number with a name', () => {
  test('several people may share a number, and each name is there once', async () => {
    const caller = await desk();
    const consent = [{ purpose: 'reminder', given: true, source: 'written', at: '2026-01-31' }] as const;
    const ada = await add(caller, person('Ada Weber', undefined, { consent: [...consent], notes: 'VIP' }));
    await add(caller, person('Ben Weber'));
    expect(await contacts.create(caller, person('ADA  WEBER'), 'hand')).toEqual({
      ...{ kind: 'exists', id: ada.id, name: 'Ada Weber' },
    });
    expect(await contacts.ofNumber(caller.tenantId, '+4930123456')).toMatchObject([
      { name: 'Ada Weber', consent, notes: 'VIP', revision: 1, source: 'hand' },
      { name: 'Ben Weber' },
    ]);
    expect(await contacts.get(caller.tenantId, ada.id)).toEqual(ada);
    const { tenantId } = await desk();
    expect(await contacts.get(tenantId, ada.id)).toBeNull();
    expect(await contacts.ofNumber(tenantId, '+4930123456')).toEqual([]);
  });

  test('ten people at a time add themselves to a number: no more than it may have', async () => {
    const caller = await desk();
    const made = await Promise.all(
      Array.from({ length: 14 }, (_, index) => contacts.create(caller, person(`Person ${index}`), 'hand')),
    );
    expect(made.filter(({ kind }) => kind === 'stored')).toHaveLength(limits.contactsPerNumberMax);
    expect(made.filter(({ kind }) => kind === 'too_many_people')).toHaveLength(4);
  });

  test('a call for a named person makes the contact once', async () => {
    const caller = await desk();
    const made = await Promise.all([1, 2, 3].map(() => contacts.ensure(caller, '+4930777', 'Ada')));
    expect(new Set(made.map((each) => each.kind === 'stored' && each.contact.id)).size).toBe(1);
    expect(await contacts.ofNumber(caller.tenantId, '+4930777')).toMatchObject([
      { name: 'Ada', source: 'call' },
    ]);
  });
});

describe('CT8: two people edit a contact', () => {
  test('the second is shown what the first has changed, and nothing is lost', async () => {
    const caller = await desk();
    const { id } = await add(caller, person('Ada'));
    const change = (body: ContactBody, revision: number) =>
      contacts.change(caller, id, { ...body, revision });
    const first = person('Ada', undefined, { notes: 'Of the first.' });
    expect(await change(first, 1)).toMatchObject({ kind: 'stored', contact: { revision: 2 } });
    expect(await change(person('Ada', undefined, { notes: 'Of the second.' }), 1)).toMatchObject({
      ...{ kind: 'stale', contact: { notes: 'Of the first.', revision: 2 } },
    });
    // The same change sent again is no conflict.
    expect(await change(first, 1)).toMatchObject({ kind: 'stored', contact: { revision: 2 } });
  });

  test('a name or number that another contact has is refused; a changed one is found by its new words', async () => {
    const caller = await desk();
    await add(caller, person('Ada Weber'));
    const ben = await add(caller, person('Ben Braun'));
    const renamed = await contacts.change(caller, ben.id, { ...person('ada weber'), revision: 1 });
    expect(renamed).toMatchObject({ kind: 'exists', name: 'Ada Weber' });
    await contacts.change(caller, ben.id, { ...person('Ben Klein', '+4930999888'), revision: 1 });
    expect([await found(caller, 'braun'), await found(caller, 'klein'), await found(caller, '9888')]).toEqual(
      [[], ['Ben Klein'], ['Ben Klein']],
    );
  });

  test('what was deleted can be made again from the answer', async () => {
    const caller = await desk();
    const ada = await add(caller, person('Ada'));
    const removed = await contacts.remove(caller, ada.id);
    expect(removed).toEqual(ada);
    expect([await contacts.remove(caller, ada.id), await found(caller, 'ada')]).toEqual([null, []]);
    expect(removed && (await add(caller, removed))).toMatchObject({ name: 'Ada', revision: 1 });
  });
});

describe('CT7: search', () => {
  test('finds names of every script by the beginning of their words, and numbers', async () => {
    const caller = await desk();
    const people: Record<string, string> = {
      ...{
        'José Núñez': 'nun jos',
        'Пётр Иванов': 'иван',
        'Γιώργος Παπαδόπουλος': 'παπαδ',
        山田太郎: '太郎',
      },
      ...{
        'دانا أحمد': 'احمد',
        'דָּוִד כֹּהֵן': 'כהן',
        'ヤマダ タロウ': 'たろ',
        김민수: '민수',
        'प्रिया शर्मा': 'शर्मा',
      },
      ...{ 'สมชัย ใจดี': 'ชัย', '🦷': '🦷', "Siobhan O'Brien": 'obrien' },
    };
    for (const [at, name] of Object.keys(people).entries())
      await add(caller, person(name, `+49301234${100 + at}`));
    for (const [name, typed] of Object.entries(people)) expect(await found(caller, typed)).toEqual([name]);
    expect(await found(caller, '030 1234 105')).toEqual(['דָּוִד כֹּהֵן']);
    expect(await found(caller, '%')).toEqual([]);
    expect((await contacts.suggest(caller.tenantId, 'nun', 8)).map(({ name }) => name)).toEqual([
      'José Núñez',
    ]);
    expect(await found(await desk(), 'nun')).toEqual([]);
  });

  test('finds the same, page by page, whether few or most contacts have a word', async () => {
    const { tenantId } = await desk();
    const names = ['Ada Silva', 'Ada Weber', 'Ben Silva', 'Emil Sand', 'Emil Silva', 'Ida Weber', 'Zoë Ada'];
    const people = names.flatMap((name) => [1, 2, 3].map((each) => `${name} ${each}x`));
    await database.forTenant(tenantId, async (tx) => {
      const made = await tx.execute<{ id: string; number: string; name: string }>(sql`
        insert into contacts (tenant_id, id, number, name, name_key, source)
        select ${tenantId}, uuidv7(), '+4930' || 1000 + row_number() over (), name, lower(name), 'hand'
        from unnest(${sql.param(people)}::text[]) as name returning id, number, name`);
      await insertWords(
        tx,
        tenantId,
        made.rows.map(({ id, name, number }) => ({ id, words: contactWords(name, number) })),
      );
    });
    const columns = 'contacts.name, contacts.name_key, contacts.id';
    for (const [few, many, first] of [
      ...([
        [100, 100, 1] /* one by one */,
        [0, 100, 1] /* in memory */,
        [0, 5, 1],
        [0, 0, 1],
      ] as const),
      [0, 0, 3] /* among the first */,
    ] as const)
      for (const text of [
        'a',
        'si',
        'emil si',
        'web ada',
        'ad s 2',
        '4930',
        '49 zoe',
        'zz',
        'ada zz',
        'ada ben',
        '',
      ]) {
        const terms = searchTerms(text);
        const pages: string[] = [];
        for (let after: Place | null = null, limit = 2; ; ) {
          const sizes = { few, many, first };
          const rows = await findContacts(database, tenantId, { columns, terms, after, limit }, sizes);
          pages.push(...rows.map(([name]) => String(name)));
          const [, key, id] = rows.at(-1) ?? [];
          if (rows.length < limit) break;
          after = { key: String(key), id: String(id) };
        }
        const begins = (words: readonly string[], term: string) =>
          words.some((word) => word.startsWith(term));
        const expected = people.filter((name) =>
          terms.every((term) => begins([...nameWords(name), '4930', '30'], term)),
        );
        expect(pages, `${text} with ${[few, many, first]}`).toEqual(expected);
      }
  });

  test('pages by name without gap or repetition, while others come and go', async () => {
    const caller = await desk();
    for (let at = 0; at < 25; at += 1)
      await add(caller, person(`Person ${String(at).padStart(2, '0')}`, `+4930${1_000_000 + at}`));
    const names: string[] = [];
    for (let after: string | undefined, more = true; more; ) {
      const page = await contacts.list(caller.tenantId, { limit: 10, ...(after !== undefined && { after }) });
      names.push(...(page?.contacts ?? []).map(({ name }) => name));
      if (names.length === 10) {
        await add(caller, person('Aaron', '+49301111111'));
        const [last] = (page?.contacts ?? []).slice(-1);
        if (last) await contacts.remove(caller, last.id);
      }
      more = page?.hasMore ?? false;
      after = page?.nextCursor ?? undefined;
    }
    expect(names).toEqual(Array.from({ length: 25 }, (_, at) => `Person ${String(at).padStart(2, '0')}`));
    expect(await contacts.list(caller.tenantId, { limit: 10, after: 'none of ours' })).toBeNull();
  });
});

describe('CT3: whom the agent is told of', () => {
  const call = (caller: Caller, more: object = {}) =>
    ({
      ...{ tenantId: caller.tenantId, mode: 'live', direction: 'outbound', from: '+1500', to: '+4930123456' },
      ...{ contactId: null, ...more },
    }) as Parameters<ContactStore['forCall']>[0];

  test('the only contact of the number, or whoever was chosen; of a shared number nobody', async () => {
    const caller = await desk();
    const ada = await add(
      caller,
      person('Ada', undefined, { language: 'de-DE', agentNotes: 'Slowly.', notes: 'x' }),
    );
    expect(await contacts.forCall(call(caller))).toEqual({
      ...{ id: ada.id, name: 'Ada', language: 'de-DE', agentNotes: 'Slowly.' },
    });
    const ben = await add(caller, person('Ben'));
    const told = async (more: object) => (await contacts.forCall(call(caller, more)))?.name ?? null;
    expect(await told({})).toBeNull();
    expect(await told({ contactId: ben.id })).toBe('Ben');
    expect(await told({ direction: 'inbound', from: '+4930123456', to: '+1500' })).toBeNull();
    expect(await told({ to: '+4930000000', contactId: ben.id })).toBeNull();
    expect(await told({ mode: 'try', contactId: ben.id })).toBeNull();
    // Somebody else who has the number now is not whom the call was placed to.
    await contacts.remove(caller, ben.id);
    expect([await told({ contactId: ben.id }), await told({})]).toEqual([null, 'Ada']);
    expect(await contacts.onlyOf((await desk()).tenantId, '+4930123456')).toBeNull();
  });
});

describe('CT2: the names that servers keep', () => {
  test('CT9: follow every change of the table, an erasure too', async () => {
    const caller = await desk();
    const { tenantId } = caller;
    const notices = new NoticeConnection(database, silent);
    const feed = createLiveFeed(database, notices);
    const names = new CachedNames({ store: contacts, feed, clock: wallClock, log: silent });
    const listening = await names.listen();
    const shown = async () =>
      [...(await names.of(tenantId, ['+4930123456', '+4930777'])).entries()].map(([number, people]) => [
        number,
        ...people.map(({ name }) => name),
      ]);
    try {
      expect(await shown()).toEqual([]);
      const ada = await add(caller, person('Ada'));
      await expect.poll(shown).toEqual([['+4930123456', 'Ada']]);
      await contacts.change(caller, ada.id, { ...person('Ada', '+4930777'), revision: 1 });
      await expect.poll(shown).toEqual([['+4930777', 'Ada']]);
      await database.asSystem((tx) => tx.execute(sql`delete from contacts where number = '+4930777'`));
      await expect.poll(shown).toEqual([]);
    } finally {
      await listening.close();
    }
  });
});

test('CT3: of the names that are given on a call three count, whichever servers are told them and however many at once', async () => {
  const { tenantId } = await desk();
  const owner = new pg.Client(test_.owner);
  await owner.connect();
  const person = { tenantId, number: '+4930123456', userId: 'kit' };
  const [call, another] = [await insertCall(owner, person), await insertCall(owner, person)];
  await owner.end();
  const beside = createContactStore(await test_.open());
  const give = (server: ContactStore, callId: string) => server.countNameTry({ tenantId, callId }, 3);
  const given = await Promise.all(
    Array.from({ length: 12 }, (_, n) => give(n % 2 === 0 ? contacts : beside, call)),
  );
  expect(given.filter(Boolean)).toHaveLength(3);
  expect([await give(beside, call), await give(contacts, another)]).toEqual([false, true]);
});

test('CT6: everything is exported once, page by page, and the audit log says who took it', async () => {
  const caller = await desk();
  for (let at = 0; at < 7; at += 1) await add(caller, person(`Person ${at}`, `+4930${1_000_000 + at}`));
  const names: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await contacts.page(caller, after, 3);
    names.push(...page.map(({ name }) => name));
    after = page.at(-1)?.id;
    if (page.length < 3) break;
  }
  expect(names).toEqual(Array.from({ length: 7 }, (_, at) => `Person ${at}`));
  const { rows } = await database.asSystem((tx) =>
    tx.execute(
      sql`select actor, action from audit_log where tenant_id = ${caller.tenantId} and action = 'contacts.exported'`,
    ),
  );
  // One for each page: nobody passes it by starting behind an id that they made up.
  expect(rows).toEqual(Array(3).fill({ actor: caller.userId, action: 'contacts.exported' }));
});
