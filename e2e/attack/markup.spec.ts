import { detectPlaceholders } from '@parley/contract';
import type { Page } from '@playwright/test';
import { callIdOf, callOf, entryOf, liveCallOf, templateOf } from '../desk/fake-server/data.ts';
import { choose, rows, toasts } from '../desk/fake-server/screen.ts';
import { expect, test } from '../desk/fake-server/test.ts';

/** Each would do something if a screen took it for more than text. */
const traps = [
  '<script>window.hacked = 1</script>',
  '<img src=x onerror="window.hacked = 2">',
  '<svg onload="window.hacked = 3">',
  '"><iframe srcdoc="<script>parent.hacked = 4</script>"></iframe>',
  "javascript:alert('x')",
  '<style>*{display:none}</style>',
  '<img/src=x/onerror=window.hacked=7>',
  '{{constructor.constructor("window.hacked = 5")()}}',
].join(' ');
/** Control characters that JSON can carry, and one that turns the direction of what follows. */
const controls = 'a\u0007b\u001b[31mc\u202Egnp.exe';
const nasty = `${traps} ${controls}`;

/** What of it counts as placeholders, with a value that is no better. */
const placeholders = Object.fromEntries(detectPlaceholders(nasty).map((name) => [name, nasty]));

test.beforeEach(async ({ fakeServer }) => {
  fakeServer.agents = fakeServer.agents.map((agent, n) =>
    n === 0 ? { ...agent, id: 'other', displayName: nasty } : agent,
  );
  fakeServer.templates = {
    'gs-dental': [
      templateOf(1, { name: nasty, prompt: nasty, placeholders, createdBy: { displayName: nasty } }),
    ],
    other: [],
  };
  fakeServer.person = { firstName: nasty, lastName: nasty, email: `${nasty}@example.com` };
  fakeServer.calls = [
    callOf(9, {
      agentId: 'other',
      direction: 'inbound',
      from: nasty,
      instructions: nasty,
      summary: `## ${nasty}\n\n- ${nasty}\n\n[link](javascript:window.hacked=6) <b id="raw">raw</b>`,
      summaryState: 'ready',
      transcript: [entryOf(0, nasty), entryOf(1, nasty), entryOf(2, nasty, { speaker: 'system' })],
    }),
    callOf(8, { to: nasty, instructions: nasty }),
  ];
});

/** Nothing ran and nothing was built from the text, on the page or in what lies above it: menus, dialogs, toasts. */
async function staysText(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  const built = page.locator(
    'body :is(script:not([src]), iframe, img[src="x"], #raw, [onerror], [onload], a[href^="javascript"])',
  );
  await expect(built).toHaveCount(0);
  // Parts of the page bring styles of their own; one made of the text would say just this.
  const styles = await page.locator('style').allTextContents();
  expect(styles.filter((text) => text.includes('*{display:none}'))).toEqual([]);
}

const script = '<script>window.hacked = 1</script>';
const listOf = (page: Page) => page.goto('/app/voice-agents');

test('in the list of calls', async ({ page }) => {
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('<script>window.hacked = 1</script>');
  await staysText(page);
});

test('in the menu of a call, and in what the desk says about it afterwards', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  fakeServer.respondWith('DELETE /api/calls/:id', {
    status: 409,
    body: { error: nasty, code: 'call_in_progress' },
  });
  fakeServer.respondWith('POST /api/twilio/:id/call', { body: { to: nasty, callId: callIdOf(8) } });
  await listOf(page);
  const button = rows(page).last().getByRole('button');
  await expect(button).toHaveAccessibleName(/^Actions for <script>/);
  await button.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(toasts(page).filter({ hasText: 'Failed to delete call' })).toContainText(script);
  await staysText(page);
  // The notification covers the last row until it goes.
  await listOf(page);
  await button.click();
  await page.getByRole('menuitem', { name: 'Call Again' }).click();
  await expect(toasts(page).filter({ hasText: 'initiated successfully' })).toContainText(script);
  await staysText(page);
});

test('on the dashboard and beside it: the name and address of whoever is signed in', async ({ page }) => {
  await page.goto('/app');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(script);
  await expect(page.getByText('@example.com')).toContainText(script);
  await staysText(page);
});

