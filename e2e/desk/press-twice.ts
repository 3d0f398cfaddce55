import type { CDPSession, Locator, Page } from '@playwright/test';
import type { FakeServer } from './fake-server/fake-server.ts';
import { settled, toasts } from './fake-server/screen.ts';
import { test as base, expect } from './fake-server/test.ts';

/**
 * There are hundreds of these tests, and to make a new context and page takes as long as the test. Cookies and what the page
 * stored are removed between them.
 */
const test = base.extend({ reuseContext: [true, { scope: 'worker' }] });

export interface SendingButton {
  /** Its name in `useSend`; test/sending.test.ts compares this list with the source. */
  sends: string;
  what: string;
  /** The route of its request. */
  route: string;
  /** The number of toasts after it. */
  toasts: number;
  /** It changes something, so every way of pressing twice is tested. */
  changes?: true;
  /** It costs a call, so it is also pressed on the slowest computer. */
  calls?: true;
  answer?: Parameters<FakeServer['respondWith']>[1];
  /** Opens the page with the button. */
  show: (page: Page, fakeServer: FakeServer) => Promise<Locator>;
}

/** Ways of pressing twice. All are real input events, because a synthetic click would wait for the first one. */
const hardest = 'clicks behind a busy main thread';
const ways = {
  'a double click': async (page: Page, button: Locator) => {
    const { x, y } = await centre(button);
    await page.mouse.dblclick(x, y);
  },
  'Enter twice': async (page: Page, button: Locator) => {
    await button.focus();
    await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')]);
  },
  [hardest]: async (page: Page, button: Locator, cdp: CDPSession, fakeServer: FakeServer) => {
    const place = { ...(await centre(button)), button: 'left' as const, clickCount: 1 };
    await page.mouse.move(place.x, place.y);
    const answer = fakeServer.hold('GET /api/busy', { body: {} });
    const busy = page.evaluate(() => {
      const request = new XMLHttpRequest();
      // The main thread waits for the response, and handles no event before it.
      request.open('GET', '/api/busy', false);
      request.send();
    });
    await fakeServer.untilRequested('GET /api/busy', 1);
    const clicks = [1, 2, 3].flatMap(() =>
      (['mousePressed', 'mouseReleased'] as const).map((type) =>
        cdp.send('Input.dispatchMouseEvent', { type, ...place }),
      ),
    );
    // The browser takes commands in their order: when it answers this one, the page has the clicks.
    await cdp.send('Page.getNavigationHistory');
    answer();
    await Promise.all([busy, ...clicks]);
  },
};

async function centre(button: Locator): Promise<{ x: number; y: number }> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (box === null) throw new Error('The button is not on the screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** How many times slower than this computer. */
const slow = { name: 'a slow computer', rate: 4 };
const slowest = { name: 'a computer 20 times slower', rate: 20 };

/** Defines the tests that press each of these buttons twice. */
export function testPressedTwice(buttons: readonly SendingButton[]): void {
  for (const { what, route, toasts: toastCount, answer = null, changes, calls, show } of buttons) {
    const tried = Object.entries(changes ? ways : { [hardest]: ways[hardest] }).map(([way, press]) => ({
      way,
      press,
      computer: slow,
    }));
    if (calls) tried.push({ way: 'a double click', press: ways['a double click'], computer: slowest });
    for (const { way, press, computer } of tried) {
      test(`${what} sends one request, not two, by ${way} on ${computer.name}`, async ({
        page,
        fakeServer,
        expectedErrors,
      }) => {
        expectedErrors.push(/status of 40[04]/);
        const cdp = await page.context().newCDPSession(page);
        const button = await show(page, fakeServer);
        await expect(button).toBeEnabled();
        // It must not be moved between the look at its place and the press.
        await settled(page, fakeServer);
        const before = fakeServer.requestsTo(route).length;
        fakeServer.resetResponse(route);
        const release = fakeServer.hold(route, answer);
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: computer.rate });
        await press(page, button, cdp, fakeServer);
        // While it is slowed down, the browser needs a whole core, also to wait: it must not wait for a poll.
        await fakeServer.untilRequested(route, before + 1);
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
        await cdp.detach();
        // A request of the second press has been sent when this response arrives.
        await page.evaluate(() => fetch('/api/barrier').then(() => new Promise((next) => setTimeout(next))));
        const sent = fakeServer.requestsTo(route).length - before;
        release();
        expect(sent).toBe(1);
        if (toastCount > 0) await expect(toasts(page)).toHaveCount(toastCount);
      });
    }
  }
}
