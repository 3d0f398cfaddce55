import type { Page } from '@playwright/test';
import { axeFaults } from '../harness/axe.ts';
import { expect, question, test } from './lab.ts';

const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation' });
const answerButton = (page: Page) => page.getByRole('button', { name: 'Answer' });
const agent = (page: Page) => conversation(page).locator('li[data-by=app] .words');

test('rings, is answered by a key, talks, is interrupted, hangs up', async ({ phone, place, lab }) => {
  const sid = await place();
  await expect(phone).toHaveTitle(/Ringing/);
  await expect(answerButton(phone)).toBeFocused();
  await expect(phone.getByRole('region', { name: 'Phone' })).toContainText('(500) 555-0006');
  await phone.keyboard.press('a');

  // Word by word, as they are spoken.
  await expect(agent(phone).last()).toHaveText(/^Good morning, this/);
  await expect(agent(phone).last()).not.toHaveText(question);
  const field = phone.getByRole('textbox', { name: 'What you say' });
  await expect(field).toHaveAttribute('placeholder', /Interrupt/);
  await field.fill('Wait, who is this?');
  await field.press('Enter');
  await expect(conversation(phone)).toContainText('Wait, who is this?');
  await expect(conversation(phone)).toContainText('cut off');
  await expect(agent(phone).last()).toHaveText('Thank you. Is there anything else?');

  await phone.getByRole('button', { name: 'Hang up' }).click();
  await expect(phone.getByText(/^Ended after \d:\d\d$/)).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Done' })).toBeFocused();
  expect((await lab.ended(sid)).status).toBe('completed');
  const said = lab.ledger(sid).flatMap((entry) => (entry.kind === 'said' ? [entry] : []));
  expect(said[0]).toMatchObject({ by: 'app', cut: true });
  expect(await agent(phone).first().textContent()).toBe(said[0]?.text);
  await phone.getByRole('button', { name: 'Done' }).click();
  await expect(phone.getByText('Waiting for a call')).toBeVisible();

  // The list of calls has the same transcript.
  await phone.locator('.call-row summary').first().click();
  await expect(phone.getByRole('log', { name: 'What was said' })).toContainText('Wait, who is this?');
});

test('a call that begins to ring while the page is loading is not lost', async ({ phone, place }) => {
  const asked = Promise.withResolvers<void>();
  const ringing = Promise.withResolvers<void>();
  await phone.route('**/lab/ledger?*', async (route) => {
    const older = await route.fetch();
    asked.resolve();
    await ringing.promise;
    await route.fulfill({ response: older });
  });
  await phone.reload();
  await asked.promise;
  await place();
  await expect(answerButton(phone)).toBeVisible();
  const history = phone.waitForResponse('**/lab/ledger?*');
  ringing.resolve();
  await (await history).finished();
  // What is drawn after the next answer has the history in it.
  await phone.evaluate(() => fetch('/lab/info').then(() => new Promise(requestAnimationFrame)));
  await expect(phone).toHaveTitle(/Ringing/);
  await answerButton(phone).click();
  await expect(agent(phone).last()).toHaveText(/^Good morning/);
});

test('presses digits', async ({ phone, place }) => {
  await place();
  await answerButton(phone).click();
  await phone.getByRole('button', { name: 'Keypad' }).click();
  await phone.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: '1', exact: true }).click();
  await expect(conversation(phone)).toContainText('You pressed 1');
  await expect(agent(phone).last()).toHaveText(/^Thank you/);
});

test('declines', async ({ phone, place, lab }) => {
  const sid = await place();
  await phone.getByRole('button', { name: 'Decline' }).click();
  await expect(phone.getByText('Waiting for a call')).toBeVisible();
  expect((await lab.ended(sid)).status).toBe('busy');
});

test('shows text messages, and sends one', async ({ phone, lab, text }) => {
  await text('+15005550010', 'Your appointment is on Tuesday at ten.');
  const list = phone.getByRole('list', { name: 'Text messages' });
  await expect(list.locator('li').first()).toContainText('Your appointment is on Tuesday at ten.');
  await expect(list.locator('li').first()).toContainText('Delivered');
  await phone.getByText('Send a text to your program').click();
  await phone.getByLabel('From your number').fill('+15005550010');
  await phone.getByRole('textbox', { name: 'Text', exact: true }).fill('STOP');
  await phone.getByRole('button', { name: 'Send text' }).click();
  await expect(list).toContainText('You have successfully been unsubscribed.');
  expect(lab.texts().some(({ body, direction }) => body === 'STOP' && direction === 'inbound')).toBe(true);
});

