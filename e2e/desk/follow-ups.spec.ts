import { expectAccessible } from '../harness/axe.ts';
import { callIdOf } from './fake-server/data.ts';
import { followUpIdOf, followUpOf, inMinutes } from './fake-server/follow-up-desk.ts';
import {
  ada,
  change,
  followUpRows,
  fourFollowUps,
  inbox,
  item,
  manyFollowUps,
  pane,
  words,
} from './fake-server/inbox.ts';
import { focusIsIn, toasts } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

test.beforeEach(({ fakeServer }) => fourFollowUps(fakeServer));

test('the inbox shows what is to be done, the urgent ones first, then what is due first', async ({
  page,
}) => {
  await page.goto(inbox);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Follow-ups');
  await expect(page.getByText('What somebody has to do after a call.')).toBeVisible();
  await expect(followUpRows(page)).toHaveText([
    /Urgent.*Ada Weber.*\+15005551001.*in 4 h.*In pain/,
    /\+15005551020.*Asked for Dr\. Ito\..*Asked for a person.*Owner: Ben Ito/,
    /Sandbox.*Wants an appointment: Tuesday/,
    /in 39 min.*Do you take Delta.*Asked what nobody could answer/,
  ]);
  await expect(item(page)).toHaveAccessibleName('Follow-ups 4 open, 1 urgent');
});

test('beside the list is the one that is chosen, with the words it came from and those around them', async ({
  page,
}) => {
  await page.goto(inbox);
  await expect(pane(page).getByText('Urgent: in pain')).toBeVisible();
  const lines = pane(page).getByRole('region', { name: 'What was said' }).getByRole('listitem');
  await expect(lines).toHaveCount(5);
  await expect(lines.and(page.locator('[aria-current]'))).toContainText(words);
  await followUpRows(page).nth(1).getByRole('button').click();
  await expect(pane(page).getByText('Asked for Dr. Ito.')).toBeVisible();
  await followUpRows(page).first().getByRole('button').click();
  await pane(page).getByRole('link', { name: 'Open Call' }).click();
  await expect(page).toHaveURL(`/app/voice-agents/${callIdOf(1)}`);
  // The address changes before the page does.
  await expect(pane(page)).toHaveCount(0);
  await page.goBack();
  await expect(followUpRows(page).first().getByRole('button')).toBeFocused();
});

test('Back and a reload keep the one that was chosen; the sidebar leads to the top', async ({ page }) => {
  await page.goto(inbox);
  await expect(followUpRows(page)).toHaveCount(4);
  const third = followUpRows(page).nth(2).getByRole('button');
  await third.click();
  await expect(third).toHaveAttribute('aria-current', 'true');
  await page.reload();
  await expect(third).toBeFocused();
  await expect(pane(page).getByText('Wants an appointment: Tuesday.')).toBeVisible();
  await page.getByRole('link', { name: 'Voice Agents' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Voice Agents');
  await page.goBack();
  await expect(third).toBeFocused();
  await page.getByRole('link', { name: 'Voice Agents' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Voice Agents');
  await item(page).click();
  await expect(pane(page).getByText('Urgent: in pain')).toBeVisible();
  // A link names one; whoever has moved on from it is not sent back by a reload.
  await page.goto(`${inbox}?open=${followUpIdOf(30)}`);
  await expect(third).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('j');
  await expect(page).toHaveURL(inbox);
  await page.reload();
  await expect(followUpRows(page).nth(3).getByRole('button')).toBeFocused();
});

test('loading, a failure that can be repeated, and nothing to do', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  fakeServer.followUpDesk.followUps = [];
  const refusal = { status: 403, body: { error: 'Not now.', code: 'forbidden' } };
  // A stream that opens now would fetch the follow-ups again, without the button.
  fakeServer.hold('GET /api/events');
  const release = fakeServer.hold('GET /api/follow-ups', refusal);
  await page.goto(inbox);
  await expect(page.getByText('Loading follow-ups...')).toBeVisible();
  release();
  await expect(page.getByRole('alert')).toContainText('Failed to load follow-ups');
  fakeServer.resetResponse('GET /api/follow-ups');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Nothing to follow up. Calls that need somebody appear here.')).toBeVisible();
  await expect(item(page)).toHaveAccessibleName('Follow-ups');
});

test('what others do is seen at once: closed ones go, an urgent one comes on top, the badge counts', async ({
  page,
  fakeServer,
}) => {
  await page.goto(inbox);
  await expect(followUpRows(page)).toHaveCount(4);
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  const { followUpDesk: desk } = fakeServer;
  const second = desk.find(followUpIdOf(20));
  if (second !== undefined)
    fakeServer.emit({
      type: 'follow-up.changed',
      followUp: desk.change(second, { kind: 'done' }, 'Ben Ito'),
    });
  await expect(followUpRows(page)).toHaveCount(3);
  await expect(item(page)).toHaveAccessibleName('Follow-ups 3 open, 1 urgent');
  const urgent = desk.put(followUpOf(5, { urgent: true, what: 'Bleeding.' }));
  fakeServer.emit({ type: 'follow-up.changed', followUp: urgent });
  await expect(followUpRows(page).first()).toContainText('Bleeding.');
  await expect(item(page)).toHaveAccessibleName('Follow-ups 4 open, 2 urgent');
  // Whoever was reading goes on reading, and closes what they have read.
  await expect(pane(page).getByText('Urgent: in pain')).toBeVisible();
  await page.keyboard.press('e');
  await expect.poll(() => desk.find(followUpIdOf(1))?.state).toBe('done');
  expect(desk.find(urgent.id)?.state).toBe('open');
});

test('FU10: an urgent one is a notification for those who want it, once, and it names nobody', async ({
  page,
  fakeServer,
}) => {
  await page.addInitScript(() => {
    const shown: object[] = [];
    class Fake {
      static permission = 'default';
      static async requestPermission(): Promise<string> {
        Fake.permission = 'granted';
        return 'granted';
      }
      constructor(title: string, options: object) {
        shown.push({ title, ...options });
      }
    }
    Object.assign(window, { Notification: Fake, shown });
  });
  await page.goto(inbox);
  await page.getByRole('button', { name: 'Urgent follow-ups' }).click();
  const wanted = page.getByRole('switch', { name: 'Notify me of urgent ones' });
  await expect(wanted).not.toBeChecked();
  // Without mail nobody is offered any.
  await expect(page.getByRole('switch', { name: 'E-mail me urgent ones' })).toHaveCount(0);
  await wanted.click();
  await expect(wanted).toBeChecked();
  await page.keyboard.press('Escape');
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  const urgent = followUpOf(5, { urgent: true, contact: ada, createdAt: inMinutes(1) });
  for (const revision of [1, 2])
    fakeServer.emit({
      type: 'follow-up.changed',
      followUp: fakeServer.followUpDesk.put({ ...urgent, revision }),
    });
  await expect(followUpRows(page)).toHaveCount(5);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shown: unknown }).shown))
    .toEqual([{ title: 'Urgent follow-up', body: 'Wants to be called back', tag: `follow-up-${urgent.id}` }]);
});

