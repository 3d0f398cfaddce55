import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { choose, rows } from '../desk/fake-server/screen.ts';
import { admin, signUp } from '../harness/accounts.ts';
import { root } from '../harness/project.ts';
import { startServer } from '../harness/server.ts';

const folder = join(root, 'docs/images');
const size = { width: 1120, height: 700 };

/** Calls that a scripted person answers, or nobody does; the sandbox carrier decides by the number. */
const earlierCalls = [
  ['+15005550010', 'Remind Ann Lee of her check-up on Tuesday at ten and ask whether the time still suits.'],
  ['+15005550101', 'Remind Bob Reyes of his appointment on Thursday at nine.'],
  ['+15005550103', 'Ask Carla Stone to bring her insurance card tomorrow.'],
  ['+15005550011', 'Tell Dan Okafor that his crown has arrived and ask when he can come in.'],
] as const;
const instructions =
  'Remind Maria Lopez of her check-up on Tuesday at ten and ask whether the time still suits.';

/** The pictures of the README, from a server that runs for real: the list, a live call, the handset. */
export async function takeReadmePictures(browser: Browser): Promise<void> {
  const server = await startServer({ PHONE_LAB_SPEED: '4' });
  try {
    const storageState = await signUp(server, admin);
    const look = { viewport: size, reducedMotion: 'reduce', locale: 'en-US' } as const;
    const context = await browser.newContext({ baseURL: server.url, storageState, ...look });
    const page = await context.newPage();
    for (const [number, text] of earlierCalls) await place(page, number, text);
    for (const [index] of earlierCalls.entries()) {
      await rows(page)
        .nth(index)
        .getByText(/^(?:completed|busy)$/)
        .waitFor({ timeout: 120_000 });
    }
    const handset = await openHandset(context, page);
    await place(page, '+15005550123', instructions);
    await talk(handset);
    await picture(handset, 'handset');
    await picture(page, 'calls');
    await rows(page).first().click();
    await page.getByText('Yes, speaking.').waitFor();
    await picture(page, 'live-call');
    await handset.getByRole('button', { name: 'Hang up' }).click();
  } finally {
    await server.stop();
  }
}

async function place(page: Page, number: string, text: string): Promise<void> {
  await page.goto('/app/voice-agents/new');
  await choose(page, 'Select Agent', 'GS Dental');
  await page.getByLabel('Phone Number').fill(number);
  await page.getByLabel('Instructions').fill(text);
  await page.getByRole('button', { name: 'Place Call' }).click();
  await page.goto('/app/voice-agents');
  await rows(page).first().getByText(number).waitFor();
}

async function openHandset(context: BrowserContext, page: Page): Promise<Page> {
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: /^Open the handset/ }).click();
  const handset = await opened;
  await handset.setViewportSize(size);
  await handset.getByText('Waiting for a call').waitFor();
  return handset;
}

async function talk(handset: Page): Promise<void> {
  await handset.getByRole('button', { name: 'Answer' }).click();
  const agent = handset.getByRole('log', { name: 'Conversation' }).locator('li[data-by=app]');
  const field = handset.getByRole('textbox', { name: 'What you say' });
  const answer = async (afterHearing: RegExp, words: string) => {
    await agent.getByText(afterHearing).first().waitFor();
    await field.and(handset.locator(':not([placeholder*=Interrupt])')).waitFor();
    await field.fill(words);
    await field.press('Enter');
  };
  await answer(/GS Dental/, 'Hello, who is this?');
  await answer(/Maria Lopez/, 'Yes, speaking.');
  await agent.getByText(/Tuesday at ten/).waitFor();
}

async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