test('calls in', async ({ phone, lab }) => {
  await phone.getByLabel('Your number, empty to withhold it').fill('+15005550177');
  await phone.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(agent(phone).last()).toHaveText(/^Good morning/);
  const [call] = lab.calls();
  expect(call).toMatchObject({ direction: 'inbound', from: '+15005550177', to: '+15005550006' });
  const field = phone.getByRole('textbox', { name: 'What you say' });
  await field.fill('Yes, I can.');
  await field.press('Enter');
  await expect(agent(phone).last()).toHaveText('Thank you. Is there anything else?');
  await phone.getByRole('button', { name: 'Hang up' }).click();
  await expect(phone.getByText(/^Ended after/)).toBeVisible();
});

test('an invalid number is reported, and nothing rings', async ({ phone }) => {
  await phone.getByLabel('Your number, empty to withhold it').fill('nonsense');
  const response = phone.waitForResponse('**/lab/dial');
  await phone.getByRole('button', { name: 'Call', exact: true }).click();
  expect((await response).status()).toBe(400);
  await expect(phone.getByRole('alert').filter({ hasText: 'nonsense is not a phone number' })).toBeVisible();
});

test('leaves calls to a scripted callee by a switch, and takes them again', async ({ phone, place, lab }) => {
  const wanted = phone.getByRole('switch', { name: 'Calls ring on this page' });
  await wanted.click();
  await expect(phone.getByText('Calls do not ring here')).toBeVisible();
  const stored = () => phone.waitForResponse('**/lab/default-callee');
  const chosen = stored();
  await phone.getByLabel('Instead, calls are answered by').selectOption('wrong-number');
  expect((await chosen).ok()).toBe(true);
  const sid = await place();
  await lab.waitFor(
    (entry) => entry.callSid === sid && entry.kind === 'progress' && entry.event === 'answered',
  );
  expect(lab.call(sid)?.callee).toBe('wrong-number');
  await wanted.click();
  const restored = stored();
  await phone.getByLabel('When this page is closed').selectOption('confirms');
  expect((await restored).ok()).toBe(true);
  await place();
  await expect(answerButton(phone)).toBeVisible();
});

test('of two windows one gets the call', async ({ phone, place, context }) => {
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByText('Waiting for a call')).toBeVisible();
  await place();
  await expect(answerButton(phone)).toBeVisible();
  await answerButton(other).click();
  await expect(conversation(other)).toBeVisible();
  await expect(phone.getByText('Waiting for a call')).toBeVisible();
  // A window that is reloaded still has its call.
  await other.reload();
  await expect(conversation(other)).toBeVisible();
  await other.getByRole('button', { name: 'Hang up' }).click();
  await other.close();
});

test('sets fault knobs, and keeps the ringtone muted after a reload', async ({ phone, lab }) => {
  await phone.getByText('Fault knobs').click();
  await phone.getByText('Callbacks come late').click();
  await expect(phone.getByText('1 on')).toBeVisible();
  await expect.poll(() => lab.faults.current()).toEqual({ delayCallback: { probability: 1, ms: 2000 } });
  await phone.getByLabel('Chance (%)').and(phone.locator(':visible')).fill('25');
  await phone.getByLabel('Late by (ms)').and(phone.locator(':visible')).fill('700');
  await phone.keyboard.press('Tab');
  await expect.poll(() => lab.faults.current()).toEqual({ delayCallback: { probability: 0.25, ms: 700 } });
  await phone.getByRole('button', { name: 'Switch all faults off' }).click();
  await expect.poll(() => lab.faults.current()).toEqual({});

  await phone.getByRole('switch', { name: 'Ring', exact: true }).click();
  await phone.reload();
  await expect(phone.getByRole('switch', { name: 'Ring', exact: true })).not.toBeChecked();
});

test('anyone can use it, in light and dark, wide and narrow', async ({ phone, place }) => {
  const check = async (state: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1440, 360]) {
        await phone.emulateMedia({ colorScheme });
        await phone.setViewportSize({ width, height: 800 });
        expect(await axeFaults(phone), `${state}, ${colorScheme}, ${width} px`).toEqual([]);
        const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `${state}, ${width} px`).toBeLessThanOrEqual(0);
      }
    }
  };
  await phone.getByText('Fault knobs').click();
  await check('idle');
  await place();
  await expect(answerButton(phone)).toBeVisible();
  await check('ringing');
  await answerButton(phone).click();
  await phone.getByRole('button', { name: 'Keypad' }).click();
  await expect(agent(phone).last()).toHaveText(/^Good/);
  await check('talking');
});
