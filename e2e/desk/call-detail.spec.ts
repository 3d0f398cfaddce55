import type { Page } from '@playwright/test';
import { callIdOf, callOf, entryOf, liveCallOf } from './fake-server/data.ts';
import { followUpIdOf, followUpOf } from './fake-server/follow-up-desk.ts';
import { coloursNamed, expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const path = `/app/voice-agents/${callIdOf(9)}`;
const back = (page: Page) => page.getByRole('link', { name: 'Back to Calls' });

async function fact(page: Page, term: string): Promise<string | null> {
  const place = page.locator('dl > div').filter({ has: page.getByText(term, { exact: true }) });
  return (await place.count()) === 0 ? null : place.locator('dd').innerText();
}

test("while the call is loading it says 'Loading call details...'", async ({ page, fakeServer }) => {
  fakeServer.calls = [callOf(9)];
  const release = fakeServer.hold('GET /api/calls/:id');
  await page.goto(path);
  await expect(page.getByRole('status').filter({ hasText: 'Loading call details...' })).toBeVisible();
  await expect(back(page)).toHaveAttribute('href', '/app/voice-agents');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('+15005551009');
});

test("a call that fails says 'Error loading call: ' and the server's message, with a link back", async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  fakeServer.respondWith('GET /api/calls/:id', {
    status: 403,
    body: { error: 'Not for you.', code: 'forbidden' },
  });
  await page.goto(path);
  await expect(page.getByRole('alert')).toHaveText('Error loading call: Not for you.');
  await back(page).click();
  await expect(page).toHaveURL('/app/voice-agents');
});

test('a call that fails without JSON shows the status line', async ({ page, fakeServer, expectedErrors }) => {
  expectedErrors.push(/status of 502/);
  fakeServer.respondWith('GET /api/calls/:id', { status: 502, body: '<h1>Bad Gateway</h1>' });
  await page.goto(path);
  await expect(page.getByRole('alert')).toHaveText('Error loading call: HTTP 502: Bad Gateway');
});

for (const id of [callIdOf(404), 'no-id-at-all']) {
  test(`a missing call (${id}) says 'Call not found', not an error, with a link back`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 404/);
    await page.goto(`/app/voice-agents/${id}`);
    await expect(page.getByText('Call not found', { exact: true }).last()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await back(page).click();
    await expect(page).toHaveURL('/app/voice-agents');
  });
}

