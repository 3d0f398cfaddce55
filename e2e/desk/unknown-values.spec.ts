import { type CallDetail, type Campaign, examples } from '@parley/contract';
import { callIdOf, callOf, entryOf, liveCallOf, templateOf } from './fake-server/data.ts';
import { coloursNamed, rowOf, rows } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';
import { watchedCampaign, watchedId } from './fake-server/watched-campaign.ts';

/** Values that are not in the contract. */
const unknownFields = (fields: object) => fields as Partial<CallDetail>;

test('a call with an unknown status is shown in grey, and the list is complete', async ({
  page,
  fakeServer,
}) => {
  fakeServer.calls = [
    callOf(3),
    callOf(2, unknownFields({ status: 'on-hold', reason: 'solar_flare', mood: 'sunny' })),
    callOf(1),
  ];
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toHaveCount(3);
  const row = rowOf(page, '+15005551002');
  await expect(row).toContainText('solar_flare');
  await expect(row).not.toContainText('sunny');
  const [grey] = await coloursNamed(page, ['--grey']);
  await expect(row.getByText('on-hold', { exact: true })).toHaveCSS('color', grey ?? '');
});

test('an invalid call is skipped and reported to the console once', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/Invalid call 2 in a response of the server/);
  const reports: string[] = [];
  page.on('console', (message) => message.type() === 'error' && reports.push(message.text()));
  fakeServer.respondWith('GET /api/calls', {
    body: { calls: [callOf(3), { status: 'busy' }, callOf(1)], hasMore: false },
  });
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toHaveCount(2);
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  const asked = fakeServer.requestsTo('GET /api/calls').length;
  fakeServer.emit({ type: 'refetch' });
  await expect.poll(() => fakeServer.requestsTo('GET /api/calls').length).toBeGreaterThan(asked);
  await expect(rows(page)).toHaveCount(2);
  expect(reports).toHaveLength(1);
});

test('a call with an unknown speaker and without optional fields is shown', async ({ page, fakeServer }) => {
  const entry = { speaker: 'supervisor', message: 'May I cut in?', timestamp: '2026-10-13T10:00:09.000Z' };
  fakeServer.respondWith('GET /api/calls/:id', {
    body: {
      call: {
        _id: callIdOf(2),
        to: '+15005551002',
        direction: 'outbound',
        status: 'completed',
        createdAt: '2026-10-13T10:00:00.000Z',
        transcript: [entry, entryOf(1, 'Hello?')],
      },
    },
  });
  await page.goto(`/app/voice-agents/${callIdOf(2)}`);
  await expect(page.getByText('May I cut in?')).toBeVisible();
  await expect(page.getByText('Hello?')).toBeVisible();
  const [grey] = await coloursNamed(page, ['--grey']);
  await expect(page.getByText('supervisor', { exact: true })).toHaveCSS('color', grey ?? '');
  await expect(page.getByText('Unknown', { exact: true })).toBeVisible();
  await expect(page.getByText('Duration')).toHaveCount(0);
});

test('an event with an unknown status or speaker is shown on the open call', async ({ page, fakeServer }) => {
  fakeServer.calls = [liveCallOf(2, { transcript: [entryOf(0, 'Hello.')] })];
  await page.goto(`/app/voice-agents/${callIdOf(2)}`);
  await expect(page.getByText('Hello.')).toBeVisible();
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  fakeServer.emit({
    type: 'transcript.added',
    callId: callIdOf(2),
    entry: { ...entryOf(1, 'May I cut in?'), speaker: 'supervisor' as 'agent' },
  });
  await expect(page.getByText('May I cut in?')).toBeVisible();
  fakeServer.updateCall(liveCallOf(2, unknownFields({ status: 'on-hold' })));
  await expect(page.getByText('on-hold', { exact: true })).toBeVisible();
});

