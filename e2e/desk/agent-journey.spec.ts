import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../harness/test.ts';
import { rowOf } from './fake-server/screen.ts';

/** Moves the focus with Tab, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not reach it.');
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections of the agent' }).getByRole('link', { name });

async function publish(page: Page, note: string): Promise<void> {
  await press(page, button(page, 'Publish'));
  await expect(page.getByRole('dialog').getByLabel('Note')).toBeFocused();
  await page.keyboard.type(note);
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Publish' }));
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Calls the number from the handset and waits for the greeting. */
async function callIn(phone: Page, from: string): Promise<string> {
  // Back from the page of a call that has ended.
  await phone.reload();
  await phone.getByLabel('Number to call').selectOption('+15005550007');
  await phone.getByLabel('Your number, empty to withhold it').fill(from);
  await phone.getByRole('button', { name: 'Call', exact: true }).click();
  const said = phone.getByRole('log', { name: 'Conversation' }).locator('li[data-by=app]').first();
  await expect(said).toHaveAttribute('data-live', 'false', { timeout: 30_000 });
  await phone.getByRole('button', { name: 'Hang up' }).click();
  await expect(phone.getByText(/^Ended after/)).toBeVisible();
  return (await said.locator('.words').textContent()) ?? '';
}

async function openCall(page: Page, from: string): Promise<void> {
  await page.goto('/app/voice-agents');
  await rowOf(page, from).getByRole('link').first().click();
  await expect(page.getByText('Completed').first()).toBeVisible({ timeout: 20_000 });
}

test('from nothing to a published agent that answers its number, by keyboard alone; each call names its version', async ({
  adminPage: page,
}) => {
  test.setTimeout(180_000);
  await page.goto('/app');
  await press(
    page,
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Agents', exact: true }),
  );
  await press(page, button(page, 'New Agent'));
  await expect(page.getByLabel('Name *')).toBeFocused();
  await page.keyboard.type('Elm Street Practice');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Elm Street Practice');
  await press(page, section(page, 'Opening'));
  await tabTo(page, page.getByLabel('Inbound greeting'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Good morning, this is the AI assistant of <Agent>. What can I do for you?');
  await press(page, section(page, 'Numbers'));
  await press(page, button(page, 'Take +15005550007'));
  await press(page, button(page, 'Take Number'));
  await expect(button(page, 'Release +15005550007')).toBeVisible();
  await publish(page, 'It begins.');
  await expect(page.getByText(/same as version 1/)).toBeVisible();

  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open the handset' }).click();
  const phone = await opened;
  expect(await callIn(phone, '+15005550181')).toContain(
    'Good morning, this is the AI assistant of Elm Street Practice.',
  );

  await press(page, section(page, 'Opening'));
  await tabTo(page, page.getByLabel('Inbound greeting'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Good evening, this is the AI assistant of <Agent>. What can I do for you?');
  await publish(page, 'Later in the day.');
  await expect(page.getByText(/same as version 2/)).toBeVisible();
  expect(await callIn(phone, '+15005550182')).toContain('Good evening');
  await phone.close();

  await openCall(page, '+15005550182');
  await expect(page.getByRole('link', { name: 'Version 2' })).toBeVisible();
  await openCall(page, '+15005550181');
  await page.getByRole('link', { name: 'Version 1' }).click();
  const first = page.getByRole('list', { name: 'Versions' }).getByRole('listitem').last();
  await expect(first).toContainText('It begins.');
  await expect(first).toContainText('Good morning, this is the AI assistant of <Agent>.');
});

test('a draft that was never published is tried by text, and the try is in no list', async ({
  adminPage: page,
}) => {
  test.setTimeout(120_000);
  await page.goto('/app/settings/agents');
  await button(page, 'New Agent').click();
  await page.getByLabel('Name *').fill('Birch Hill');
  await page.keyboard.press('Enter');
  await button(page, 'Try It').click();
  const panel = page.getByRole('region', { name: 'Try It' });
  await panel.getByRole('button', { name: 'Start' }).click();
  const agent = panel
    .getByRole('log')
    .locator('p')
    .filter({ hasText: /^Agent/ });
  await expect(agent.first()).toContainText('AI assistant of GS Dental.', { timeout: 30_000 });
  await panel.getByLabel('What you say').fill('I would like to make an appointment, please.');
  await page.keyboard.press('Enter');
  await expect(agent.nth(1)).toBeVisible({ timeout: 30_000 });
  await expect(panel.getByText(/^Answered/).first()).toBeVisible();
  await panel.getByRole('button', { name: 'Hang Up' }).click();
  await expect(panel.getByText(/requests to the model/)).toBeVisible({ timeout: 20_000 });
  await page.goto('/app/voice-agents');
  await expect(page.getByText('Recent Calls')).toBeVisible();
  await expect(page.getByRole('main').getByText('Birch Hill')).toHaveCount(0);
});
