import type { CDPSession, Locator, Page } from '@playwright/test';

/** Ways of pressing twice. All are real input events, because a synthetic click would wait for the first one. */
export const hardest = 'clicks behind a busy main thread';
export const ways = {
  'a double click': async (page: Page, button: Locator) => {
    const { x, y } = await centre(button);
    await page.mouse.dblclick(x, y);
  },
  'Enter twice': async (page: Page, button: Locator) => {
    await button.focus();
    await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')]);
  },
  [hardest]: async (page: Page, button: Locator, cdp: CDPSession) => {
    const place = { ...(await centre(button)), button: 'left' as const, clickCount: 1 };
    await page.mouse.move(place.x, place.y);
    const busy = page.evaluate(() => {
      for (const end = performance.now() + 500; performance.now() < end; );
    });
    const clicks = [1, 2, 3].flatMap(() =>
      (['mousePressed', 'mouseReleased'] as const).map((type) =>
        cdp.send('Input.dispatchMouseEvent', { type, ...place }),
      ),
    );
    await Promise.all([busy, ...clicks]);
  },
};

async function centre(button: Locator): Promise<{ x: number; y: number }> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (box === null) throw new Error('The button is not on the screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
