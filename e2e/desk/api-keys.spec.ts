import type { Page } from '@playwright/test';
import { expectAccessible, type Look } from '../harness/axe.ts';
import { keyIdOf, keyOf } from './fake-server/keys-desk.ts';
import { expectToast, focusIsIn } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const list = '/app/settings/developers';
const card = (page: Page) => page.getByRole('region', { name: 'API Keys' });
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'API Keys' }).locator('> li').filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('dialog');

test('keys are listed with what they may do, their last use, end, maker and state', async ({ page }) => {
  await page.goto('/app');
  await page.getByRole('link', { name: 'Developers' }).click();
  await expect(page).toHaveTitle('Developers · Parley');
  await expect(card(page)).toContainText('2 of at most 50 keys work.');
  const practice = row(page, 'Practice software');
  await expect(practice).toContainText('Works');
  await expect(practice).toContainText('Read calls, transcripts and summaries · Place calls');
  await expect(practice).toContainText('by Ines Marchetti');
  await expect(practice).toContainText('Last used about');
  await expect(practice).toContainText('Expires Oct 13, 2126');
  await expect(practice).toContainText('600 requests a minute');
  const display = row(page, 'Wall display');
  await expect(display).toContainText('Not used yet');
  await expect(display).toContainText('Does not expire');
  await display.getByText('May do 4 things').click();
  await expect(display.getByRole('list', { name: 'Permissions' })).toContainText('Read figures and cost');
  // Those that do not work come last, and cannot be revoked again.
  await expect(page.getByRole('list', { name: 'API Keys' }).locator('> li').last()).toContainText('Revoked');
  await expect(page.getByRole('button', { name: 'Revoke Old diary' })).toHaveCount(0);
});

test('a key is made by keyboard, shown once, and gone after that', async ({ page, fakeServer }) => {
  await page.goto(list);
  await page.getByRole('button', { name: 'New Key' }).press('Enter');
  await focusIsIn(page, 'dialog');
  await dialog(page).getByRole('button', { name: 'Make Key' }).press('Enter');
  await expect(dialog(page)).toContainText('A key needs a name.');
  await expect(dialog(page)).toContainText('Choose what the key may do.');
  await expect(dialog(page).getByLabel('Name', { exact: true })).toBeFocused();
  await dialog(page).getByLabel('Name', { exact: true }).fill('  Diary ');
  await dialog(page).getByRole('button', { name: 'Place calls', exact: true }).press('Space');
  await expect(dialog(page).getByRole('checkbox', { name: 'Read templates' })).toBeChecked();
  await dialog(page).getByRole('checkbox', { name: 'Read templates' }).press('Space');
  await dialog(page).getByLabel('Expires').selectOption('Never, only when it is revoked');
  await dialog(page).getByLabel('Requests a minute').fill('30');
  await dialog(page).getByLabel('Requests a minute').press('Enter');
  const secret = `parley_${keyIdOf(103)}_${'s'.repeat(43)}`;
  await expect(dialog(page)).toContainText('It is shown this once: nobody can show it again.');
  await expect(dialog(page).getByText(secret, { exact: true })).toBeVisible();
  expect(fakeServer.requestsTo('POST /api/keys').map(({ body }) => body)).toEqual([
    {
      ...{ name: 'Diary', permissions: ['calls.read', 'agents.read', 'calls.place'] },
      ...{ requestsPerMinute: 30, expiresAt: null },
    },
  ]);
  // Neither Esc nor a press beside it loses the key.
  await focusIsIn(page, 'dialog');
  await page.keyboard.press('Escape');
  await page.mouse.click(2, 2);
  await expect(dialog(page).getByText(secret, { exact: true })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'I Have Copied It' }).press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText(secret)).toHaveCount(0);
  await expect(row(page, 'Diary').first()).toContainText('30 requests a minute');
  await expect(page.getByRole('button', { name: 'New Key' })).toBeFocused();
});

