import type { BrowserContext, Page } from '@playwright/test';
import { type RunningServer, startServer } from '../harness/server.ts';
import { test as base, expect } from '../harness/test.ts';
import { choose, expectToast, openMenu, rows } from './fake-server/screen.ts';

/** A server without accounts; its sandbox carrier runs at speed 5. */
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

const person = {
  first: 'Ines',
  last: 'Marchetti',
  email: 'ines@example.com',
  password: 'four plain words here',
};
const number = '+15005550010';

interface Seen {
  status: string;
  /** How often this page has asked for the list by then. */
  asked: number;
}

/** Counts from its next load on how often this page asks for the list. The client takes `fetch` as it is when the page loads. */
async function countListRequests(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = Object.assign(window, { asked: 0 });
    const send = window.fetch;
    window.fetch = (input, init) => {
      const { url } = new Request(input, init);
      if (new URL(url).pathname === '/api/calls') counted.asked += 1;
      return send(input, init);
    };
  });
}

async function openList(page: Page): Promise<void> {
  await countListRequests(page);
  await page.goto('/app/voice-agents');
  await expect(page.getByText('No calls yet.')).toBeVisible();
}

/** Notes each status of the newest call that is shown on this page. */
async function watchStatuses(page: Page): Promise<() => Promise<Seen[]>> {
  await page.evaluate(
    (wanted) => {
      const seen: Seen[] = [];
      Object.assign(window, { seen });
      const look = () => {
        const row = document.querySelector('[aria-label=Calls] [aria-posinset="1"]');
        const status = wanted.find((word) =>
          [...(row?.querySelectorAll('span') ?? [])].some((span) => span.textContent === word),
        );
        if (status === undefined || seen.at(-1)?.status === status) return;
        const { asked = 0 } = window as { asked?: number };
        seen.push({ status, asked });
      };
      new MutationObserver(look).observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      });
      look();
    },
    ['queued', 'initiated', 'ringing', 'in-progress', 'completed'],
  );
  return () => page.evaluate(() => (window as unknown as { seen: Seen[] }).seen);
}

async function secondBrowser(page: Page, context: BrowserContext): Promise<Page> {
  const other = await context.browser()?.newContext({ baseURL: page.url() });
  if (other === undefined) throw new Error('no browser');
  const visitor = await other.newPage();
  await visitor.goto('/sign-in');
  await visitor.getByLabel('Email').fill(person.email);
  await visitor.getByLabel('Password').fill(person.password);
  await visitor.getByRole('button', { name: 'Sign In' }).click();
  await expect(visitor).toHaveURL('/app');
  return visitor;
}

test('sign up, template, call, watch, read, call again, delete: every tab and browser shows it', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  await page.goto('/sign-up');
  await page.getByLabel('First name').fill(person.first);
  await page.getByLabel('Last name').fill(person.last);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ines!');
  await expect(page.getByText('Sandbox: no real calls are made')).toBeVisible();

  await page.getByRole('link', { name: 'Templates' }).click();
  const dental = page.getByRole('region', { name: 'GS Dental', exact: true });
  await dental.getByRole('button', { name: 'Add Template' }).click();
  await page.getByLabel('Template Name *').fill('Check-up');
  await page
    .getByLabel('Prompt Message *')
    .fill('Remind <Patient Name> of the check-up on <Day> and ask whether the time still suits.');
  await page.getByLabel('Day', { exact: true }).fill('Tuesday');
  await page.getByRole('button', { name: 'Create Template' }).click();
  await expect(dental.getByText('Check-up', { exact: true })).toBeVisible();
  await expect(dental.getByText('Created by Ines Marchetti').first()).toBeVisible();

  await page.getByRole('link', { name: 'Voice Agents' }).click();
  await expect(page.getByText('No calls yet. Create your first call!')).toBeVisible();
  const tab = await context.newPage();
  const elsewhere = await secondBrowser(page, context);
  for (const each of [tab, elsewhere]) await openList(each);
  const pages = [page, tab, elsewhere];
  const seen = await Promise.all(pages.map(watchStatuses));

  await page.getByRole('button', { name: 'New Call' }).click();
  await choose(page, 'Select Agent', 'GS Dental');
  await expect(page.getByLabel('Select Agent')).toHaveAccessibleDescription(/^The call comes from \+\d+\.$/);
  await choose(page, 'Template (Optional)', 'Check-up');
  await page.getByLabel('Phone Number').fill('+1 (500) 555-0010');
  await page.getByRole('button', { name: 'Place Call' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Please fill in all required placeholders: Patient Name',
  );
  await page.getByLabel('Patient Name').fill('Ann Lee');
  await expect(page.getByLabel('Instructions')).toHaveValue(/^Remind Ann Lee of the check-up on Tuesday/);
  await page.getByRole('button', { name: 'Place Call' }).click();
  await expectToast(page, `Call to ${number} initiated successfully!`);

  for (const each of pages) {
    await expect(rows(each).first()).toContainText('completed', { timeout: 90_000 });
  }
  const histories = await Promise.all(seen.map((read) => read()));
  // What the others show of the call they were told: none asked for the list again, unless once when its event stream opened late.
  for (const history of histories.slice(1)) {
    expect(history.at(-1)?.status).toBe('completed');
    const counts = history.map(({ asked }) => asked);
    expect(new Set(history.map(({ status }) => status)).size).toBeGreaterThan(2);
    // Each has loaded the list: its requests are counted.
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  }

  await rows(page).first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(number);
  await expect(page.getByText('gs-dental', { exact: true })).toBeVisible();
  await expect(page.getByText('Sandbox', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Call Instructions' })).toContainText('Remind Ann Lee');
  const lines = page.getByRole('region', { name: 'Call Transcript' }).getByRole('listitem');
  await expect(lines.first()).toContainText('agent');
  expect(await lines.count()).toBeGreaterThan(2);
  await expect(page.getByRole('region', { name: 'AI Summary' })).toBeVisible({ timeout: 30_000 });

  await page.getByRole('link', { name: 'Back to Calls' }).click();
  await (await openMenu(page, number)).getByRole('menuitem', { name: 'Call Again' }).click();
  await expectToast(page, `Call to ${number} initiated successfully!`);
  for (const each of pages) await expect(rows(each)).toHaveCount(2);

  await rows(page).last().getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expectToast(page, 'Call deleted successfully');
  for (const each of pages) await expect(rows(each)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('completed', { timeout: 90_000 });
});
