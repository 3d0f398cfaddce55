import type { Page } from '@playwright/test';
import { callOf } from './fake-server/data.ts';
import { expect, test } from './fake-server/test.ts';
import { entries, nextJump, path, playerOf, recorded, transcript } from './recorded-page.ts';

declare global {
  /** Each word that was lit, in order. */
  var litWords: string[];
}

test.beforeEach(({ fakeServer }) => {
  fakeServer.calls = [recorded];
});

const regions = (page: Page) => playerOf(page).locator('[data-region]');

test('P393: below the wave stand the entries, each where it is heard, and a press plays it', async ({
  page,
}) => {
  await page.goto(path);
  await expect(playerOf(page)).toBeVisible();
  await expect(regions(page)).toHaveCount(12);
  const fifth = regions(page).nth(5);
  await expect(fifth).toHaveAttribute('title', '0:20 Words number 5.');
  const [region, strip] = await Promise.all([fifth.boundingBox(), fifth.locator('..').boundingBox()]);
  if (region === null || strip === null) throw new Error('Nothing is drawn.');
  expect(((region.x - strip.x) / strip.width) * 120).toBeCloseTo(20, 0);
  expect((region.width / strip.width) * 120).toBeCloseTo(4, 0);
  const jump = await nextJump(page);
  await fifth.click();
  expect(await jump.evaluate(({ seen }) => seen)).toBeCloseTo(20, 1);
  await expect(entries(page).nth(5)).toHaveAttribute('aria-current', 'time');
  await expect(playerOf(page).getByRole('button', { name: 'Pause' })).toBeVisible();
  await playerOf(page).getByRole('button', { name: 'Pause' }).click();
  await page.setViewportSize({ width: 360, height: 640 });
  const narrow = await nextJump(page);
  await regions(page).nth(2).click();
  expect(await narrow.evaluate(({ seen }) => seen)).toBeCloseTo(8, 1);
});

/** In the middle of a word of an entry. */
const placeOf = (page: Page, ordinal: number, word: string) =>
  page.evaluate(
    ([entry, wanted]) => {
      const words = document.querySelector(`[data-entry="${entry}"] [data-words]`);
      const texts = document.createTreeWalker(words ?? document.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        const at = node.textContent?.indexOf(wanted) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
        const { x, y, width, height } = range.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      }
      throw new Error(`There is no word ${wanted}.`);
    },
    [String(ordinal), word] as const,
  );

test('P394: a press on a word plays from there, and words light up as they are spoken', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.litWords = [];
    const { set } = HighlightRegistry.prototype;
    HighlightRegistry.prototype.set = function (this: HighlightRegistry, name: string, lit: Highlight) {
      globalThis.litWords.push([...lit].map(String).join());
      return set.call(this, name, lit);
    } as typeof set;
  });
  // Words that a search has found are elements of their own.
  await page.goto(`${path}?mark=number`);
  await expect(playerOf(page)).toBeVisible();
  const jump = await nextJump(page);
  const { x, y } = await placeOf(page, 2, 'number');
  await page.mouse.click(x, y);
  // Six of the sixteen characters of four seconds after it began.
  expect(await jump.evaluate(({ seen }) => seen)).toBeCloseTo(8 + 1.5, 1);
  await expect(entries(page).nth(2)).toHaveAttribute('aria-current', 'time');
  await expect
    .poll(() => page.evaluate(() => globalThis.litWords.slice(0, 4)))
    .toEqual(['number', '2.', 'Words', 'number']);
  await playerOf(page).getByRole('button', { name: 'Pause' }).click();
  await expect.poll(() => page.evaluate(() => CSS.highlights.has('spoken-word'))).toBe(true);
  // Where nothing is heard any more, nothing is lit.
  await page.goto(`${path}?t=110`);
  await expect(playerOf(page).getByText('1:50 / 2:00')).toBeVisible();
  expect(await page.evaluate(() => CSS.highlights.has('spoken-word'))).toBe(false);
});

test('P394: while an entry is heard, nothing of a long transcript is drawn again', async ({
  page,
  fakeServer,
}) => {
  const long = Array.from({ length: 10 }, () => 'Some words that take their time.').join(' ');
  fakeServer.calls = [
    callOf(9, { ...recorded, transcript: transcript.map((entry) => ({ ...entry, message: long })) }),
  ];
  await page.goto(path);
  await expect(playerOf(page)).toBeVisible();
  await entries(page)
    .first()
    .getByRole('button', { name: /^Play from/ })
    .click();
  await expect(entries(page).first()).toHaveAttribute('aria-current', 'time');
  const changes = await page.evaluate(async () => {
    const list = document.querySelector('[data-entry]')?.closest('ol');
    const audio = document.querySelector('audio');
    if (list == null || audio === null) throw new Error('There is no transcript.');
    let count = 0;
    const observer = new MutationObserver((records) => {
      count += records.length;
    });
    observer.observe(list, { attributes: true, characterData: true, childList: true, subtree: true });
    const from = audio.currentTime;
    // From the element itself: three updates later, which are within the entry.
    for (let updates = 0; updates < 3; updates += 1)
      await new Promise((resolve) => audio.addEventListener('timeupdate', resolve, { once: true }));
    count += observer.takeRecords().length;
    return { count, moved: audio.currentTime > from, entry: audio.currentTime < 4 };
  });
  expect(changes).toEqual({ count: 0, moved: true, entry: true });
});
