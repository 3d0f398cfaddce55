import {
  type ContactImport,
  csvParts,
  detectDelimiter,
  guessColumns,
  limits,
  parseCsv,
  permissionsOf,
} from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JobQueue, openJobQueue } from '../src/adapters/pg-boss/job-queue.ts';
import { prepareJobs } from '../src/adapters/pg-boss/job-schema.ts';
import { createContactImports } from '../src/adapters/postgres/contacts/imports.ts';
import { createContactStore } from '../src/adapters/postgres/contacts/store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { createPersonalData } from '../src/adapters/postgres/personal-data/personal-data.ts';
import { groupName } from '../src/adapters/postgres/roles.ts';
import { importEndpoints } from '../src/features/contacts/import-endpoints.ts';
import { createImportJob } from '../src/features/contacts/import-job.ts';
import { createRemoveOldImports } from '../src/features/contacts/remove-old-imports.ts';
import type { Caller } from '../src/ports/caller.ts';
import { wallClock } from '../src/ports/clock.ts';
import type { ContactImports } from '../src/ports/contact-imports.ts';
import type { ContactStore } from '../src/ports/contacts.ts';
import type { EndpointRequest } from '../src/ports/endpoint.ts';
import { contactFile, namesOfTheWorld } from '../testing/contact-files.ts';
import { createTenant } from '../testing/create-tenant.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { testDigest } from '../testing/number-digest.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

let test_: TestDatabase;
let database: Database;
let jobs: JobQueue;
let imports: ContactImports;
let contacts: ContactStore;

beforeAll(async () => {
  test_ = await createTestDatabase();
  await prepareJobs(test_.owner, groupName(test_.owner.database, 'system'));
  database = await test_.open();
  jobs = await openJobQueue(database.systemConnection(), silent);
  imports = createContactImports(database, jobs);
  contacts = createContactStore(database);
});
afterAll(async () => {
  await jobs?.stop(1_000);
  await test_.drop();
});

async function desk(): Promise<Caller> {
  const expiresAt = new Date(Date.now() + 60_000);
  const made = await createTenant(database);
  return { ...made, displayName: 'Kit', permissions: permissionsOf.operator, email: null, expiresAt };
}

const isAllowed = (number: string) => !number.startsWith('+1900');
const never = new AbortController().signal;
const context = { signal: never, useFallback: false, sentAt: new Date() };

/** Sends and starts a file as the page does; the job is run by the test. */
async function started(
  caller: Caller,
  text: string,
  size?: number,
  country: string | null = null,
): Promise<ContactImport> {
  const endpoints = importEndpoints(imports);
  const ask = <Request>(parts: object) => ({ caller, ...parts }) as Request;
  const parts = csvParts(text, size);
  const begun = await endpoints.createContactImport(
    ask<EndpointRequest<'createContactImport'>>({ body: { fileName: 'people.csv', parts: parts.length } }),
  );
  const { id } = begun.import;
  for (const [part, content] of parts.entries())
    await endpoints.putContactImportPart(
      ask<EndpointRequest<'putContactImportPart'>>({ params: { id, part }, body: { content } }),
    );
  const delimiter = detectDelimiter(text.slice(0, 5_000));
  const columns = guessColumns(parseCsv(text.slice(0, 2_000), delimiter)[0]?.cells ?? []);
  const body = { columns, delimiter, country };
  const start = ask<EndpointRequest<'startContactImport'>>({ params: { id }, body });
  return (await endpoints.startContactImport(start)).import;
}

const keyOf = ({ tenantId }: Caller, { id }: ContactImport) => ({ tenantId, importId: id });

function job(around: Partial<ContactImports> = {}) {
  return createImportJob({ imports: { ...imports, ...around }, isAllowed, clock: wallClock, log: silent });
}

async function count({ tenantId }: Caller, table: 'contacts' | 'contact_words' | 'contact_import_parts') {
  const { rows } = await database.asSystem((tx) =>
    tx.execute(sql`select count(*)::int as n from ${sql.raw(table)} where tenant_id = ${tenantId}`),
  );
  return Number(rows[0]?.n);
}

const smallFile = (rows: number) =>
  `Phone,Name\n${Array.from({ length: rows }, (_, at) => `+4930${1_000_000 + at},Person ${at}\n`).join('')}`;

