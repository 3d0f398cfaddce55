import type { CallDetail } from '@parley/contract';
import { callIdOf, callOf, lineOf, liveCallOf, templateOf } from './stand-in/data.ts';
import { coloursNamed, rowOf, rows } from './stand-in/screen.ts';
import { expect, test } from './stand-in/test.ts';

/** Words that no version of this page has heard of. */
const odd = (fields: object) => fields as Partial<CallDetail>;

test('one call with an unknown status does not take the list with it, and is shown grey as it is', async ({
  page,
  desk,
}) => {
  desk.calls = [
    callOf(3),
    callOf(2, odd({ status: 'on-hold', reason: 'solar_flare', mood: 'sunny' })),
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

test('a row that cannot be read costs itself and is reported to the console once', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/Invalid call 2 in a response of the server/);
  const reports: string[] = [];
  page.on('console', (message) => message.type() === 'error' && reports.push(message.text()));
  desk.answer('GET /api/calls', {
    body: { calls: [callOf(3), { status: 'busy' }, callOf(1)], hasMore: false },
  });
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toHaveCount(2);
  await expect.poll(() => desk.streams).toBe(1);
  const asked = desk.requestsTo('GET /api/calls').length;
  desk.emit({ type: 'refetch' });
  await expect.poll(() => desk.requestsTo('GET /api/calls').length).toBeGreaterThan(asked);
  await expect(rows(page)).toHaveCount(2);
  expect(reports).toHaveLength(1);
});

test('a call with an unknown speaker and without optional fields is shown', async ({ page, desk }) => {
  const line = { speaker: 'supervisor', message: 'May I cut in?', timestamp: '2026-10-13T10:00:09.000Z' };
  desk.answer('GET /api/calls/:id', {
    body: {
      call: {
        _id: callIdOf(2),
        to: '+15005551002',
        direction: 'outbound',
        status: 'completed',
        createdAt: '2026-10-13T10:00:00.000Z',
        transcript: [line, lineOf(1, 'Hello?')],
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

test('an event with an unknown status or speaker reaches the open call', async ({ page, desk }) => {
  desk.calls = [liveCallOf(2, { transcript: [lineOf(0, 'Hello.')] })];
  await page.goto(`/app/voice-agents/${callIdOf(2)}`);
  await expect(page.getByText('Hello.')).toBeVisible();
  await expect.poll(() => desk.streams).toBe(1);
  desk.emit({
    type: 'transcript.added',
    callId: callIdOf(2),
    entry: { ...lineOf(1, 'May I cut in?'), speaker: 'supervisor' as 'agent' },
  });
  await expect(page.getByText('May I cut in?')).toBeVisible();
  desk.change(liveCallOf(2, odd({ status: 'on-hold' })));
  await expect(page.getByText('on-hold', { exact: true })).toBeVisible();
});

test('one template and one agent that cannot be read leave the others', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/Invalid (?:template|agent) 1 in a response of the server/);
  desk.answer('GET /api/agents', { body: { agents: [{ displayName: 'Nobody' }, { id: 'kuzco' }] } });
  desk.answer('GET /api/templates/templates', {
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
  test(`the answer ${what} is 'Call not found', not an error`, async ({ page, desk }) => {
    desk.answer('GET /api/calls/:id', { body });
    await page.goto(`/app/voice-agents/${callIdOf(2)}`);
    await expect(page.getByText('Call not found', { exact: true }).last()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to Calls' }).click();
    await expect(page).toHaveURL('/app/voice-agents');
  });
}
