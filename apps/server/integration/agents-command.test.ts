import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { createAgentEditor } from '../src/adapters/postgres/agents/agent-editor.ts';
import { runAgents, usage } from '../src/cli/run-agents.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import type { AgentEditor } from '../src/ports/agent-editor.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
let folder: string;
let editor: AgentEditor;
const tenantId = 'gs-dental';

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'parley-agents-'));
  const opened = await database.open();
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