test('an invalid template and an invalid agent are skipped, the others are shown', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/Invalid (?:template|agent) 1 in a response of the server/);
  fakeServer.respondWith('GET /api/agents', {
    body: { agents: [{ displayName: 'Nobody' }, { id: 'kuzco' }] },
  });
  fakeServer.respondWith('GET /api/templates/templates', {
    body: {
      templates: { kuzco: [{ name: 'Half' }, { ...templateOf(1), name: 'Whole', createdBy: undefined }] },
    },
  });
  await page.goto('/app/settings/templates');
  await expect(page.getByText('Whole', { exact: true })).toBeVisible();
  await expect(page.getByText('Half')).toHaveCount(0);
  await page.goto('/app/voice-agents/new');
  await page.getByLabel('Select Agent').click();
  await expect(page.getByRole('option')).toHaveText(['KKuzco']);
});

for (const [what, body] of [
  ['{call: null}', { call: null }],
  ['{}', {}],
] as const) {
  test(`the response ${what} is 'Call not found', not an error`, async ({ page, fakeServer }) => {
    fakeServer.respondWith('GET /api/calls/:id', { body });
    await page.goto(`/app/voice-agents/${callIdOf(2)}`);
    await expect(page.getByText('Call not found', { exact: true }).last()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to Calls' }).click();
    await expect(page).toHaveURL('/app/voice-agents');
  });
}

/** The example response of a route, with another value at a place such as `campaigns.0.state`. */
function responseWith(name: keyof typeof examples, place: string, value: unknown): unknown {
  const body: unknown = structuredClone(examples[name].response);
  const keys = place.split('.');
  let holder = body as Record<string, unknown>;
  for (const key of keys.slice(0, -1)) holder = holder[key] as Record<string, unknown>;
  holder[keys.at(-1) ?? ''] = value;
  return body;
}

test('a campaign in an unknown state is shown in grey, in the list and on its page', async ({
  page,
  fakeServer,
}) => {
  fakeServer.respondWith('GET /api/campaigns', {
    body: responseWith('listCampaigns', 'campaigns.0.state', 'on-hold'),
  });
  await page.goto('/app/campaigns');
  const [grey = ''] = await coloursNamed(page, ['--grey']);
  await expect(page.getByText('on-hold', { exact: true })).toHaveCSS('color', grey);
  const pause = { reason: 'solar_flare', detail: '', at: '2026-11-02T14:00:00.000Z' };
  fakeServer.watched.campaign = watchedCampaign({ state: 'on-hold', pause } as object as Partial<Campaign>);
  await page.goto(`/app/campaigns/${watchedId}`);
  await expect(page.getByText('on-hold', { exact: true })).toHaveCSS('color', grey);
  fakeServer.watched.campaign = watchedCampaign({ state: 'paused', pause } as object as Partial<Campaign>);
  await page.reload();
  await expect(page.getByText('Paused: solar_flare')).toBeVisible();
});

const importId = '019a8b5e-6c00-7000-8000-000000000030';
const pages: Readonly<
  Record<string, [path: string, route: string, name: keyof typeof examples, place: string, beside: string]>
> = {
  'reason in a report': [
    ...(['/app/reports', 'GET /api/reports', 'getReport', 'report.failures.0.reason'] as const),
    'Why calls failed or reached nobody',
  ],
  'role of a person': [
    ...(['/app/settings/people', 'GET /api/people', 'listPeople', 'people.0.role'] as const),
    'Jo Weber',
  ],
  'state of what is checked': [
    ...(['/app/go-live', 'GET /api/go-live', 'getGoLive', 'goLive.checks.0.state'] as const),
    'What Is Ready',
  ],
  'state of a connection': [
    ...(['/app/settings/connections', 'GET /api/connections', 'listConnections'] as const),
    ...(['connections.mail.state', 'Public Address'] as const),
  ],
  'state of an import': [
    ...([`/app/contacts?import=${importId}`, 'GET /api/contacts/imports/:id', 'getContactImport'] as const),
    ...(['import.state', 'Refused rows'] as const),
  ],
};

for (const [what, [path, route, name, place, beside]] of Object.entries(pages)) {
  test(`an unknown ${what} is shown as it is, with the rest of the page`, async ({
    page,
    fakeServer,
    expectedErrors,
  }) => {
    expectedErrors.push(/Invalid connection "mail"/);
    fakeServer.respondWith(route, { body: responseWith(name, place, 'solar_flare') });
    await page.goto(path);
    await expect(page.getByText('solar_flare', { exact: true }).first()).toBeVisible();
    await expect(page.getByText(beside).first()).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to load' })).toHaveCount(0);
  });
}