test('the key is copied with its button', async ({ page }) => {
  // The clipboard belongs to the whole machine: other pages may have the focus.
  await page.addInitScript(() => {
    const writeText = async (text: string) => document.documentElement.setAttribute('data-copied', text);
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  });
  await page.goto(`${list}?dialog=new-key`);
  await dialog(page).getByLabel('Name', { exact: true }).fill('Diary');
  await dialog(page).getByRole('button', { name: 'Metrics', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Make Key' }).click();
  await dialog(page).getByRole('button', { name: 'Copy the key' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-copied', /^parley_k\d{11}_s{43}$/);
});

test('a refusal is told in the form, and what was typed stays', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  const error = 'There are 50 keys that work, which is the most. Revoke one first.';
  fakeServer.respondWith('POST /api/keys', { status: 409, body: { error, code: 'too_many_api_keys' } });
  await page.goto(`${list}?dialog=new-key`);
  await dialog(page).getByLabel('Name', { exact: true }).fill('Diary');
  await dialog(page).getByRole('button', { name: 'Read calls', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Make Key' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText(error);
  await expect(dialog(page).getByLabel('Name', { exact: true })).toHaveValue('Diary');
});

test('a key is revoked after a question, and stays in the list', async ({ page, fakeServer }) => {
  await page.goto(list);
  await page.getByRole('button', { name: 'Revoke Practice software' }).click();
  await expect(dialog(page)).toContainText('This cannot be undone');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(fakeServer.requestsTo('POST /api/keys/:id/revoke')).toEqual([]);
  await page.getByRole('button', { name: 'Revoke Practice software' }).click();
  await dialog(page).getByRole('button', { name: 'Revoke Key' }).click();
  await expectToast(page, 'Key revoked');
  await expect(row(page, 'Practice software')).toContainText('Revoked');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(fakeServer.requestsTo('POST /api/keys/:id/revoke').map(({ id }) => id)).toEqual([keyIdOf(2)]);
});

test('a key that somebody else makes or revokes is shown at once', async ({ page, fakeServer }) => {
  await page.goto(list);
  await expect(row(page, 'Practice software')).toBeVisible();
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  fakeServer.keysDesk.make({ name: 'Of a colleague', permissions: ['calls.read'] });
  fakeServer.emit({ type: 'list.changed', list: 'apiKeys' });
  await expect(row(page, 'Of a colleague')).toBeVisible();
});

test('with 50 keys that work none is made, and the page says what to do', async ({ page, fakeServer }) => {
  fakeServer.keysDesk.keys = Array.from({ length: 50 }, (_, n) => keyOf(n, `Program ${n}`));
  await page.goto(list);
  await expect(card(page)).toContainText('There are 50 keys that work, which is the most. Revoke one first.');
  await expect(page.getByRole('button', { name: 'New Key' })).toBeDisabled();
});

test('without keys the page says what they are for; a list that fails can be asked for again', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  fakeServer.keysDesk.keys = [];
  await page.goto(list);
  await expect(card(page)).toContainText('No keys yet. Make one for each program');
  fakeServer.respondWith('GET /api/keys', { status: 403, body: { error: 'Not now.', code: 'forbidden' } });
  await page.reload();
  await expect(card(page)).toContainText('Failed to load the keys');
  await expect(card(page).getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('an operator sees neither the entry nor the page', async ({ page, fakeServer }) => {
  fakeServer.claims = { parley: 'operator' };
  await page.goto(list);
  await expect(page.getByText('Your role does not allow this.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Developers' })).toHaveCount(0);
  expect(fakeServer.requestsTo('GET /api/keys')).toEqual([]);
});

test.describe('accessibility', () => {
  test.describe.configure({ timeout: 180_000 });
  const twoLooks: readonly Look[] = [
    { theme: 'light', width: 1280 },
    { theme: 'dark', width: 360 },
  ];

  test('the keys and their dialogs are accessible', async ({ page }) => {
    await page.goto(list);
    await expect(row(page, 'Practice software')).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${list}?dialog=revoke-key:${keyIdOf(2)}`);
    await expect(dialog(page)).toContainText('This cannot be undone');
    await expectAccessible(page, { dialogOpen: true, looks: twoLooks });
    await page.goto(`${list}?dialog=new-key`);
    await expect(dialog(page)).toContainText('What it may do');
    await expectAccessible(page, { dialogOpen: true, looks: twoLooks });
    await dialog(page).getByLabel('Name', { exact: true }).fill('Diary');
    await dialog(page).getByRole('button', { name: 'Read calls', exact: true }).click();
    await dialog(page).getByRole('button', { name: 'Make Key' }).click();
    await expect(dialog(page)).toContainText('It is shown this once');
    await expectAccessible(page, { dialogOpen: true, looks: twoLooks });
  });
});
