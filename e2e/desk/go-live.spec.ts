import type { Page } from '@playwright/test';
import {
  earlierVoiceUrl,
  modelName,
  numberWithoutVoice,
  type OutsideWorld,
  practiceNumber,
  startOutsideWorld,
} from '../harness/outside-world.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { test as base, expect } from '../harness/test.ts';
import { choose, expectToast, rows } from './fake-server/screen.ts';

/** A server as after a fresh clone: no account, no settings of a carrier or a model. */
const test = base.extend<object, { world: OutsideWorld; server: RunningServer }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const world = await startOutsideWorld();
      await use(world);
      await world.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  server: [
    async ({ world }, use) => {
      const server = await startServer(world.settings);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const person = '+12025550123';
const card = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const sandboxBar = (page: Page) => page.getByRole('complementary', { name: 'Sandbox', exact: true });

async function signUp(page: Page): Promise<void> {
  await page.goto('/sign-up');
  await page.getByLabel('First name').fill('Ines');
  await page.getByLabel('Last name').fill('Marchetti');
  await page.getByLabel('Email').fill('ines@example.com');
  await page.getByLabel('Password').fill('four plain words here');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/app');
}

async function setAddress(page: Page, url: string): Promise<void> {
  await button(page, 'Set Address').click();
  await page.getByLabel('Address *').fill('http://127.0.0.1:9');
  await button(page, 'Check').click();
  await expect(dialog(page)).toContainText('Nothing answers at 127.0.0.1:9.');
  await page.getByLabel('Address *').fill(url);
  await button(page, 'Use This Address').click();
  await expect(card(page, 'Public Address')).toContainText(url);
}

async function connectPhone(page: Page, { lab }: OutsideWorld): Promise<void> {
  await button(page, 'Connect Phone').click();
  await page.getByLabel('Account SID').fill(lab.accountSid);
  await page.getByLabel('Auth token').fill('f'.repeat(32));
  await button(page, 'Check the Account').click();
  await expect(dialog(page)).toContainText('does not accept this account SID with this auth token');
  await page.getByLabel('Auth token').fill(lab.authToken);
  await button(page, 'Check the Account').click();
  await expect(dialog(page)).toContainText('12.34 USD');
  await expect(page.getByLabel(numberWithoutVoice)).toBeDisabled();
  await page.getByLabel(practiceNumber).check();
  await dialog(page).getByRole('button', { name: 'Connect Phone' }).click();
  // Nothing was changed at the carrier yet.
  await expect(dialog(page)).toContainText(`Calls to ${practiceNumber} go to ${earlierVoiceUrl} today.`);
  await page.getByLabel(`Take over ${practiceNumber}`).check();
  await button(page, 'Take Over Line').click();
  await expect(dialog(page)).toContainText('Reaches Parley');
  await page.keyboard.press('Escape');
  await expect(card(page, 'Phone')).toContainText('GS Dental');
}

test('from a fresh clone to a call that counts as real, in the browser alone, and back to the sandbox', async ({
  page,
  world,
  server,
}) => {
  test.setTimeout(180_000);
  const { lab } = world;
  await signUp(page);
  await expect(sandboxBar(page)).toBeVisible();
  await page.goto('/app/settings/connections');
  await setAddress(page, server.url);
  await connectPhone(page, world);
  // A model that runs on this machine is offered, and used once somebody has said so.
  await button(page, 'Connect Model').click();
  await expect(dialog(page)).toContainText(`${modelName} runs on this machine`);
  await button(page, 'Let It Speak').click();
  await expect(card(page, 'Model')).toContainText(modelName);
  expect(lab.calls()).toEqual([]);

  await page.goto('/app/go-live');
  await expect(button(page, 'Make Real Calls')).toBeDisabled();
  await page.getByRole('button', { name: /^It Is Right/ }).click();
  await page.getByRole('button', { name: /^They Are Right: Limits/ }).click();
  await page.getByRole('button', { name: /^I Have Looked at It/ }).click();
  await page.getByRole('button', { name: /^They Are Right: Access/ }).click();
  await expect(page.getByText('Everything that real calls need.')).toBeVisible();
  const confirmation = page.getByLabel(/^Type .* to confirm$/);
  const label = await page.getByText(/^Type .* to confirm$/).innerText();
  await confirmation.fill(label.replace(/^Type (.*) to confirm$/, '$1'));
  await button(page, 'Make Real Calls').click();
  await expectToast(page, 'Calls are real from now on');
  await expect(sandboxBar(page)).toHaveCount(0);

  await page.getByLabel('Phone Number').fill(person);
  await button(page, 'Call My Phone').click();
  await expect(page).toHaveURL('/app/voice-agents');
  await expect(rows(page).first()).toContainText('completed', { timeout: 90_000 });
  await expect(rows(page).first()).not.toContainText('Sandbox');
  expect(lab.calls().map(({ from, to, status }) => ({ from, to, status }))).toEqual([
    { from: practiceNumber, to: person, status: 'completed' },
  ]);
  expect(world.model.asked()).toBeGreaterThan(0);

  await page.goto('/app/go-live');
  await button(page, 'Back to the Sandbox').click();
  await expect(sandboxBar(page)).toBeVisible();
  await page.goto('/app/voice-agents');
  await page.getByRole('button', { name: 'New Call' }).click();
  await choose(page, 'Select Agent', 'GS Dental');
  await page.getByLabel('Phone Number').fill('+15005550010');
  await page.getByLabel('Instructions').fill('Ask whether Tuesday suits.');
  await page.getByRole('button', { name: 'Place Call' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('Sandbox');
  // The practice's line was not taken over for good: disconnecting puts it back.
  await page.goto('/app/settings/connections');
  await card(page, 'Phone').getByRole('button', { name: 'Disconnect' }).click();
  await dialog(page).getByRole('button', { name: 'Disconnect' }).click();
  await expect(card(page, 'Phone')).toContainText('Disconnected');
  const lines = () => lab.ledger().flatMap((entry) => (entry.kind === 'number' ? [entry.number] : []));
  await expect
    .poll(() => lines().findLast(({ phoneNumber }) => phoneNumber === practiceNumber)?.voiceUrl)
    .toBe(earlierVoiceUrl);
  expect(lab.calls()).toHaveLength(1);
});