test('the header names the other party, the direction and when the call was made', async ({
  page,
  fakeServer,
}) => {
  fakeServer.calls = [
    callOf(9),
    callOf(8, { direction: 'inbound', from: '+4930123456', to: '+15005550006', sandbox: true }),
  ];
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('+15005551009');
  await expect(page.getByText('Outbound', { exact: true })).toBeVisible();
  await expect(page.locator('time').first()).toHaveText('Oct 13, 12:09 PM');
  await expect(page.getByText('Sandbox', { exact: true })).toHaveCount(0);
  await page.goto(`/app/voice-agents/${callIdOf(8)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('+4930123456');
  await expect(page.getByText('Inbound', { exact: true })).toBeVisible();
  await expect(page.getByText('Sandbox', { exact: true })).toBeVisible();
});

test('the details are status, agent id, duration and end, the last two only if there are any', async ({
  page,
  fakeServer,
}) => {
  fakeServer.calls = [
    callOf(9, { agentId: 'kuzco', duration: 75, reason: 'voicemail' }),
    callOf(8, { agentId: null, status: 'ringing', duration: null, endTime: null }),
  ];
  await page.goto(path);
  await expect(page.getByText('completed', { exact: true })).toBeVisible();
  expect(await fact(page, 'Status')).toMatch(/^completed\s+A machine answered\. No message was left\.$/);
  expect(await fact(page, 'Agent')).toBe('kuzco');
  expect(await fact(page, 'Duration')).toBe('1:15');
  expect(await fact(page, 'Ended')).toBe('Oct 13, 12:09 PM');
  await page.goto(`/app/voice-agents/${callIdOf(8)}`);
  await expect(page.getByText('ringing', { exact: true })).toBeVisible();
  expect(await fact(page, 'Agent')).toBe('Unknown');
  expect(await fact(page, 'Duration')).toBeNull();
  expect(await fact(page, 'Ended')).toBeNull();
});

test('the summary is rendered from markdown, without raw HTML and images, its links without an opener', async ({
  page,
  fakeServer,
}) => {
  const summary = [
    '## Outcome',
    '',
    '**Confirmed** for Tuesday. <b id="raw">raw</b><script>window.hacked = true</script>',
    '',
    '- one',
    '- two',
    '',
    '[the site](https://example.com/) and [a trap](javascript:alert(1)) ![a picture](https://example.com/x.png)',
  ].join('\n');
  fakeServer.calls = [callOf(9, { summary, summaryState: 'ready' })];
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('http://127.0.0.1')) outside.push(request.url());
  });
  await page.goto(path);
  const card = page.getByRole('region', { name: 'AI Summary' });
  await expect(card.getByText('AI-generated summary of the conversation')).toBeVisible();
  await expect(card.locator('strong')).toHaveText('Confirmed');
  await expect(card.getByRole('listitem')).toHaveText(['one', 'two']);
  await expect(card.getByRole('heading', { level: 3 })).toHaveText('Outcome');
  await expect(card.getByRole('button', { name: 'the site' })).toBeVisible();
  await expect(card.getByText('a trap')).not.toHaveAttribute('href', /javascript/);
  await expect(card.locator('#raw')).toHaveCount(0);
  await expect(card.locator('img')).toHaveCount(0);
  await expect(card).toContainText('a picture');
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(outside).toEqual([]);
});

test('a link written by a model shows its host and asks before it opens', async ({ page, fakeServer }) => {
  const summary = 'See [bank.example](https://bank.example@evil.example/pay) or [settings](/app/settings).';
  fakeServer.calls = [callOf(9, { summary, summaryState: 'ready' })];
  await page.goto(path);
  const card = page.getByRole('region', { name: 'AI Summary' });
  await expect(card).toContainText('bank.example (evil.example)');
  // Nothing in the card can be followed without being asked, and nothing looks like a page of ours.
  await expect(card.getByRole('link')).toHaveCount(0);
  await expect(card.getByText('settings')).toBeVisible();
  await card.getByRole('button', { name: 'bank.example' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave Parley?' });
  await expect(dialog).toContainText('https://bank.example@evil.example/pay');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'bank.example' })).toBeFocused();
  await page.keyboard.press('Enter');
  const link = dialog.getByRole('link', { name: 'Open evil.example' });
  await expect(link).toHaveAttribute('href', 'https://bank.example@evil.example/pay');
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/);
  await expect(link).toHaveAttribute('target', '_blank');
});

test('tables and strikethrough of a summary are rendered, and a wide table scrolls', async ({
  page,
  fakeServer,
}) => {
  const wide = Array.from({ length: 12 }, (_, n) => `Column${n}`).join(' | ');
  const summary = `~~Tuesday~~ Wednesday\n\n| ${wide} |\n|${'---|'.repeat(12)}\n| 9:00 |`;
  fakeServer.calls = [callOf(9, { summary, summaryState: 'ready' })];
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(path);
  const card = page.getByRole('region', { name: 'AI Summary' });
  await expect(card.locator('del')).toHaveText('Tuesday');
  await expect(card.getByRole('columnheader')).toHaveCount(12);
  await expect(card.getByRole('cell').first()).toHaveText('9:00');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('the call says who placed it, if that is known', async ({ page, fakeServer }) => {
  fakeServer.calls = [
    callOf(9, { placedBy: { displayName: 'Ines Marchetti' } }),
    callOf(8, { direction: 'inbound', placedBy: null }),
  ];
  await page.goto(path);
  await expect(page.getByText('Placed by', { exact: true })).toBeVisible();
  expect(await fact(page, 'Placed by')).toBe('Ines Marchetti');
  await page.goto(`/app/voice-agents/${callIdOf(8)}`);
  await expect(page.getByText('Inbound', { exact: true })).toBeVisible();
  expect(await fact(page, 'Placed by')).toBeNull();
});

test('the call says what other software calls it', async ({ page, fakeServer }) => {
  fakeServer.calls = [callOf(9, { externalId: 'appointment-4711' })];
  await page.goto(path);
  await expect(page.getByText('External ID', { exact: true })).toBeVisible();
  expect(await fact(page, 'External ID')).toBe('appointment-4711');
});

test('without a summary there is no card, and the markdown renderer is not loaded', async ({
  page,
  fakeServer,
}) => {
  fakeServer.calls = [callOf(9)];
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto(path, { waitUntil: 'load' });
  await expect(page.getByRole('heading', { name: 'Call Transcript' })).toBeVisible();
  await expect(page.getByText('AI Summary')).toHaveCount(0);
  expect(scripts.filter((url) => url.includes('markdown'))).toEqual([]);
});

test('the instructions keep their line breaks', async ({ page, fakeServer }) => {
  fakeServer.calls = [callOf(9, { instructions: 'First line.\n\n  Third line.' })];
  await page.goto(path);
  const card = page.getByRole('region', { name: 'Call Instructions' });
  await expect(card.getByText('First line.')).toHaveCSS('white-space', 'pre-wrap');
  expect(await card.locator('p').innerText()).toBe('First line.\n\n  Third line.');
});

test('the transcript lists who said what and when, in order', async ({ page, fakeServer }) => {
  fakeServer.calls = [
    callOf(9, {
      transcript: [
        entryOf(0, 'Hello, this is an AI assi', { interrupted: true }),
        entryOf(1, 'Who is <b>this</b>?'),
        entryOf(2, 'Pressed 1', { speaker: 'system' }),
      ],
      turns: [
        { firstTokenMs: 200, firstSpeechMs: 340 },
        { firstTokenMs: 300, firstSpeechMs: 1240 },
      ],
    }),
  ];
  await page.goto(path);
  const card = page.getByRole('region', { name: 'Call Transcript' });
  await expect(card.getByText('Full conversation transcript from this call')).toBeVisible();
  const lines = card.getByRole('listitem');
  await expect(lines).toHaveCount(3);
  await expect(lines.nth(0)).toHaveText(/agent.*Hello, this is an AI assi.*interrupted.*12:00:08 PM/);
  await expect(lines.nth(1)).toHaveText(/user.*Who is <b>this<\/b>\?.*12:00:09 PM/);
  await expect(lines.nth(1)).not.toContainText('interrupted');
  await expect(lines.nth(2)).toHaveText(/system.*Pressed 1.*12:00:10 PM/);
  await expect(lines.nth(0).locator('time')).toHaveAttribute('title', /October 13, 2026 at 12:00:08 PM/);
  await expect(card).toContainText(
    'The agent began its 2 replies after 0.34 s in the median, 1.2 s at most.',
  );
  const colours = await lines
    .locator('span:has(> span:only-child) > span')
    .evaluateAll((badges) => badges.map((badge) => getComputedStyle(badge).color));
  expect(colours).toEqual(await coloursNamed(page, ['--blue', '--green', '--grey']));
});

test("without entries it says 'No transcript available for this call'", async ({ page, fakeServer }) => {
  fakeServer.calls = [callOf(9, { status: 'no-answer', duration: null })];
  await page.goto(path);
  await expect(page.getByText('No transcript available for this call', { exact: true })).toBeVisible();
});

test("a live call has 'End Call', and it hangs up", async ({ page, fakeServer }) => {
  fakeServer.calls = [liveCallOf(9)];
  const release = fakeServer.hold('POST /api/calls/:id/end');
  await page.goto(path);
  await page.getByRole('button', { name: 'End Call' }).click();
  await expect(page.getByRole('button', { name: 'Ending Call...' })).toBeDisabled();
  release();
  await expect(page.getByText('completed', { exact: true })).toBeVisible();
  await expect(page.getByText('Ended from the desk.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'End Call' })).toHaveCount(0);
  expect(fakeServer.requestsTo('POST /api/calls/:id/end')[0]?.url).toBe(`/api/calls/${callIdOf(9)}/end`);
});

test('a call that cannot be ended says why', async ({ page, fakeServer, expectedErrors }) => {
  expectedErrors.push(/status of 502/);
  fakeServer.calls = [liveCallOf(9)];
  const sentence = 'The carrier could not be reached.';
  fakeServer.respondWith('POST /api/calls/:id/end', {
    status: 502,
    body: { error: sentence, code: 'carrier_unreachable' },
  });
  await page.goto(path);
  await page.getByRole('button', { name: 'End Call' }).click();
  await expectToast(page, 'Failed to end call. Please try again.', sentence);
  await expect(page.getByRole('button', { name: 'End Call' })).toBeEnabled();
});

test("a finished call has no 'End Call'", async ({ page, fakeServer }) => {
  fakeServer.calls = [callOf(9)];
  await page.goto(path);
  await expect(page.getByText('completed', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'End Call' })).toHaveCount(0);
});

test('the call says which entries of the knowledge it answered from, and what none answered', async ({
  page,
  fakeServer,
}) => {
  const askedAt = '2026-10-13T10:00:20.000Z';
  const parking = { id: 'parking', title: 'Parking' };
  fakeServer.calls = [
    callOf(9, {
      knowledge: [
        { question: 'Where can I park?', entries: [parking, { id: 'way', title: 'The way here' }], askedAt },
        { question: 'Can I bring my dog?', entries: [], askedAt },
      ],
    }),
  ];
  await page.goto(path);
  const items = page.getByRole('region', { name: 'Knowledge' }).getByRole('listitem');
  await expect(items).toHaveText([
    'Where can I park?Parking · The way here',
    'Can I bring my dog?No entry answers this.',
  ]);
});

test('a tool whose end nobody knows says that it may have been carried out, and leads to its follow-up', async ({
  page,
  fakeServer,
}) => {
  const what = 'Booked a time: nobody knows whether it was done.';
  fakeServer.followUpDesk.followUps = [followUpOf(3, { what, callId: callIdOf(9) })];
  const tool = {
    ...{ id: 'tool-1', ordinal: 0.5, name: 'book', title: 'Booked a time', at: '2026-10-13T10:00:09.000Z' },
    ...{ ms: 412, sample: false, changes: true, tries: 2, input: null, answer: null },
  };
  fakeServer.calls = [
    callOf(9, {
      transcript: [entryOf(0, 'At nine?'), entryOf(1, 'Somebody will check that.')],
      toolCalls: [{ ...tool, state: 'unknown', followUpId: followUpIdOf(3) }],
    }),
  ];
  await page.goto(path);
  const entry = page.getByRole('listitem').filter({ hasText: 'Booked a time' }).first();
  await expect(entry).toContainText('It may have been carried out.');
  await entry.getByRole('link', { name: 'Check it' }).click();
  await expect(page).toHaveURL(new RegExp(`/app/follow-ups.*${followUpIdOf(3)}`));
  await expect(page.getByText(what).first()).toBeVisible();
});
