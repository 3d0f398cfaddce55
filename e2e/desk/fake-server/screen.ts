import type { Locator, Page } from '@playwright/test';
import { expect } from '../../harness/test.ts';
import type { FakeServer } from './fake-server.ts';

export const rows = (page: Page) => page.getByRole('list', { name: 'Calls' }).getByRole('listitem');

export const rowOf = (page: Page, number: string) => rows(page).filter({ hasText: number });

export const menuButton = (page: Page, number: string) =>
  page.getByRole('button', { name: `Actions for ${number}` });

export async function openMenu(page: Page, number: string): Promise<Locator> {
  await menuButton(page, number).click();
  return page.getByRole('menu');
}

/** Within what is open above the page, which takes its keys only once it has the focus. */
export const focusIsIn = (page: Page, role: 'dialog' | 'menu' | 'listbox') =>
  expect(page.locator(`[role=${role}]:focus-within`)).toBeVisible();

/**
 * Waits until the page has all that it asked for, code too: what arrives later may move or replace what a test is about to
 * press. Requests that the test holds are not waited for.
 */
export async function settled(page: Page, fakeServer: FakeServer): Promise<void> {
  await expect
    .poll(async () => {
      const before = fakeServer.received;
      await page.evaluate(() =>
        fetch('/api/barrier').then(
          () => new Promise((next) => requestAnimationFrame(() => setTimeout(next))),
        ),
      );
      return fakeServer.received - before + fakeServer.answering;
    })
    .toBe(1);
}

/** Stops the clock of the page. The time to stop at must be in the future when the call arrives. */
export async function stopTheClock(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 200));
  }).toPass();
}

/** What is found while little of the page's time passes, its clock having been stopped: what has arrived is shown then. */
export const soon = (page: Page, found: () => unknown) =>
  expect.poll(async () => {
    await page.clock.runFor(20);
    return found();
  });

export const toasts = (page: Page) => page.locator('[data-sonner-toast]');

/** One toast with exactly this title and, if given, this description; looked for at once, since toasts go by themselves. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const titled = toasts(page).filter({ has: page.getByText(title, { exact: true }) });
  const described =
    description === undefined
      ? { hasNot: page.locator('[data-description]') }
      : { has: page.getByText(description, { exact: true }) };
  await expect(titled.filter(described)).toHaveCount(1);
}

export async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByLabel(field).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** The computed values of CSS colour variables on this page. */
export function coloursNamed(page: Page, names: readonly string[]): Promise<string[]> {
  return page.evaluate(
    (wanted) =>
      wanted.map((name) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = `var(${name})`;
        return getComputedStyle(probe).color;
      }),
    names,
  );
}

/** The idempotency keys of the POST requests that this page sends from now on. */
export function idempotencyKeysSentBy(page: Page): readonly (string | undefined)[] {
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') keys.push(request.headers()['idempotency-key']);
  });
  return keys;
}
