import { permissionsOf } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { createTemplateStore } from '../src/adapters/postgres/template-store.ts';
import { templateEndpoints } from '../src/features/templates/endpoints.ts';
import type { Caller } from '../src/ports/caller.ts';
import type { EndpointRequest } from '../src/ports/endpoint.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let test_: TestDatabase;
let database: Database;
let endpoints: ReturnType<typeof templateEndpoints>;

beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
  endpoints = templateEndpoints(createTemplateStore(database));
  await database.asSystem(async (tx) => {
    await tx.execute(sql`insert into tenants (id, name) values ('one', 'One'), ('two', 'Two')`);
    await tx.execute(sql`
      insert into agents (tenant_id, id, display_name, persona, greeting, abilities)
      values ('one', 'kuzco', 'Kuzco', '', '', ''), ('one', 'gs-dental', 'GS Dental', '', '', ''),
             ('two', 'kuzco', 'Kuzco', '', '', '')`);
  });
});
afterAll(() => test_.drop());

const callerOf = (tenantId: string): Caller => ({
  userId: 'user-1',
  tenantId,
  permissions: permissionsOf.operator,
  displayName: 'Front Desk',
  email: null,
  expiresAt: new Date(Date.now() + 60_000),
});

const ask = <Request>(tenantId: string, parts: object = {}) =>
  ({ caller: callerOf(tenantId), ...parts }) as Request;

type Create = EndpointRequest<'createTemplate'>;
type Update = EndpointRequest<'updateTemplate'>;
type Remove = EndpointRequest<'deleteTemplate'>;
type List = EndpointRequest<'listTemplates'>;

const reminder = {
  name: ' Reminder ',
  prompt: 'Remind <Patient> of <Day>. Thank <Patient>.',
  agentId: 'kuzco',
};

async function createReminder(placeholders: Record<string, string> = {}) {
  const { template } = await endpoints.createTemplate(
    ask<Create>('one', { body: { ...reminder, placeholders } }),
  );
  return template;
}

test('the response has an entry for every agent, also without templates', async () => {
  const { templates } = await endpoints.listTemplates(ask<List>('one'));
  expect(Object.keys(templates)).toEqual(['gs-dental', 'kuzco']);
});

test('a template has exactly the placeholders of its prompt, and its author', async () => {
  const template = await createReminder({ Day: 'Tuesday', Nonsense: 'x' });
  expect(template).toMatchObject({
    name: 'Reminder',
    agentId: 'kuzco',
    placeholders: { Patient: '', Day: 'Tuesday' },
    createdBy: { displayName: 'Front Desk' },
  });
  const { templates } = await endpoints.listTemplates(ask<List>('one'));
  expect(templates.kuzco).toContainEqual(template);
});

test('templates come in the order of their creation, those of one instant in the order of their ids', async () => {
  const ids = [3, 1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
  const [third = '', first = '', second = ''] = ids;
  const created = (id: string) => (id === third ? '2026-01-02Z' : '2026-01-01Z');
  await database.asSystem(async (tx) => {
    for (const id of [third, second, first])
      await tx.execute(sql`
        insert into templates (tenant_id, id, agent_id, name, prompt, created_at)
        values ('one', ${id}, 'gs-dental', ${id}, 'Say hello.', ${created(id)})`);
  });
  const { templates } = await endpoints.listTemplates(ask<List>('one'));
  expect(templates['gs-dental']?.map(({ name }) => name)).toEqual([first, second, third]);
});

test.each(['not-an-id', ''])('a template is not found by %j, which is no id of one', async (id) => {
  const missing = { code: 'template_not_found' };
  const update = ask<Update>('one', { params: { id }, body: { name: 'A', prompt: 'B' } });
  await expect(endpoints.updateTemplate(update)).rejects.toMatchObject(missing);
  await expect(endpoints.deleteTemplate(ask<Remove>('one', { params: { id } }))).rejects.toMatchObject(
    missing,
  );
});

test('a change without placeholders clears their defaults', async () => {
  const { _id: id } = await createReminder({ Day: 'Tuesday' });
  const body = { name: 'Later', prompt: 'On <Day> with <Doctor>' };
  const { template } = await endpoints.updateTemplate(ask<Update>('one', { params: { id }, body }));
  expect(template).toMatchObject({ name: 'Later', placeholders: { Day: '', Doctor: '' } });
});

test('a template cannot be made for an agent that the tenant does not have', async () => {
  const body = { ...reminder, agentId: 'gs-dental' };
  await expect(endpoints.createTemplate(ask<Create>('two', { body }))).rejects.toMatchObject({
    code: 'agent_not_found',
  });
});

test('another tenant can neither see, change nor remove a template by its id', async () => {
  const { _id: id } = await createReminder();
  const { templates } = await endpoints.listTemplates(ask<List>('two'));
  expect(templates).toEqual({ kuzco: [] });
  const change = endpoints.updateTemplate(ask<Update>('two', { params: { id }, body: reminder }));
  await expect(change).rejects.toMatchObject({ code: 'template_not_found' });
  const removal = endpoints.deleteTemplate(ask<Remove>('two', { params: { id } }));
  await expect(removal).rejects.toMatchObject({ code: 'template_not_found' });
  await expect(endpoints.deleteTemplate(ask<Remove>('one', { params: { id } }))).resolves.toEqual({
    deleted: true,
  });
});

test.each(['', 'x', '0', "'; drop table templates; --"])(
  'the malformed id %j is an unknown one',
  async (id) => {
    const removal = endpoints.deleteTemplate(ask<Remove>('one', { params: { id } }));
    await expect(removal).rejects.toMatchObject({ code: 'template_not_found' });
  },
);

test('a placeholder named like a property of Object.prototype is an ordinary one', async () => {
  const body = { ...reminder, prompt: '<constructor> <__proto__>', placeholders: {} };
  const { template } = await endpoints.createTemplate(ask<Create>('one', { body }));
  expect(Object.keys(template.placeholders).sort()).toEqual(['__proto__', 'constructor']);
});

test('OC2: outcome fields of a template stay where they are not sent, and null gives those of the agent', async () => {
  const outcomeFields = [
    { id: 'a', label: 'Confirmed', type: 'yes_no' as const, description: '', choices: [], required: true },
  ];
  const made = await endpoints.createTemplate(ask<Create>('one', { body: { ...reminder, outcomeFields } }));
  expect(made.template.outcomeFields).toEqual(outcomeFields);
  const params = { id: made.template._id };
  const update = async (body: object) =>
    (await endpoints.updateTemplate(ask<Update>('one', { params, body: { ...reminder, ...body } }))).template;
  expect((await update({ name: 'Another' })).outcomeFields).toEqual(outcomeFields);
  expect((await update({ outcomeFields: [] })).outcomeFields).toEqual([]);
  expect((await update({ outcomeFields: null })).outcomeFields).toBeNull();
  const plain = await endpoints.createTemplate(ask<Create>('one', { body: reminder }));
  expect(plain.template.outcomeFields).toBeNull();
});