describe('CT4: an import', () => {
  test('of 50,000 rows with every kind of mistake takes what is right and says what is wrong', async () => {
    const caller = await desk();
    await database.asSystem((tx) =>
      tx.execute(sql`
        insert into phone_numbers (tenant_id, id, number, label, carrier, carrier_account)
        values (${caller.tenantId}, gen_random_uuid(), '+15005550006', '', 'lab', 'contacts')`),
    );
    const file = contactFile(limits.importRowsMax);
    const begun = await started(caller, file.text);
    await job()(keyOf(caller, begun), context);
    const done = await imports.get(caller.tenantId, begun.id);
    expect(done?.import).toMatchObject({ state: 'done', rowsRead: file.rows, added: file.good, present: 0 });
    expect(done?.import.errorCounts).toEqual(file.errors);
    expect(Object.keys(file.errors)).toHaveLength(16);
    expect(done?.errors.every(({ row, code }) => row > 1 && code in file.errors)).toBe(true);
    expect([await count(caller, 'contacts'), await count(caller, 'contact_import_parts')]).toEqual([
      file.good,
      0,
    ]);
    expect(await contacts.ofNumber(caller.tenantId, file.shared)).toHaveLength(2);
    for (const name of namesOfTheWorld) {
      const page = await contacts.list(caller.tenantId, { search: name, limit: 5 });
      expect(page?.contacts.map((each) => each.name.startsWith(name))).toEqual(Array(5).fill(true));
    }
    // Rows of the same file again add nobody and change nobody.
    const again = await started(caller, contactFile(3_000).text);
    await job()(keyOf(caller, again), context);
    const second = (await imports.get(caller.tenantId, again.id))?.import;
    expect(second).toMatchObject({ state: 'done', added: 0 });
    expect(await count(caller, 'contacts')).toBe(file.good);
  }, 240_000);

  test('goes on where it was killed, before or after a commit, on two servers at once', async () => {
    const caller = await desk();
    const begun = await started(caller, smallFile(2_600), 7_001);
    let saves = 0;
    const dying = job({
      save: async (...given) => {
        saves += 1;
        if (saves % 3 === 1) throw new Error('killed before the commit');
        const saved = await imports.save(...given);
        if (saves % 3 === 2) throw new Error('killed after the commit');
        return saved;
      },
    });
    const run = () => dying(keyOf(caller, begun), context).catch(() => {});
    for (let tries = 0; tries < 4; tries += 1) await Promise.all([run(), run()]);
    await Promise.all([job()(keyOf(caller, begun), context), job()(keyOf(caller, begun), context)]);
    const done = (await imports.get(caller.tenantId, begun.id))?.import;
    expect(done).toMatchObject({ state: 'done', rowsRead: 2_600, added: 2_600, present: 0, refused: 0 });
    expect(await count(caller, 'contacts')).toBe(2_600);
  });

  test('changes nobody who is there, whatever the file says of them', async () => {
    const caller = await desk();
    const nothing = { language: null, timeZone: null, consent: [], agentNotes: '' };
    await contacts.create(
      caller,
      { ...nothing, number: '+49301000000', name: 'person 0', notes: 'Ours.' },
      'hand',
    );
    const begun = await started(caller, smallFile(3));
    await job()(keyOf(caller, begun), context);
    expect((await imports.get(caller.tenantId, begun.id))?.import).toMatchObject({ added: 2, present: 1 });
    expect(await contacts.ofNumber(caller.tenantId, '+49301000000')).toMatchObject([
      { notes: 'Ours.', revision: 1 },
    ]);
  });

  test('is refused in words: a part is missing, it was started, it is another organization’s', async () => {
    const caller = await desk();
    const begun = await imports.create(caller, { fileName: 'a.csv', parts: 2 });
    const id = begun?.id ?? '';
    const body = { columns: guessColumns(['Phone', 'Name']), delimiter: ',', country: null } as const;
    await imports.putPart(caller.tenantId, id, 0, 'Phone,Name\n');
    expect(await imports.putPart(caller.tenantId, id, 2, '')).toBe('no_such_part');
    expect(await imports.start(caller, id, body)).toEqual({ missingPart: 1 });
    const other = await desk();
    expect(await imports.putPart(other.tenantId, id, 1, '')).toBe('missing');
    expect([
      await imports.start(other, id, body),
      await imports.get(other.tenantId, id),
      await imports.undo(other, id),
    ]).toEqual(['missing', null, null]);
    await imports.putPart(caller.tenantId, id, 1, '');
    expect(await imports.start(caller, id, body)).toMatchObject({ state: 'running' });
    expect([
      await imports.start(caller, id, body),
      await imports.putPart(caller.tenantId, id, 1, ''),
    ]).toEqual(['started', 'started']);
  });

  test('at most three of an organization run at once, however many ask', async () => {
    const caller = await desk();
    const begun = await Promise.all(
      [1, 2, 3, 4, 5].map(() => imports.create(caller, { fileName: 'a.csv', parts: 1 })),
    );
    expect(begun.filter((each) => each !== null)).toHaveLength(limits.importsAtOnce);
    expect(await imports.create(await desk(), { fileName: 'a.csv', parts: 1 })).not.toBeNull();
  });
});

