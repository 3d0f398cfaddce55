import type { Page } from '@playwright/test';
import { callIdOf, callOf } from './fake-server/data.ts';
import { rows } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

/** What the hands of a practised person take, and each look at what has come. */
const seconds = { key: 0.2, click: 1, look: 1 };

/** Uses the page and adds up what it would take somebody. */
function personAt(page: Page) {
  let spent = 0;
  return {
    spent: () => spent,
    async type(text: string) {
      for (const key of text) {
        await page.keyboard.press(key === ' ' ? 'Space' : key);
        spent += seconds.key;
      }
    },
    async click(role: 'button' | 'menuitem', name: string) {
      await page.getByRole(role, { name, exact: true }).click();
      spent += seconds.click;
    },
    async seeRows(count: number) {
      await expect(rows(page)).toHaveCount(count);
      spent += seconds.look;
    },
  };
}

const crown = 'Remind Ann Lee of the fitting of her crown on Tuesday.';
const checkUp = 'Remind Ann Lee of the yearly check-up on Tuesday.';
const ann = '+15005550010';

test.beforeEach(async ({ page, fakeServer }) => {
  await page.clock.setFixedTime('2026-11-18T12:00:00Z');
  const call = (n: number, at: string, instructions: string, to = ann) =>
    callOf(n, { createdAt: `${at}T12:00:00.000Z`, instructions, to });
  fakeServer.calls = [
    call(9, '2026-11-03', crown),
    call(8, '2026-10-27', checkUp),
    call(7, '2026-10-20', crown),
    call(6, '2026-10-20', crown, '+15005550020'),
    call(5, '2026-10-02', 'Ask whether the bridge holds.'),
    call(4, '2026-09-28', crown),
    call(3, '2026-05-11', crown),
  ];
});

test("last month's call is found by three words and four digits with ten seconds of keys, clicks and looks", async ({
  page,
}) => {
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toHaveCount(7);
  const person = personAt(page);
  await person.type('/ann fitting crown 0010');
  // The same words and digits were in calls of four months; nobody has to read those.
  await expect(rows(page)).toHaveCount(4);
  await person.click('button', 'Add Filter');
  await person.click('menuitem', 'Date');
  await person.click('button', 'Last month');
  await person.seeRows(1);
  expect(person.spent()).toBeLessThanOrEqual(10);
  await page.keyboard.press('Escape');
  await expect(rows(page).getByRole('link')).toHaveAttribute('href', new RegExp(callIdOf(7)));
  await expect(page).toHaveURL(/from=2026-10-01&to=2026-10-31/);
});
