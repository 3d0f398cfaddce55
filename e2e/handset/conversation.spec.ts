import type { Page } from '@playwright/test';
import { choose, rowOf } from '../desk/stand-in/screen.ts';
import { expect, test } from '../harness/test.ts';

/** What was said, one line for each turn, with a star where it was cut off. */
type Script = string[];

const field = (phone: Page) => phone.getByRole('textbox', { name: 'What you say' });
const lines = (phone: Page) => phone.getByRole('log', { name: 'Conversation' }).locator('li');
const agentLines = (phone: Page) =>
  phone.getByRole('log', { name: 'Conversation' }).locator('li[data-by=app]');

async function openHandset(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open the handset' }).click();
  const phone = await opened;
  await expect(phone.getByText('Waiting for a call')).toBeVisible();
  return phone;
}

async function say(phone: Page, text: string): Promise<void> {
  await field(phone).fill(text);
  await field(phone).press('Enter');
  await expect(lines(phone).filter({ hasText: text })).toBeVisible();
}

/** The agent has said something new, to its end. */
async function agentHasSpoken(phone: Page, count: number): Promise<void> {
  await expect(agentLines(phone)).toHaveCount(count, { timeout: 30_000 });
  await expect(agentLines(phone).last()).toHaveAttribute('data-live', 'false', { timeout: 30_000 });
}

async function heardAtThePhone(phone: Page): Promise<Script> {
  return lines(phone).evaluateAll((items) =>
    items.flatMap((item) => {
      const words = item.querySelector('.words')?.textContent ?? '';
      const isCut = item.querySelector<HTMLElement>('.cut')?.hidden === false;
      const speaker = item.getAttribute('data-by') === 'app' ? 'agent' : 'user';
      return item.getAttribute('data-by') === 'note' || words === ''
        ? []
        : [`${speaker}: ${words}${isCut ? '*' : ''}`];
    }),
  );
}

async function storedInParley(page: Page): Promise<Script> {
  const items = page.getByRole('region', { name: 'Call Transcript' }).getByRole('listitem');
  return items.evaluateAll((all) =>
    all.flatMap((item) => {
      const [badge, words] = [item.querySelector('span'), item.querySelector('p')];
      const speaker = badge?.textContent?.trim().toLowerCase() ?? '';
      const isCut = words?.querySelector('span')?.textContent === 'interrupted';
      const text = words?.firstChild?.textContent?.trim() ?? '';
      return speaker === 'system' ? [] : [`${speaker}: ${text}${isCut ? '*' : ''}`];
    }),
  );
}

test('a call rings the handset; it is answered, interrupted once and hung up, and Parley has it as it was', async ({
  adminPage: page,
}) => {
  test.setTimeout(120_000);
  await page.goto('/app/voice-agents');
  const phone = await openHandset(page);
  const number = '+15005550143';
  await page.getByRole('button', { name: 'New Call' }).click();
  await choose(page, 'Select Agent', 'GS Dental');
  await page.getByLabel('Phone Number').fill(number);
  await page
    .getByLabel('Instructions')
    .fill(
      'Remind Ann of her cleaning appointment on Tuesday the third at ten in the morning, and ask whether she will come.',
    );
  await page.locator('form button[type=submit]').click();

  await expect(phone).toHaveTitle(/Ringing/);
  await phone.getByRole('button', { name: 'Answer' }).click();
  await agentHasSpoken(phone, 1);
  await say(phone, 'Hello?');
  await agentHasSpoken(phone, 2);
  await say(phone, 'Yes, this is Ann speaking.');
  // In the middle of what it says next.
  await expect(agentLines(phone)).toHaveCount(3, { timeout: 30_000 });
  await expect(agentLines(phone).last().locator('.words')).toHaveText(/\w+ \w+ \w+/);
  await say(phone, 'Wait, what day was that?');
  await expect(phone.locator('.cut:visible')).toHaveCount(1);
  await agentHasSpoken(phone, 4);
  await phone.getByRole('button', { name: 'Hang up' }).click();
  await expect(phone.getByText(/^Ended after/)).toBeVisible();
  const heard = await heardAtThePhone(phone);
  expect(heard.filter((line) => line.endsWith('*'))).toEqual([heard[4]]);
  expect(heard.filter((line) => line.startsWith('user: '))).toEqual([
    'user: Hello?',
    'user: Yes, this is Ann speaking.',
    'user: Wait, what day was that?',
  ]);

  await rowOf(page, number).getByRole('link').first().click();
  await expect(page.getByText('Completed').first()).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => storedInParley(page), { timeout: 20_000 }).toEqual(heard);
  await phone.close();
});

test('somebody calls in from the handset, and Parley has both sides', async ({ adminPage: page }) => {
  test.setTimeout(120_000);
  await page.goto('/app/voice-agents');
  const phone = await openHandset(page);
  const number = '+15005550178';
  await phone.getByLabel('Your number, empty to withhold it').fill(number);
  await phone.getByRole('button', { name: 'Call', exact: true }).click();
  await agentHasSpoken(phone, 1);
  await say(phone, 'I would like to make an appointment, please.');
  await agentHasSpoken(phone, 2);
  await phone.getByRole('button', { name: 'Hang up' }).click();
  await expect(phone.getByText(/^Ended after/)).toBeVisible();
  const heard = await heardAtThePhone(phone);

  await rowOf(page, number).getByRole('link').first().click();
  await expect(page.getByText('Completed').first()).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => storedInParley(page), { timeout: 20_000 }).toEqual(heard);
  await phone.close();
});
