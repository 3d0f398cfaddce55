import type { Page } from '@playwright/test';
import { admin, signUp } from '../harness/accounts.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { test as base, expect } from '../harness/test.ts';
import { followUpRows, inbox, item } from './fake-server/inbox.ts';
import { expectToast, rows } from './fake-server/screen.ts';

/** The real server; its sandbox carrier runs at speed 5. */
const test = base.extend<object, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const server = await startServer({ PHONE_LAB_SPEED: '5' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const number = '+15005550010';

/** Sends what somebody would have typed before. */
async function given(page: Page, path: string, data: object): Promise<void> {
  const session = await page.request.get('/api/auth/get-session');
  const authorization = `Bearer ${session.headers()['set-auth-jwt']}`;
  const answer = await page.request.post(path, { data, headers: { authorization } });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
}

test('without a mouse: ten follow-ups closed, one snoozed, a person found, an outcome corrected, called again with other words', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(240_000);
  await context.addCookies((await signUp(server, admin)).cookies);
  await given(page, '/api/contacts', {
    number,
    name: 'Ada Weber',
    language: null,
    timeZone: null,
    consent: [],
    notes: '',
    agentNotes: '',
  });
  for (let n = 10; n < 22; n += 1)
    await given(page, '/api/follow-ups', {
      what: `Send form ${n}.`,
      number,
      dueAt: new Date(Date.now() + n * 60_000).toISOString(),
    });

  await page.goto(inbox);
  await expect(followUpRows(page)).toHaveCount(12);
  await expect(followUpRows(page).first()).toContainText(/Ada Weber.*Send form 10\./);
  for (let n = 0; n < 10; n += 1) await page.keyboard.press('e');
  await expect(followUpRows(page)).toHaveCount(2);
  await expect(item(page)).toHaveAccessibleName('Follow-ups, 2 open');
  await page.keyboard.press('s');
  await expect(page.getByRole('menuitem')).toHaveCount(4);
  await page.keyboard.press('3');
  await expect(followUpRows(page)).toHaveText([/Send form 21\./]);
  // What is stored, and not what is shown.
  await expect(page.getByRole('radio', { name: 'Snoozed 1' })).toBeVisible();
  await page.reload();
  await expect(followUpRows(page)).toHaveText([/Send form 21\./]);

  await page.goto('/app/voice-agents/new');
  await page.getByLabel('Select Agent').press('Enter');
  await page.getByRole('option', { name: 'GS Dental' }).press('Enter');
  await page.getByLabel('Phone Number').pressSequentially('weber');
  await expect(page.getByRole('option', { name: /Ada Weber/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Phone Number')).toHaveValue(number);
  await page
    .getByLabel('Instructions')
    .pressSequentially('Remind her of the check-up on Tuesday and ask whether it still suits.');
  await page.getByRole('button', { name: 'Place Call' }).press('Enter');
  await expectToast(page, `Call to ${number} initiated successfully!`);
  await expect(rows(page).first()).toContainText('completed', { timeout: 90_000 });
  await expect(rows(page).first()).toContainText('Ada Weber');

  await rows(page).first().getByRole('link').press('Enter');
  const outcome = page.getByRole('region', { name: 'Outcome' });
  const result = outcome.getByRole('listitem').first();
  await result.getByRole('button', { name: 'Correct' }).press('Enter');
  await page.getByLabel('Result').press('P');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(result).toContainText('Corrected by Ines Marchetti');
  await expect(result).toContainText('Partly reached');

  await page.getByRole('button', { name: 'Call Again' }).press('Enter');
  const instructions = page.getByRole('dialog').getByLabel('Instructions');
  await expect(instructions).toHaveValue(/^Remind her/);
  await instructions.press('Control+A');
  await instructions.pressSequentially('Ask whether Wednesday suits better.');
  await page.getByRole('dialog').getByRole('button', { name: 'Place Call' }).press('Enter');
  await expectToast(page, `Call to ${number} initiated successfully!`);
});