describe('CT5: undoing an import', () => {
  test('removes what it added and nobody has changed, of many in steps of the job', async () => {
    const caller = await desk();
    const begun = await started(caller, smallFile(2_300));
    await job()(keyOf(caller, begun), context);
    const [changed] = await contacts.ofNumber(caller.tenantId, '+49301000007');
    if (!changed) throw new Error('not imported');
    await contacts.change(caller, changed.id, { ...changed, notes: 'Called.', revision: 1 });
    expect(await imports.undo(caller, begun.id)).toMatchObject({
      ...{ import: { state: 'undone' }, removed: 2_299, kept: 1 },
    });
    await job()(keyOf(caller, begun), context);
    const page = await contacts.list(caller.tenantId, { limit: 10 });
    expect(page?.contacts.map(({ name }) => name)).toEqual(['Person 7']);
    expect(await count(caller, 'contact_words')).toBeLessThan(10);
  });

  test('stops one that is still running at the next transaction', async () => {
    const caller = await desk();
    const begun = await started(caller, smallFile(1_600));
    let saves = 0;
    await job({
      save: async (...given) => {
        if (++saves === 2) await imports.undo(caller, begun.id);
        return imports.save(...given);
      },
    })(keyOf(caller, begun), context);
    expect([saves, await count(caller, 'contacts')]).toEqual([2, 0]);
    expect((await imports.get(caller.tenantId, begun.id))?.import.state).toBe('undone');
  });
});

describe('CT9: a number that is erased while a file with it is read', () => {
  const erase = (caller: Caller, number: string) =>
    createPersonalData(database, testDigest).erase(caller.tenantId, { kind: 'number', number }, 'user_admin');
  const spellings = ['+49 30 1000600', '0301000600', '(030) 100-06 00', '٠٣٠١٠٠٠٦٠٠'];
  const fileWith = (spelling: string) =>
    smallFile(1_600).replace('+49301000600,', `${spelling},`).replace('+49301000003,', '+49301000600,');

  test.each(spellings)('is not added again, written as %s, and the others all are', async (spelling) => {
    const caller = await desk();
    const begun = await started(caller, fileWith(spelling), undefined, 'DE');
    let saves = 0;
    await job({
      save: async (...given) => {
        // What is to be stored next was read before.
        if (++saves === 2) await erase(caller, '+49301000600');
        return imports.save(...given);
      },
    })(keyOf(caller, begun), context);
    const done = await imports.get(caller.tenantId, begun.id);
    expect(done?.import).toMatchObject({ state: 'done', rowsRead: 1_600, refused: 1 });
    expect(done?.errors).toEqual([{ row: 602, code: 'not_a_number', value: '[erased]' }]);
    expect(await contacts.ofNumber(caller.tenantId, '+49301000600')).toEqual([]);
    expect(await count(caller, 'contacts')).toBe(1_598);
  });

  test('leaves the rest of the file at its place for a server that goes on with it', async () => {
    const caller = await desk();
    const begun = await started(caller, fileWith('+49 30 1000600'), 20_000);
    const dies = new Error('killed');
    let saves = 0;
    const killed = job({
      save: async (...given) => {
        if (++saves === 2) throw dies;
        return imports.save(...given);
      },
    })(keyOf(caller, begun), context);
    await expect(killed).rejects.toBe(dies);
    await erase(caller, '+49301000600');
    await job()(keyOf(caller, begun), context);
    const done = await imports.get(caller.tenantId, begun.id);
    expect(done?.import).toMatchObject({ state: 'done', rowsRead: 1_600, added: 1_599, refused: 1 });
    expect(await contacts.ofNumber(caller.tenantId, '+49301000600')).toEqual([]);
    const { rows } = await database.asSystem((tx) =>
      tx.execute(sql`select position from contact_imports where id = ${begun.id}`),
    );
    expect(rows[0]?.position).not.toHaveProperty('erased');
  });
});

test('CT9: the parts of a file are kept for a day, an import for a month', async () => {
  const caller = await desk();
  const begun = await started(caller, smallFile(3));
  const at = (days: number) => ({ ...wallClock, now: () => new Date(Date.now() + days * 86_400_000) });
  await createRemoveOldImports(imports, at(0.9), silent)();
  expect(await count(caller, 'contact_import_parts')).toBe(1);
  await createRemoveOldImports(imports, at(1.1), silent)();
  expect(await count(caller, 'contact_import_parts')).toBe(0);
  expect((await imports.get(caller.tenantId, begun.id))?.import.state).toBe('failed');
  await createRemoveOldImports(imports, at(31), silent)();
  expect(await imports.get(caller.tenantId, begun.id)).toBeNull();
});