test('in the form for a new call: agents, templates, placeholders and their values', async ({ page }) => {
  await page.goto('/app/voice-agents/new');
  await page.getByLabel('Select Agent').click();
  await expect(page.getByRole('option').filter({ hasText: script })).toHaveCount(1);
  await staysText(page);
  await page.getByRole('option', { name: 'GS Dental' }).click();
  await page.getByLabel('Template (Optional)').click();
  await page.getByRole('option').filter({ hasText: script }).click();
  await expect(page.getByLabel('Template (Optional)')).toContainText(script);
  await expect(page.getByLabel('Instructions')).toHaveValue(/<svg onload=/);
  const fields = page.getByRole('group', { name: 'Template Placeholders *' });
  await expect(fields.getByRole('textbox')).toHaveCount(Object.keys(placeholders).length);
  await expect(fields.getByLabel('img/src=x/onerror=window.hacked=7')).toHaveValue(/<script>/);
  await staysText(page);
});

test('in what the form for a new call says afterwards', async ({ page, fakeServer, expectedErrors }) => {
  expectedErrors.push(/status of 502/);
  const refusal = { status: 502, body: { error: nasty, code: 'carrier_refused' } };
  fakeServer.respondWith('POST /api/twilio/:id/call', refusal, 1);
  fakeServer.respondWith('POST /api/twilio/:id/call', { body: { to: nasty, callId: callIdOf(8) } });
  await page.goto('/app/voice-agents/new');
  await choose(page, 'Select Agent', 'GS Dental');
  await page.getByLabel('Phone Number').fill('+15005550010');
  await page.getByLabel('Instructions').fill(nasty);
  await page.locator('form button[type=submit]').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Call Failed' })).toContainText(script);
  await staysText(page);
  await page.locator('form button[type=submit]').click();
  await expect(toasts(page)).toContainText(script);
  await staysText(page);
});

test('on the page of a call: number, agent, instructions, transcript and summary', async ({ page }) => {
  await page.goto(`/app/voice-agents/${callIdOf(9)}`);
  await expect(page.getByRole('region', { name: 'Call Transcript' }).getByRole('listitem')).toHaveCount(3);
  const transcript = page.getByRole('region', { name: 'Call Transcript' });
  await expect(transcript.getByRole('listitem').first()).toContainText(
    '<img src=x onerror="window.hacked = 2">',
  );
  await expect(page.getByRole('region', { name: 'Call Instructions' })).toContainText('<svg onload=');
  await expect(
    page.getByRole('region', { name: 'AI Summary' }).getByRole('heading', { level: 3 }),
  ).toBeVisible();
  await expect(page).toHaveTitle(/<script>window\.hacked = 1<\/script>/);
  await staysText(page);
});

test('on the page of a call while it goes on', async ({ page, fakeServer, expectedErrors }) => {
  fakeServer.calls = [liveCallOf(9)];
  await page.goto(`/app/voice-agents/${callIdOf(9)}`);
  await expect(page.getByRole('button', { name: 'End Call' })).toBeVisible();
  await expect.poll(() => fakeServer.streamCount).toBeGreaterThan(0);
  fakeServer.emit({ type: 'transcript.added', callId: callIdOf(9), entry: entryOf(0, nasty) });
  await expect(page.getByRole('region', { name: 'Call Transcript' })).toContainText(script);
  await staysText(page);
  expectedErrors.push(/status of 502/);
  fakeServer.respondWith('POST /api/calls/:id/end', {
    status: 502,
    body: { error: nasty, code: 'carrier_refused' },
  });
  await page.getByRole('button', { name: 'End Call' }).click();
  await expect(toasts(page)).toContainText(script);
  await staysText(page);
});

test('among the templates, and in the dialogs that change and delete one', async ({ page }) => {
  await page.goto('/app/settings/templates');
  const template = page.getByRole('listitem').filter({ hasText: 'Created by' });
  await expect(template).toContainText('<script>window.hacked = 1</script>');
  await template.getByRole('button', { name: /^Edit/ }).click();
  await expect(page.getByLabel('Template Name *')).toHaveValue(/<script>window\.hacked = 1<\/script>/);
  await staysText(page);
  await page.keyboard.press('Escape');
  await template.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByRole('dialog')).toContainText('<img src=x onerror="window.hacked = 2">');
  await staysText(page);
});
