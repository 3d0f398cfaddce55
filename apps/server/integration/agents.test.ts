import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { AgentRequests } from '../testing/agent-requests.ts';
import type { DeskClient } from '../testing/desk-client.ts';
import { openVoiceDesk, transcriptOf, type VoiceDesk } from '../testing/voice-desk.ts';

let desk: VoiceDesk;
let admin: DeskClient;
let agents: AgentRequests;

const numbers = ['+15005550006', '+15005550007', '+15005550008', '+15005550009'];

beforeAll(async () => {
  desk = await openVoiceDesk({ numbers });
  admin = desk.client;
  agents = new AgentRequests(admin);
});
afterAll(() => desk.stop());

const auditOf = async (subject: string): Promise<string[]> => {
  const rows = await (await desk.database.open()).asSystem((tx) =>
    tx.execute<{ action: string }>(sql`select action from audit_log where subject = ${subject} order by id`),
  );
  return rows.rows.map(({ action }) => action);
};

describe('draft, publish, call', () => {
  test('AG1: a call shows the version that it ran with, and a version never changes', async () => {
    const id = await agents.published('Front Desk', 'Hello, this is the AI assistant of version one.');
    expect(id).toBe('front-desk');
    const first = await admin.waitUntilEnded(await admin.placeAccepted('+15005552001', { agentId: id }));
    expect(first.agentVersion).toBe(1);
    expect(transcriptOf(first)[0]).toContain('version one');

    await agents.save(id, (config) => {
      config.opening.outbound = 'Hello, this is the AI assistant of version two.';
      config.opening.inbound = 'Hello, this is the AI assistant of version two. How can I help you?';
    });
    expect(await agents.publish(id, 'Says two.')).toMatchObject({
      status: 200,
      body: { version: { version: 2 } },
    });
    const second = await admin.waitUntilEnded(await admin.placeAccepted('+15005552002', { agentId: id }));
    expect(second.agentVersion).toBe(2);
    expect(transcriptOf(second)[0]).toContain('version two');
    expect((await admin.call(first._id)).agentVersion).toBe(1);
    const { version } = await agents.get(`/api/agents/${id}/versions/1`);
    expect(version.config.opening.inbound).toContain('version one');
    await expect(
      (await desk.database.open()).asSystem((tx) =>
        tx.execute(sql`update agent_versions set note = 'changed'`),
      ),
    ).rejects.toThrow();
  });

  test('AG5: a draft may be incomplete, and then it is not published and says why', async () => {
    const { id } = await agents.create('Half', { kind: 'empty' });
    await agents.save(id, (config) => {
      config.opening.outbound = 'Hello, <Patient Name>.';
    });
    expect(await agents.publish(id)).toMatchObject({
      status: 422,
      body: {
        code: 'agent_not_publishable',
        details: {
          problems: [{ code: 'persona_missing' }, { path: 'opening.outbound', code: 'placeholder_unknown' }],
        },
      },
    });
    expect(await admin.place('+15005552003', { agentId: id })).toMatchObject({
      status: 409,
      body: { code: 'agent_not_published' },
    });
    expect((await agents.get('/api/agents')).agents.map((agent: { id: string }) => agent.id)).not.toContain(
      id,
    );
  });

  test('AG6: of two people who save at once the second is told, and gets both drafts', async () => {
    const { id, draft } = await agents.create('Shared');
    const [mine, theirs] = ['Mine.', 'Theirs.'].map((persona) => {
      const config = structuredClone(draft.config);
      config.identity.persona = persona;
      return { revision: draft.revision, config };
    });
    const path = `/api/agents/${id}/draft`;
    const other = desk.as({ id: 'user_other' });
    const answers = await Promise.all([admin.request('PUT', path, mine), other.request('PUT', path, theirs)]);
    const [won, lost] = answers.toSorted((one, two) => one.status - two.status);
    expect([won?.status, lost?.status]).toEqual([200, 409]);
    expect(lost?.body.code).toBe('draft_changed');
    const { stored, sent } = lost?.body.details ?? {};
    expect([stored.config.identity.persona, sent.identity.persona].toSorted()).toEqual(['Mine.', 'Theirs.']);
    expect(stored).toMatchObject({
      revision: draft.revision + 1,
      savedBy: { displayName: expect.any(String) },
    });
    expect(
      await admin.request('POST', `/api/agents/${id}/publish`, { revision: draft.revision }),
    ).toMatchObject({
      status: 409,
      body: { code: 'draft_changed', details: { sent: null } },
    });
    expect((await agents.agent(id)).published).toBeNull();
  });

  test('AG7: a double click publishes once', async () => {
    const { id, draft } = await agents.create('Twice');
    const click = () => admin.request('POST', `/api/agents/${id}/publish`, { revision: draft.revision });
    const answers = await Promise.all([click(), click(), click()]);
    expect(answers.map(({ status, body }) => [status, body.version?.version])).toEqual([
      [200, 1],
      [200, 1],
      [200, 1],
    ]);
    expect(answers.filter(({ body }) => body.created)).toHaveLength(1);
    expect((await agents.get(`/api/agents/${id}/versions`)).versions).toHaveLength(1);
  });

  test('AG8: history, differences in words, and restoring', async () => {
    const id = await agents.published('Historian', 'Hello, this is the AI assistant.');
    for (const minutes of [5, 6, 7]) {
      await agents.save(id, (config) => {
        config.conversation.maxMinutes = minutes;
      });
      await agents.publish(id, `${minutes} minutes`);
    }
    const page = await agents.get(`/api/agents/${id}/versions?limit=2`);
    expect(page).toMatchObject({
      hasMore: true,
      versions: [{ version: 4, note: '7 minutes' }, { version: 3 }],
    });
    expect(page.versions[0].config).toBeUndefined();
    expect((await agents.get(`/api/agents/${id}/versions?before=3`)).versions).toHaveLength(2);
    const { changes } = await agents.get(`/api/agents/${id}/changes?from=2&to=draft`);
    expect(changes).toMatchObject([{ sentence: 'Longest call in minutes changed from 5 to 7.' }]);

    const { draft } = await agents.agent(id);
    const path = `/api/agents/${id}/versions/2/restore`;
    expect(await admin.request('POST', path, { revision: draft.revision - 1 })).toMatchObject({
      status: 409,
    });
    const restored = await admin.request('POST', path, { revision: draft.revision });
    expect(restored.body.draft.config.conversation.maxMinutes).toBe(5);
    expect((await agents.agent(id)).published?.version).toBe(4);
    for (const version of ['5', '0', 'x', '99999999999']) {
      expect(await admin.request('GET', `/api/agents/${id}/versions/${version}`)).toMatchObject({
        status: 404,
        body: { code: 'version_not_found' },
      });
    }
    await agents.save(id, (config) => {
      config.conversation.maxMinutes = 9;
    });
    const steps = ['agent.edited', 'agent.published'];
    expect(await auditOf(id)).toEqual([
      ...['agent.created', ...steps, ...steps, ...steps, ...steps],
      ...['agent.restored', 'agent.edited'],
    ]);
  });

  test('AG14: every change is in the audit log with who and when, by ids and not by texts', async () => {
    const id = await agents.published('Confidant', 'Hello, this is the AI assistant with a secret.');
    await agents.save(id, (config) => {
      config.identity.persona = 'Knows a secret.';
    });
    await agents.publish(id, 'A secret note.');
    const { draft } = await agents.agent(id);
    await admin.request('POST', `/api/agents/${id}/versions/1/restore`, { revision: draft.revision });
    const colleague = desk.as({ id: 'user_colleague' });
    await new AgentRequests(colleague).save(id, (config) => {
      config.identity.persona = 'Knows another secret.';
    });
    const number = numbers[3] ?? '';
    await agents.take(number, id);
    await agents.release(number);
    await agents.take(number, id);
    await admin.request('POST', `/api/agents/${id}/archive`);
    await admin.request('POST', `/api/agents/${id}/unarchive`);
    // What changes nothing is not in it.
    await admin.request('POST', `/api/agents/${id}/unarchive`);
    expect(await auditOf(id)).toEqual([
      ...['agent.created', 'agent.edited', 'agent.published', 'agent.edited', 'agent.published'],
      ...['agent.restored', 'agent.edited', 'number.assigned', 'number.released', 'number.assigned'],
      ...['number.released', 'agent.archived', 'agent.unarchived'],
    ]);
    const { rows } = await (await desk.database.open()).asSystem((tx) =>
      tx.execute(sql`select actor, at, data from audit_log where subject = ${id} order by id`),
    );
    expect(rows.map(({ actor }) => actor)).toEqual(
      rows.map((_, index) => (index === 6 ? 'user_colleague' : 'user_kit')),
    );
    expect(JSON.stringify(rows)).not.toMatch(/secret|\+1500/i);
    for (const { at } of rows) expect(at).not.toBeNull();
  });

  test('a new agent is made once, however often the request arrives', async () => {
    const request = (displayName: string, key: string, client = admin) =>
      client.request(
        'POST',
        '/api/agents',
        { displayName, from: { kind: 'empty' } },
        { 'idempotency-key': key },
      );
    const answers = await Promise.all([1, 2, 3].map(() => request('Doubled', 'key-1')));
    expect(new Set(answers.map(({ body }) => body.agent.id))).toEqual(new Set(['doubled']));
    expect(await auditOf('doubled')).toEqual(['agent.created']);
    expect(await request('Another', 'key-1')).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    // A key is its person's own.
    const ann = desk.as({ id: 'user_ann', role: 'admin' });
    expect((await request('Doubled', 'key-1', ann)).body.agent.id).toBe('doubled-2');
  });

  test('AG3: an agent that nobody has talked with is deleted, with its number, templates and versions', async () => {
    const { id } = await agents.create('Mistaken');
    const remove = (agentId: string, client = admin) => client.request('DELETE', `/api/agents/${agentId}`);
    await agents.take(numbers[3] ?? '', id);
    const template = { name: 'T', prompt: 'Call.', agentId: id };
    expect(await admin.request('POST', '/api/templates/templates', template)).toMatchObject({ status: 200 });
    expect(await remove(id, desk.as({ role: 'operator' }))).toMatchObject({ status: 403 });
    expect(await remove(id, desk.as({ organization: 'org_2', role: 'admin' }))).toMatchObject({
      status: 404,
    });
    expect(await remove(id)).toEqual(expect.objectContaining({ status: 200, body: { deleted: true } }));
    expect(await admin.request('GET', `/api/agents/${id}`)).toMatchObject({ status: 404 });
    expect((await agents.get('/api/templates/templates')).templates[id]).toBeUndefined();
    expect(await auditOf(id)).toEqual([
      ...['agent.created', 'number.assigned', 'number.released', 'agent.deleted'],
    ]);

    const called = await agents.published('Called');
    expect(await remove(called)).toMatchObject({ status: 409, body: { code: 'agent_not_deletable' } });
    await admin.place('+15005552004', { agentId: called });
    await admin.request('POST', `/api/agents/${called}/archive`);
    for (const kept of [called, 'kuzco'])
      expect(await remove(kept)).toMatchObject({ status: 409, body: { code: 'agent_not_deletable' } });
  });

  test('AG2: a known agent keeps its name, also in a copy that is called the same', async () => {
    await agents.save('kuzco', (config) => {
      config.identity.displayName = 'Somebody';
    });
    expect((await agents.agent('kuzco')).draft.config.identity.displayName).toBe('Kuzco');
    const copy = await agents.create('Kuzco', { kind: 'copy', agentId: 'kuzco' });
    expect(copy).toMatchObject({ id: 'kuzco-2', fixedName: null, numbers: [] });
  });

  test('AG3: an archived agent makes no calls, has no number, keeps its history and its name', async () => {
    const id = await agents.published('Retired', 'Hello, this is the AI assistant.');
    await agents.take(numbers[3] ?? '', id);
    expect((await admin.request('POST', `/api/agents/${id}/archive`)).body.agent).toMatchObject({
      archivedAt: expect.any(String),
      numbers: [],
      published: { version: 1 },
    });
    expect(await admin.place('+15005552004', { agentId: id })).toMatchObject({
      status: 409,
      body: { code: 'agent_archived' },
    });
    expect(await agents.take(numbers[3] ?? '', id)).toMatchObject({
      status: 409,
      body: { code: 'agent_archived' },
    });
    expect(await agents.save(id, () => {})).toMatchObject({ status: 409, body: { code: 'agent_archived' } });
    expect(await agents.publish(id)).toMatchObject({ status: 409, body: { code: 'agent_archived' } });
    expect((await agents.get('/api/templates/templates')).templates[id]).toBeUndefined();
    expect(await auditOf(id)).toEqual([
      ...['agent.created', 'agent.edited', 'agent.published', 'number.assigned'],
      ...['number.released', 'agent.archived'],
    ]);
    const list = await agents.get('/api/agents');
    expect(list.agents).not.toContainEqual(expect.objectContaining({ id }));
    expect(list.archived).toContainEqual({ id, displayName: 'Retired' });
    await admin.request('POST', `/api/agents/${id}/unarchive`);
    expect(await agents.agent(id)).toMatchObject({ archivedAt: null, numbers: [] });
  });

  test('AG9: a card has what the list shows', async () => {
    const id = await agents.published('Carded', 'Hello, this is the AI assistant.');
    await agents.save(id, (config) => {
      config.speech.language = 'de-DE';
    });
    const card = async () =>
      (await agents.get('/api/agent-cards')).cards.find((one: { id: string }) => one.id === id);
    // What callers meet, not what is being edited.
    expect(await card()).toMatchObject({
      language: 'en-US',
      publishedVersion: 1,
      changed: true,
      callsInLastWeek: 0,
    });
    await agents.publish(id);
    expect(await card()).toMatchObject({ language: 'de-DE', publishedVersion: 2, changed: false });
  });

  test('AG9: the lists read no version', async () => {
    const other = new pg.Client(desk.database.owner);
    await other.connect();
    try {
      await other.query('begin');
      await other.query('lock table agent_versions in access exclusive mode');
      for (const path of ['/api/agent-cards', '/api/agents', '/api/numbers']) {
        expect([path, (await admin.request('GET', path)).status]).toEqual([path, 200]);
      }
    } finally {
      await other.end();
    }
  });
});
