import type { Page } from '@playwright/test';
import { choose, rowOf } from '../desk/fake-server/screen.ts';
import { expect, test } from '../harness/test.ts';

/** What was said, one string for each entry, with a star where it was cut off. */
type Transcript = string[];

const field = (phone: Page) => phone.getByRole('textbox', { name: 'What you say' });
const entries = (phone: Page) => phone.getByRole('log', { name: 'Conversation' }).locator('li');
const agentEntries = (phone: Page) =>
  phone.getByRole('log', { name: 'Conversation' }).locator('li[data-by=app]');

async function openHandset(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: /^Open the handset/ }).click();
  const phone = await opened;
  await expect(phone.getByText('Waiting for a call')).toBeVisible();
  return phone;
}

async function say(phone: Page, text: string): Promise<void> {
  await field(phone).fill(text);
  await field(phone).press('Enter');
  await expect(entries(phone).filter({ hasText: text })).toBeVisible();
}

/** Waits until the agent has finished this many entries. */
async function agentHasSpoken(phone: Page, count: number): Promise<void> {
  await expect(agentEntries(phone)).toHaveCount(count, { timeout: 30_000 });
  await expect(agentEntries(phone).last()).toHaveAttribute('data-live', 'false', { timeout: 30_000 });
}

async function heardOnHandset(phone: Page): Promise<Transcript> {
  return entries(phone).evaluateAll((items) =>
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

async function storedTranscript(page: Page): Promise<Transcript> {
  const items = page.getByRole('region', { name: 'Call Transcript' }).getByRole('listitem');
  return items.evaluateAll((all) =>
    all.flatMap((item) => {
      const [badge, words] = [item.querySelector('span'), item.querySelector('p')];
      const speaker = badge?.textContent?.trim().toLowerCase() ?? '';
      const isCut = [...(words?.querySelectorAll('span') ?? [])].at(-1)?.textContent === 'interrupted';
      const text = words?.firstChild?.textContent?.trim() ?? '';
      return speaker === 'system' ? [] : [`${speaker}: ${text}${isCut ? '*' : ''}`];
    }),
  );
}

test('a call rings on the handset, is answered, interrupted once and hung up; Parley stores what was heard', async ({
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
  // Interrupts in the middle of what the agent says next.
  await expect(agentEntries(phone)).toHaveCount(3, { timeout: 30_000 });
  await expect(agentEntries(phone).last().locator('.words')).toHaveText(/\w+ \w+ \w+/);
  await say(phone, 'Wait, what day was that?');
  await expect(phone.locator('.cut:visible')).toHaveCount(1);
  await agentHasSpoken(phone, 4);
  await phone.getByRole('button', { name: 'Hang up' }).click();
  await expect(phone.getByText(/^Ended after/)).toBeVisible();
  const heard = await heardOnHandset(phone);
  expect(heard.filter((entry) => entry.endsWith('*'))).toEqual([heard[4]]);
  expect(heard.filter((entry) => entry.startsWith('user: '))).toEqual([
    'user: Hello?',
    'user: Yes, this is Ann speaking.',
    'user: Wait, what day was that?',
  ]);

  await rowOf(page, number).getByRole('link').first().click();
  await expect(page.getByText('Completed').first()).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => storedTranscript(page), { timeout: 20_000 }).toEqual(heard);
  await phone.close();
});

test('a call from the handset; Parley stores both sides', async ({ adminPage: page }) => {
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
  const heard = await heardOnHandset(phone);

  await rowOf(page, number).getByRole('link').first().click();
  await expect(page.getByText('Completed').first()).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => storedTranscript(page), { timeout: 20_000 }).toEqual(heard);
  await phone.close();
});
