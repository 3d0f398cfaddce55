import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyHttpTool } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { createAgentEditor } from '../src/adapters/postgres/agents/agent-editor.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { runAgents, usage } from '../src/cli/run-agents.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import type { AgentEditor } from '../src/ports/agent-editor.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
let folder: string;
let editor: AgentEditor;
let opened: Database;
const tenantId = 'gs-dental';

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'parley-agents-'));
  opened = await database.open();
  editor = createAgentEditor(opened);
  for (const id of [tenantId, 'org_other'])
    await createAgentStore(opened).createTenant({ id, name: id }, starterAgents);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  runAgents(args, { DATABASE_URL: database.url, AUTH_SECRET: database.secret, DATA_DIR: folder });
const fileOf = (name: string) => join(folder, name);
const versionsOf = async (id: string) =>
  (await editor.versions(tenantId, id, { limit: 100, before: undefined }))?.length;

const frontDesk = `agent: front-desk
identity:
  displayName: Front desk
  persona: You answer the phone.
opening:
  outbound: Hello, this is the AI assistant of <Organization>.
`;

test('AG17: agents are exported, changed, imported and published', async () => {
  expect(await run('export', folder)).toMatchObject({ exitCode: 0 });
  expect((await readdir(folder)).toSorted()).toEqual(['gs-dental.yaml', 'kuzco.yaml']);
  const path = fileOf('kuzco.yaml');
  const text = await readFile(path, 'utf8');
  expect(await run('import', path, '--publish')).toEqual({
    exitCode: 0,
    output: 'kuzco  is version 1 already',
  });

  await writeFile(path, text.replace('pace: normal', 'pace: brisk'));
  expect(await run('import', path, '--publish', '--note', 'Quicker.')).toEqual({
    exitCode: 0,
    output: 'kuzco  published as version 2',
  });
  expect(await editor.version(tenantId, 'kuzco', 2)).toMatchObject({
    note: 'Quicker.',
    publishedBy: { displayName: 'Command line' },
    config: { conversation: { pace: 'brisk' } },
  });
  expect((await editor.version(tenantId, 'kuzco', 1))?.config.conversation.pace).toBe('normal');
  expect(await editor.get('org_other', 'kuzco')).toMatchObject({ published: { version: 1 } });
});

test('AG17: a new agent is made by its file', async () => {
  await writeFile(fileOf('front-desk.yaml'), frontDesk);
  expect(await run('import', fileOf('front-desk.yaml'))).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining('made'),
  });
  expect(await editor.get(tenantId, 'front-desk')).toMatchObject({ published: null, draft: { revision: 1 } });
  expect(await run('import', fileOf('front-desk.yaml'), '--publish')).toMatchObject({
    output: 'front-desk  published as version 1',
  });
});

test('TL9: an agent is published from its file only with tools that can be used, as on the screen', async () => {
  const path = fileOf('booking-desk.yaml');
  const id = '019a8b5e-6c00-7000-8000-000000000077';
  const text = `${frontDesk.replace('front-desk', 'booking-desk')}tools:\n  use:\n    - id: ${id}\n  texts: []\n`;
  await writeFile(path, text);
  const refused = await run('import', path, '--publish');
  expect(refused).toMatchObject({
    exitCode: 1,
    output: expect.stringMatching(/booking-desk\.yaml:9: tools\.use\.0: .+\nNothing was changed\.$/),
  });
  expect(await editor.get(tenantId, 'booking-desk')).toBeNull();
  // A draft may be half done.
  expect(await run('import', path)).toMatchObject({ exitCode: 0 });
  const config = JSON.stringify({
    ...emptyHttpTool('book_time'),
    purpose: 'Books.',
    address: 'https://a.example.com',
  });
  await opened.forTenant(tenantId, (tx) =>
    tx.execute(sql`
      insert into tools (tenant_id, id, name, config) values (${tenantId}, ${id}, 'book_time', ${config}::jsonb)`),
  );
  expect(await run('import', path, '--publish')).toMatchObject({
    ...{ exitCode: 0, output: 'booking-desk  published as version 1' },
  });
});

test('AG17: one bad file among good ones changes nothing and is named with its line', async () => {
  const [good, bad] = [fileOf('good.yaml'), fileOf('bad.yaml')];
  await writeFile(good, frontDesk.replace('You answer', 'You gladly answer'));
  await writeFile(bad, `${frontDesk.replaceAll('front-desk', 'second')}  inbound: Hello, <Name>.\n`);
  const before = await versionsOf('front-desk');
  expect(await run('import', good, bad, '--publish')).toEqual({
    exitCode: 1,
    output: `${bad}:7: opening.inbound: Nothing fills <Name>. Remove it or choose one of the list.\nNothing was changed.`,
  });
  expect(await versionsOf('front-desk')).toBe(before);
  expect(await editor.get(tenantId, 'second')).toBeNull();
  expect(await run('import', good, fileOf('missing.yaml'))).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('missing.yaml: cannot be read'),
  });
});

test('AG17: changes that somebody has made and not published are not lost', async () => {
  const agent = await editor.get(tenantId, 'front-desk');
  if (!agent) throw new Error('missing');
  const config = structuredClone(agent.draft.config);
  config.identity.persona = 'Typed by a person.';
  await editor.saveDraft(
    tenantId,
    'front-desk',
    { revision: agent.draft.revision, config },
    { userId: 'kit', displayName: 'Kit' },
    new Date(),
  );
  const path = fileOf('front-desk.yaml');
  expect(await run('import', path)).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('--overwrite replaces them'),
  });
  expect((await editor.get(tenantId, 'front-desk'))?.draft.config.identity.persona).toBe(
    'Typed by a person.',
  );
  expect(await run('import', path, '--overwrite')).toMatchObject({ exitCode: 0 });
});

test.each([
  [[]],
  [['export']],
  [['import']],
  [['import', 'x.yaml', '--draft']],
  [['list']],
  [['export', 'x', '--tenant']],
])('says how it is used: %j', async (args) => {
  expect(await runAgents(args, {})).toEqual({ exitCode: 2, output: usage });
});
