import type { Locator, Page } from '@playwright/test';
import type { StorageState } from '../harness/accounts.ts';
import { colleague } from '../harness/colleague.ts';
import { press, tabTo } from '../harness/keyboard.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { test as base, expect } from '../harness/test.ts';
import { followUpRows, inbox, item, pane } from './fake-server/inbox.ts';
import { choose, expectToast, focusIsIn, rows } from './fake-server/screen.ts';

/** The real server; its sandbox carrier runs at speed 5. */
const test = base.extend<object, { server: RunningServer; adminState: StorageState }>({
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

const mainLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

/** Sends what somebody would have typed before. */
async function given(page: Page, path: string, data: object): Promise<void> {
  const session = await page.request.get('/api/auth/get-session');
  const authorization = `Bearer ${session.headers()['set-auth-jwt']}`;
  const answer = await page.request.post(path, { data, headers: { authorization } });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
}

/** Follow-ups added by hand, each due a minute after the one before. */
async function givenFollowUps(page: Page, number: string, whats: readonly string[]): Promise<void> {
  for (const [index, what] of whats.entries()) {
    const dueAt = new Date(Date.now() + (index + 5) * 60_000).toISOString();
    await given(page, '/api/follow-ups', { what, number, dueAt });
  }
}

/** What is asked of the sandbox carrier, beside the page. */
async function lab(page: Page, method: 'GET' | 'POST' | 'PUT', path: string, data?: object) {
  const url = await page.getByRole('link', { name: /^Open the handset/ }).getAttribute('href');
  const answer = await page.request.fetch(new URL(`/lab/${path}`, url ?? '').href, {
    method,
    ...(data === undefined ? {} : { data }),
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

const callers = [
  { from: '+15005550044', callee: 'in-pain', said: /tooth hurts/ },
  { from: '+15005550043', callee: 'asks-for-colleague', said: /Dr\. Ito/ },
  { from: '+15005550042', callee: 'wants-appointment', said: /appointment/ },
  { from: '+15005550041', callee: 'asks-unknown', said: /bicycle/ },
] as const;

test('FU4 FU5: four callers hang up, and the open inbox has what they asked for, in order and with their words; called back, it is closed if a person was reached', async ({
  adminPage: page,
}) => {
  test.setTimeout(180_000);
  await page.goto(inbox);
  await expect(page.getByText('Nothing to follow up.')).toBeVisible();
  await Promise.all(
    callers.map(async ({ from, callee }) => {
      const { callSid } = await lab(page, 'POST', 'dial', { from, to: '+15005550006', callee });
      await expect
        .poll(async () => (await lab(page, 'GET', `calls/${callSid}`)).call.live, {
          timeout: 90_000,
          intervals: [100],
        })
        .toBe(false);
      // How long it takes is measured at the server, in apps/server/integration/follow-ups.test.ts.
      await expect(followUpRows(page).filter({ hasText: from })).toBeVisible();
    }),
  );
  await expect(followUpRows(page)).toHaveText(
    callers.map(({ from }) => new RegExp(from.replace('+', '\\+'))),
  );
  await expect(item(page)).toHaveAccessibleName('Follow-ups 4 open, 1 urgent');
  await mainLink(page, 'Dashboard').click();
  await expect(followUpRows(page)).toHaveCount(0);
  await item(page).click();
  for (const { said } of callers) {
    const proof = pane(page).getByRole('region', { name: 'What was said' }).locator('[aria-current]');
    await expect(proof).toHaveText(said);
    await page.keyboard.press('j');
  }

  // Called back from here: a machine leaves it open, a person closes it.
  for (const [callee, isClosed] of [
    ['voicemail', false],
    ['confirms', true],
  ] as const) {
    await lab(page, 'PUT', `numbers/${callers[0].from}/callee`, { callee });
    await followUpRows(page).first().getByRole('button').click();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New Call' });
    await expect(dialog.getByLabel('Instructions')).toHaveValue(/tooth hurts/);
    await button(dialog, 'Place Call').click();
    await expect(followUpRows(page).first()).toContainText('Ines Marchetti is calling now');
    if (isClosed) await expect(followUpRows(page)).toHaveCount(3, { timeout: 90_000 });
    else await expect(pane(page).getByLabel('Note')).toHaveValue(/nobody reached\.$/, { timeout: 90_000 });
  }
  await expect(pane(page).getByText('by a call that reached somebody')).toBeVisible();
});

test('without a mouse: ten follow-ups closed, one snoozed, a person found, an outcome corrected, called again with other words', async ({
  adminPage: page,
}) => {
  test.setTimeout(180_000);
  page.setDefaultTimeout(20_000);
  const number = '+15005550010';
  await given(page, '/api/contacts', {
    ...{ number, name: 'Ada Weber', language: null, timeZone: null, consent: [] },
    ...{ notes: '', agentNotes: '' },
  });
  const forms = Array.from({ length: 12 }, (_, index) => `Send form ${index + 10}.`);
  await givenFollowUps(page, number, forms);
  const ofAda = followUpRows(page).filter({ hasText: 'Ada Weber' });
  const chosen = page.locator('[data-follow-up][aria-current]');

  await page.goto('/app');
  await press(page, item(page));
  await expect(ofAda).toHaveCount(12);
  while (!(await chosen.textContent())?.includes('Send form 10.')) await page.keyboard.press('j');
  for (let n = 0; n < 10; n += 1) await page.keyboard.press('e');
  await expect(ofAda).toHaveText([/Send form 20\./, /Send form 21\./]);
  await page.keyboard.press('s');
  await expect(page.getByRole('menuitem')).toHaveCount(4);
  await focusIsIn(page, 'menu');
  await page.keyboard.press('3');
  await expect(ofAda).toHaveText([/Send form 21\./]);
  await expect(page.getByRole('radio', { name: 'Snoozed 1' })).toBeVisible();
  // What is stored, and not what is shown.
  await page.reload();
  await expect(ofAda).toHaveText([/Send form 21\./]);
  await expect(chosen).toContainText('Send form 21.');

  await press(page, mainLink(page, 'Contacts'));
  await tabTo(page, page.getByLabel('Search by name or number'));
  await page.keyboard.type('weber');
  await press(page, page.getByRole('list', { name: 'Contacts' }).getByRole('link', { name: /Ada Weber/ }));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada Weber');
  await expect(page.getByText('Send form 21.')).toBeVisible();

  await press(page, mainLink(page, 'Voice Agents'));
  await press(page, button(page, 'New Call'));
  const dialog = page.getByRole('dialog', { name: 'New Call' });
  await press(page, dialog.getByLabel('Select Agent'));
  await expect(page.getByRole('option', { name: 'GS Dental', exact: true })).toBeVisible();
  await focusIsIn(page, 'listbox');
  await page.keyboard.type('GS');
  await expect(page.getByRole('option', { name: 'GS Dental', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByLabel('Phone Number'));
  await page.keyboard.type('weber');
  await expect(page.getByRole('option', { name: /Ada Weber/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Phone Number')).toHaveValue(number);
  await tabTo(page, dialog.getByLabel('Instructions'));
  await page.keyboard.type('Remind her of the check-up on Tuesday and ask whether it still suits.');
  await press(page, button(dialog, 'Place Call'));
  await expectToast(page, `Call to ${number} initiated successfully!`);
  await expect(rows(page).first()).toContainText('completed', { timeout: 90_000 });
  await expect(rows(page).first()).toContainText('Ada Weber');

  await press(page, rows(page).first().getByRole('link').first());
  const result = page.getByRole('region', { name: 'Outcome' }).getByRole('listitem').first();
  await press(page, button(result, 'Correct'));
  await expect(page.getByLabel('Result')).toBeFocused();
  await page.keyboard.press('P');
  await press(page, button(page, 'Save'));
  await expect(result).toContainText('Corrected by Ines Marchetti');
  await expect(result).toContainText('Partly reached');

  await press(page, button(page, 'Call Again'));
  await expect(dialog.getByLabel('Instructions')).toHaveValue(/^Remind her/);
  await expect(dialog.getByLabel('Instructions')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Ask whether Wednesday suits better.');
  await press(page, button(dialog, 'Place Call'));
  await expectToast(page, `Call to ${number} initiated successfully!`);
  await press(page, mainLink(page, 'Voice Agents'));
  await expect(rows(page).first()).toContainText('Ask whether Wednesday suits better.');
  await press(page, rows(page).first().getByRole('link').first());
  await expect(page.getByRole('region', { name: 'Call Instructions' })).toContainText(
    'Ask whether Wednesday suits better.',
  );
});

test('FU6 FU7: two people work the inbox at once: nothing is lost, one of them calls, and who was away catches up', async ({
  adminPage: page,
  server,
  expectedErrors,
}) => {
  test.setTimeout(120_000);
  expectedErrors.push(/status of 409/, /ERR_INTERNET_DISCONNECTED/);
  const number = '+15005550105';
  await givenFollowUps(page, number, ['First.', 'Second.', 'Third.', 'Fourth.']);
  const other = await colleague(page, server, 'Tomas', 'admin');
  const ofBoth = (who: Page) => followUpRows(who).filter({ hasText: number });
  const open = (who: Page, what: string) => ofBoth(who).filter({ hasText: what }).getByRole('button').click();
  for (const who of [page, other]) {
    await who.goto(inbox);
    await expect(ofBoth(who)).toHaveCount(4);
  }

  // The same one at the same moment: closed once, and each goes on to another.
  for (const who of [page, other]) await open(who, 'First.');
  await Promise.all([page.keyboard.press('e'), other.keyboard.press('e')]);
  for (const who of [page, other]) await expect(ofBoth(who)).toHaveText([/Second/, /Third/, /Fourth/]);

  // Two changes of one: both are kept.
  for (const who of [page, other]) await open(who, 'Second.');
  await pane(other).getByLabel('Note').fill('Has a new address.');
  await page.keyboard.press('a');
  await expect(ofBoth(other).filter({ hasText: 'Second.' })).toContainText('Owner: Ines Marchetti');
  await button(pane(other), 'Save Note').click();
  await expect(pane(page).getByLabel('Note')).toHaveValue('Has a new address.');

  // Both have the form open; one call is placed.
  for (const who of [page, other]) {
    await button(pane(who), 'Call Back').click();
    await expect(who.getByRole('dialog').getByLabel('Instructions')).toHaveValue(/Second/);
    await choose(who, 'Select Agent', 'GS Dental');
  }
  await button(page.getByRole('dialog'), 'Place Call').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await button(other.getByRole('dialog'), 'Place Call').click();
  await expect(other.getByRole('dialog').getByRole('alert')).toContainText('Somebody is calling back');
  await other.keyboard.press('Escape');

  // Without a connection nothing is pretended, and what the other one does is there afterwards.
  await other.reload();
  await open(other, 'Third.');
  await other.context().setOffline(true);
  await other.keyboard.press('e');
  await expectToast(
    other,
    '"Done" was not saved. Please try again.',
    'Could not reach the server. Check your connection and try again.',
  );
  await expect(ofBoth(other)).toHaveCount(3);
  await open(page, 'Fourth.');
  await page.keyboard.press('e');
  await expect(ofBoth(page)).toHaveText([/Second/, /Third/]);
  await other.context().setOffline(false);
  await expect(ofBoth(other)).toHaveText([/Second/, /Third/], { timeout: 30_000 });
  await open(other, 'Third.');
  await other.keyboard.press('e');
  for (const who of [page, other]) await expect(ofBoth(who)).toHaveText([/Second/]);
  await other.context().close();
});