test('in a narrow window one takes the place of the list, and Back leads to the list', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(inbox);
  await expect(pane(page)).toHaveCount(0);
  await followUpRows(page).nth(1).getByRole('button').click();
  await expect(pane(page).getByText('Asked for Dr. Ito.')).toBeVisible();
  await expect(followUpRows(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to Follow-ups' }).click();
  await expect(followUpRows(page).nth(1).getByRole('button')).toBeFocused();
  await followUpRows(page).nth(1).getByRole('button').click();
  await pane(page).getByRole('button', { name: 'Done' }).click();
  await expect(followUpRows(page)).toHaveCount(3);
});

test('a link names one that is in no list', async ({ page, fakeServer, expectedErrors }) => {
  expectedErrors.push(/status of 404/);
  const done = fakeServer.followUpDesk.find(followUpIdOf(20));
  if (done !== undefined) fakeServer.followUpDesk.change(done, { kind: 'done' }, 'Ben Ito');
  await page.goto(`${inbox}?open=${followUpIdOf(20)}`);
  await expect(pane(page).getByText(/by Ben Ito/)).toBeVisible();
  await expect(pane(page).getByRole('button', { name: 'Call Back' })).toHaveCount(0);
  await pane(page).getByRole('button', { name: 'Open Again' }).click();
  await expect(followUpRows(page)).toHaveCount(4);
  await page.goto(`${inbox}?open=${followUpIdOf(999)}`);
  await expect(pane(page).getByText('There is no such follow-up.')).toBeVisible();
});

test('a long inbox loads as it is scrolled and walked through', async ({ page, fakeServer }) => {
  manyFollowUps(fakeServer, 130);
  await page.goto(inbox);
  await expect(followUpRows(page).first()).toContainText('visit 1.');
  await expect(page.locator('[aria-setsize="50"]').first()).toBeVisible();
  for (let n = 0; n < 48; n += 1) await page.keyboard.press('j');
  await expect(page.locator(`#follow-up-${followUpIdOf(49)}`)).toBeFocused();
  await expect(page.locator('[aria-setsize="100"]').first()).toBeAttached();
  // Over the list: the menu at the left may scroll by itself.
  await page.locator(`#follow-up-${followUpIdOf(49)}`).hover();
  await page.mouse.wheel(0, 100_000);
  await expect(page.locator('[aria-setsize="130"]').first()).toBeAttached();
});

test('a viewer reads, and is offered nothing to do', async ({ page, fakeServer }) => {
  fakeServer.claims = { parley: 'viewer' };
  await page.goto(inbox);
  await expect(pane(page).getByText('Urgent: in pain')).toBeVisible();
  await expect(pane(page).getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add Follow-up' })).toHaveCount(0);
  for (const key of ['e', 's', 'a', 'c', 'n']) await page.keyboard.press(key);
  await expect(followUpRows(page)).toHaveCount(4);
  await expect(toasts(page)).toHaveCount(0);
  expect(fakeServer.requestsTo(change)).toHaveLength(0);
});

test('the inbox is accessible, with its menus and dialogs, wide and narrow, light and dark', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.goto(inbox);
  await expect(pane(page).getByText('Goodbye.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('s');
  await focusIsIn(page, 'menu');
  await expectAccessible(page, { menuOpen: true });
  await page.keyboard.press('4');
  await expect(page.getByRole('dialog', { name: 'Snooze Until' })).toBeVisible();
  await expectAccessible(page, { dialogOpen: true });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await expectAccessible(page, { dialogOpen: true });
});
