import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import type { StorageState } from '../../e2e/harness/accounts.ts';

export interface Visitor {
  readonly browser: Browser;
  readonly url: string;
  readonly state: StorageState;
}

export const callList = '/app/voice-agents';
export const row = '[role="listitem"] a[href]';
/** The first steps above the list are a list too, in a section of their own. */
export const transcriptEntry = 'main div > ol > li';

/** A signed-in browser with an empty cache. */
export function freshContext({ browser, url, state }: Visitor): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: url,
    storageState: state,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
}

declare global {
  interface Window {
    /** When the button of the mouse was last pressed. */
    pressedAt: number;
    /** When something of this kind first stood on the page, in the page's own milliseconds. */
    firstSeen: (selector: string) => Promise<number>;
  }
}

/** Runs before the page's own code: the page's clock starts with the navigation. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener(
      'pointerdown',
      () => {
        window.pressedAt = performance.now();
      },
      true,
    );
    window.firstSeen = (selector) =>
      new Promise((resolve) => {
        const look = () => {
          if (document.querySelector(selector) === null) return false;
          observer.disconnect();
          // Painted, not only in the document: the frame after the next.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
          return true;
        };
        const observer = new MutationObserver(look);
        if (!look()) observer.observe(document, { childList: true, subtree: true });
      });
  });
}

/** A hand rests on a button for so long before it presses. */
const restMs = 100;

/** Milliseconds from pressing something with the mouse until something else is seen. */
export async function press(page: Page, button: Locator, awaited: string): Promise<number> {
  await button.hover();
  await delay(restMs);
  const seen = page.evaluate((selector) => window.firstSeen(selector), awaited);
  await page.mouse.down();
  await page.mouse.up();
  const at = await seen;
  return at - (await page.evaluate(() => window.pressedAt));
}
