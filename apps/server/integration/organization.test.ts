import { type Organization, type OrganizationSettings, roles } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { AgentRequests } from '../testing/agent-requests.ts';
import { type Desk, startDesk } from '../testing/desk.ts';
import type { DeskClient } from '../testing/desk-client.ts';
import { follow } from '../testing/follow-try.ts';
import { openVoiceDesk, type VoiceDesk } from '../testing/voice-desk.ts';

let desk: VoiceDesk;
let second: Desk;
let owner: pg.Client;
/** The zones in which agents spoke. */
const zones = new Set<string>();

beforeAll(async () => {
  desk = await openVoiceDesk({}, { TIME_ZONE: 'Asia/Tokyo' }, (ports) => ({
    ...ports,
    voiceProviders: {
      ...ports.voiceProviders,
      modelFor: (call, agent) => {
        const model = ports.voiceProviders.modelFor(call, agent);
        return (
          model && {
            // As a provider names it: by what the agent asks for.
            name: agent.model ?? model.name,
            reply: (request, signal) => {
              zones.add(request.brief.timeZone);
              return model.reply(request, signal);
            },
          }
        );
      },
    },
  }));
  second = await startDesk(desk.deployment, { TIME_ZONE: 'Asia/Tokyo' });
  owner = new pg.Client(desk.database.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await second.stop();
  await desk.stop();
});

const read = async (client: DeskClient): Promise<Organization> =>
  (await client.request('GET', '/api/organization')).body.organization;
const save = (client: DeskClient, revision: number, settings: OrganizationSettings) =>
  client.request('PUT', '/api/organization', { revision, settings });

test('OR3: an organization starts with the time zone of the deployment and the country of its caller id', async () => {
  // Made by an older release: a tenant without settings.
  await owner.query("insert into tenants (id, name) values ('org_old', 'Old Practice')");
  const starts = { timeZone: 'Asia/Tokyo', country: 'US', language: 'en-US', currency: 'USD' };
  for (const [person, name] of [
    [{}, 'GS Dental'],
    [{ organization: 'org_new' }, 'org_new'],
    [{ organization: 'org_old' }, 'Old Practice'],
  ] as const) {
    const organization = await read(desk.as(person));
    expect(organization).toMatchObject({ revision: 1, changedAt: null, changedBy: null });
    expect(organization.settings).toMatchObject({
      ...starts,
      name,
      openingHours: { week: null, holidays: [] },
    });
    expect(organization.openingStatus).toEqual({ open: true, closesAt: null });
  }
});

test('OR11: a change counts the revision, is in the audit log by names of settings, and is stored in order', async () => {
  const client = desk.as({ organization: 'org_a', id: 'user_ana' });
  const { settings } = await read(client);
  const openings = [
    { from: '13:00', to: '17:00' },
    { from: '08:00', to: '12:00' },
  ];
  const week = {
    monday: openings,
    tuesday: [],
    wednesday: [],
    thursday: [],
    friday: [],
    saturday: [],
    sunday: [],
  };
  const { status, body } = await save(client, 1, {
    ...settings,
    name: ' Ana’s Practice ',
    timeZone: 'Europe/Lisbon',
    openingHours: { week, holidays: [] },
  });
  expect(status).toBe(200);
  expect(body.organization).toMatchObject({ revision: 2, changedBy: { displayName: 'Kit Reed' } });
  const stored = await read(client);
  expect(stored.settings).toEqual({
    ...settings,
    name: 'Ana’s Practice',
    timeZone: 'Europe/Lisbon',
    openingHours: { week: { ...week, monday: openings.toReversed() }, holidays: [] },
  });
  const { rows } = await owner.query(
    "select actor, action, subject, data from audit_log where tenant_id = 'org_a' order by id",
  );
  expect(rows).toEqual([
    {
      actor: 'user_ana',
      action: 'organization.changed',
      subject: 'org_a',
      data: { revision: 2, settings: ['name', 'timeZone', 'openingHours'] },
    },
  ]);
});

test('OR12: of two changes of one revision the second is refused, and nothing of it is stored', async () => {
  const client = desk.as({ organization: 'org_b' });
  const { settings } = await read(client);
  const names = ['First', 'Second', 'Third'];
  const answers = await Promise.all(names.map((name) => save(client, 1, { ...settings, name })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('settings_changed');
  const winner = answers.find(({ status }) => status === 200)?.body.organization;
  expect(await read(client)).toMatchObject({ revision: 2, settings: winner.settings });
});

test('OR12: the same change sent twice is stored once, and succeeds twice', async () => {
  const client = desk.as({ organization: 'org_c' });
  const { settings } = await read(client);
  const changed = { ...settings, currency: 'EUR' };
  const answers = await Promise.all([save(client, 1, changed), save(client, 1, changed)]);
  expect(answers.map(({ status, body }) => [status, body.organization.revision])).toEqual([
    [200, 2],
    [200, 2],
  ]);
  const { rows } = await owner.query("select 1 from audit_log where tenant_id = 'org_c'");
  expect(rows).toHaveLength(1);
});

test('OR1, OR2: every role reads, an admin changes, and nobody reaches another organization', async () => {
  const before = await read(desk.as({ organization: 'org_d' }));
  for (const role of roles) {
    const client = desk.as({ organization: 'org_d', role });
    expect((await read(client)).settings).toEqual(before.settings);
    const answer = await save(client, 1, before.settings);
    expect([role, answer.status]).toEqual([role, role === 'admin' ? 200 : 403]);
  }
  await save(desk.as({ organization: 'org_e' }), 1, { ...before.settings, name: 'Another' });
  expect(await read(desk.as({ organization: 'org_d' }))).toMatchObject({ settings: before.settings });
});

test('an empty new agent speaks the language of its organization', async () => {
  const client = desk.as({ organization: 'org_german' });
  const { revision, settings } = await read(client);
  expect((await save(client, revision, { ...settings, language: 'de-DE' })).status).toBe(200);
  const order = { displayName: 'Empfang', from: { kind: 'empty' } };
  // The notice of the change may still be on its way.
  await expect
    .poll(
      async () =>
        (await client.request('POST', '/api/agents', order)).body.agent.draft.config.speech.language,
    )
    .toBe('de-DE');
});

test('OR4: a mistake is refused with its sentence, and nothing changes', async () => {
  const client = desk.as({ organization: 'org_f' });
  const before = await read(client);
  const answer = await save(client, 1, { ...before.settings, timeZone: 'Mars/Olympus' });
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', error: 'Choose a time zone such as Europe/Berlin.' },
  });
  expect(await read(client)).toEqual(before);
});

test('OR11: open pages of the organization hear of a change, those of others do not', async () => {
  const closing = new AbortController();
  const viewer = await desk.as({ organization: 'org_g', role: 'viewer' }).events(closing.signal);
  const other = await desk.as({ organization: 'org_h' }).events(closing.signal);
  const client = second.as({ organization: 'org_g' });
  const { settings } = await read(client);
  await save(client, 1, { ...settings, name: 'Renamed' });
  await expect.poll(() => viewer.seen.map(({ type }) => type)).toContain('list.changed');
  expect(viewer.seen).toContainEqual({ type: 'list.changed', list: 'organization' });
  expect(other.seen.map(({ type }) => type)).not.toContain('list.changed');
  closing.abort();
});

test('OR13: a call is held in the zone of its organization, changed on another server a moment ago', async () => {
  desk.lab.callees.define('+15005558001', {
    greeting: 'Hello?',
    script: [{ wait: 'agent' }, { say: 'Goodbye.' }],
  });
  desk.lab.callees.setNumber('+15005558001', '+15005558001');
  const talk = async () => {
    zones.clear();
    await desk.client.waitUntilEnded(await desk.client.placeAccepted('+15005558001'));
    return [...zones];
  };
  expect(await talk()).toEqual(['Asia/Tokyo']);
  const { settings, revision } = await read(second.as());
  await save(second.as(), revision, { ...settings, timeZone: 'America/Denver' });
  // The notice of the change may take a moment longer than the answer.
  await vi.waitFor(async () => expect(await talk()).toEqual(['America/Denver']), 60_000);
});

test('OR18: outside opening hours a caller hears the text of the agent, and the call says so', async () => {
  const agents = new AgentRequests(desk.client);
  await agents.save('gs-dental', (config) => {
    config.conversation.afterHours = 'This is <Organization>. We are closed.';
  });
  expect(await agents.publish('gs-dental')).toMatchObject({ status: 200 });
  const change = async (week: OrganizationSettings['openingHours']['week']) => {
    const { settings, revision } = await read(desk.client);
    await save(desk.client, revision, { ...settings, openingHours: { week, holidays: [] } });
  };
  const callIn = async () => {
    const { sid } = desk.lab.dialIn({
      from: '+15005550077',
      to: desk.lab.phoneNumbers[0] ?? '',
      callee: 'confirms',
    });
    await expect.poll(() => desk.lab.call(sid)?.status).toBe('completed');
    const heard = desk.lab.ledger(sid).flatMap((entry) => (entry.kind === 'said' ? [entry.text] : []));
    const [call] = await desk.client.calls();
    return { heard: heard.join(' '), id: call?._id ?? '' };
  };
  const never = {
    monday: [],
    tuesday: [],
    wednesday: [],
    thursday: [],
    friday: [],
    saturday: [],
    sunday: [],
  };
  await change(never);
  const closed = await callIn();
  expect(closed.heard).toContain('This is GS Dental. We are closed.');
  await expect.poll(async () => (await desk.client.call(closed.id)).reason).toBe('after_hours');
  await change(null);
  await vi.waitFor(async () => expect((await callIn()).heard).toContain('AI assistant'), 60_000);
});

test.each([
  ['realtime', 'scripted'],
  ['relay', 'a-model'],
])('AG19: a try of a %s draft that names a model asks %s, since the relay speaks', async (engine, model) => {
  const person = desk.as({ id: `user_${engine}` });
  const made = await person.request('POST', '/api/agents', {
    displayName: `Speaks by ${engine}`,
    from: { kind: 'empty' },
  });
  const { id, draft } = made.body.agent;
  const saved = await person.request('PUT', `/api/agents/${id}/draft`, {
    revision: draft.revision,
    config: { ...draft.config, engine: { engine, model: 'a-model', temperature: null } },
  });
  expect(saved.status).toBe(200);
  const begun = await person.request('POST', `/api/agents/${id}/tries`, {
    channel: 'text',
    direction: 'inbound',
  });
  expect(begun.body.try).toMatchObject({ engine: 'relay', callEngine: engine });
  const page = await follow(person, begun.body.try.id);
  await expect.poll(() => page.events[0]).toMatchObject({ type: 'began', model });
  await person.request('POST', `/api/tries/${begun.body.try.id}/end`);
  await page.closed;
});
