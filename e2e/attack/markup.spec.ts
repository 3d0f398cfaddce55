import type { Page } from '@playwright/test';
import { callIdOf, callOf, lineOf, liveCallOf, templateOf } from '../desk/stand-in/data.ts';
import { rows } from '../desk/stand-in/screen.ts';
import { expect, test } from '../desk/stand-in/test.ts';

/** Each would do something if a screen took it for more than text. */
const traps = [
  '<script>window.hacked = 1</script>',
  '<img src=x onerror="window.hacked = 2">',
  '<svg onload="window.hacked = 3">',
  '"><iframe srcdoc="<script>parent.hacked = 4</script>"></iframe>',
  "javascript:alert('x')",
  '<style>*{display:none}</style>',
  '{{constructor.constructor("window.hacked = 5")()}}',
].join(' ');
/** Control characters that JSON can carry, and one that turns the direction of what follows. */
const controls = 'a\u0007b\u001b[31mc\u202Egnp.exe';
const nasty = `${traps} ${controls}`;

test.beforeEach(async ({ desk }) => {
  desk.agents = desk.agents.map((agent, n) =>
    n === 0 ? { ...agent, id: 'other', displayName: nasty } : agent,
  );
  desk.templates = {
    'gs-dental': [
      templateOf(1, { name: nasty, prompt: nasty, placeholders: {}, createdBy: { displayName: nasty } }),
    ],
    other: [],
  };
  desk.calls = [
    callOf(9, {
      agentId: 'other',
      direction: 'inbound',
      from: nasty,
      instructions: nasty,
      summary: `## ${nasty}\n\n- ${nasty}\n\n[link](javascript:window.hacked=6) <b id="raw">raw</b>`,
      summaryState: 'ready',
      transcript: [lineOf(0, nasty), lineOf(1, nasty), lineOf(2, nasty, { speaker: 'system' })],
    }),
    callOf(8, { to: nasty, instructions: nasty }),
  ];
});

/** Nothing ran, nothing was built from the text, and nothing was fetched from elsewhere. */
async function staysText(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  const built = page.locator(
    'main :is(script, iframe, style, svg[onload], img[src="x"], #raw, [onerror], [onload], a[href^="javascript"])',
  );
  await expect(built).toHaveCount(0);
}

test('in the list of calls', async ({ page }) => {
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('<script>window.hacked = 1</script>');
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
  await staysText(page);
});

test('on the page of a call while it goes on', async ({ page, desk }) => {
  desk.calls = [liveCallOf(9)];
  await page.goto(`/app/voice-agents/${callIdOf(9)}`);
  await expect(page.getByRole('button', { name: 'End Call' })).toBeVisible();
  await expect.poll(() => desk.streams).toBeGreaterThan(0);
  desk.emit({ type: 'transcript.added', callId: callIdOf(9), entry: lineOf(0, nasty) });
  await expect(page.getByText('<script>window.hacked = 1</script>')).toBeVisible();
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
