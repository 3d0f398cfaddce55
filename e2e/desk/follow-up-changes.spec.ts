import { followUpIdOf } from './fake-server/follow-up-desk.ts';
import {
  ben,
  change,
  followUpRows,
  fourFollowUps,
  inbox,
  item,
  manyFollowUps,
  pane,
} from './fake-server/inbox.ts';
import { choose, expectToast, focusIsIn } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

test.beforeEach(({ fakeServer }) => fourFollowUps(fakeServer));

test('by keys alone: ten are closed, one is snoozed, and both can be undone', async ({
  page,
  fakeServer,
}) => {
  manyFollowUps(fakeServer, 14);
  await page.goto(inbox);
  await expect(followUpRows(page)).toHaveCount(14);
  await page.keyboard.press('j');
  await expect(followUpRows(page).nth(1).getByRole('button')).toBeFocused();
  await page.keyboard.press('k');
  await expect(followUpRows(page).first().getByRole('button')).toBeFocused();
  // As fast as a browser takes keys: none closes two, none is lost.
  for (let n = 0; n < 10; n += 1) await page.keyboard.press('e');
  await expect(followUpRows(page)).toHaveCount(4);
  await expect(page.getByRole('status').filter({ hasText: 'Done. 4 left.' })).toBeAttached();
  await expect(followUpRows(page).first().getByRole('button')).toBeFocused();
  await expect(followUpRows(page).first()).toContainText('visit 11');
  await expect.poll(() => fakeServer.followUpDesk.counts.open).toBe(4);
  expect(fakeServer.requestsTo(change)).toHaveLength(10);

  await page.keyboard.press('s');
  await expect(page.getByRole('menuitem')).toHaveCount(4);
  await focusIsIn(page, 'menu');
  await page.keyboard.press('2');
  await expect(followUpRows(page)).toHaveCount(3);
  await expect(followUpRows(page).first().getByRole('button')).toBeFocused();
  await expect.poll(() => fakeServer.followUpDesk.find(followUpIdOf(11))?.state).toBe('snoozed');
  await page.keyboard.press('u');
  await expect(followUpRows(page).first()).toContainText('visit 11');
  await expect.poll(() => fakeServer.followUpDesk.find(followUpIdOf(11))?.state).toBe('open');
  await page.keyboard.press('z');
  await expect(followUpRows(page).first()).toContainText('visit 10');
  await expect(followUpRows(page).first().getByRole('button')).toBeFocused();
  await expect.poll(() => fakeServer.followUpDesk.counts.open).toBe(5);
  await expect(item(page)).toHaveAccessibleName('Follow-ups 5 open');
});

test('a assigns to me and then to somebody else, n notes, ? shows the keys, / goes to the filter', async ({
  page,
  fakeServer,
}) => {
  await page.goto(inbox);
  await expect(followUpRows(page)).toHaveCount(4);
  await page.keyboard.press('a');
  await expectToast(page, 'Assigned to you');
  await page.keyboard.press('a');
  await page.getByRole('menuitem', { name: 'Ben Ito' }).press('Enter');
  await expect.poll(() => fakeServer.followUpDesk.find(followUpIdOf(1))?.owner).toEqual(ben);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('n');
  await expect(page.getByLabel('Note')).toBeFocused();
  // In a field the keys are letters.
  await page.keyboard.type('see e');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => fakeServer.followUpDesk.find(followUpIdOf(1))?.note).toBe('see e');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('e');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Keys' }).click();
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  // The focus returns a moment after the dialog is gone.
  await expect(page.getByRole('button', { name: 'Keys' })).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('radio', { name: /Open/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Nothing is snoozed.')).toBeVisible();
  await expect(page).toHaveURL(/state=snoozed/);
  await page.reload();
  await expect(page.getByText('Nothing is snoozed.')).toBeVisible();
  expect(fakeServer.followUpDesk.counts.open).toBe(4);
});

test('c calls back: the form is filled in, and the call names what it is placed for', async ({
  page,
  fakeServer,
}) => {
  await page.goto(inbox);
  await expect(followUpRows(page)).toHaveCount(4);
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'New Call' });
  await expect(dialog.getByLabel('Phone Number')).toHaveValue('+15005551001');
  await expect(dialog.getByLabel('Instructions')).toHaveValue(/^Call Ada Weber back\./);
  await dialog.getByLabel('Instructions').fill('Ask about the tooth.');
  await dialog.getByRole('button', { name: 'Place Call' }).press('Enter');
  await expectToast(page, 'Call to +15005551001 initiated successfully!');
  expect(fakeServer.requestsTo('POST /api/twilio/:id/call')[0]?.body).toEqual({
    phoneNumber: '+15005551001',
    message: 'Ask about the tooth.',
    followUpId: followUpIdOf(1),
  });
  // Nobody else calls at the same time.
  await expect(followUpRows(page).first()).toContainText('Ines Marchetti is calling now');
  await expect(pane(page).getByRole('button', { name: 'Call Back' })).toBeDisabled();
});

test('a form that was only filled in is closed without a question, and leaves no draft', async ({ page }) => {
  await page.goto(inbox);
  await pane(page).getByRole('button', { name: 'Call Back' }).click();
  await expect(page.getByRole('dialog').getByLabel('Instructions')).toHaveValue(/Ada Weber/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/app/voice-agents/new');
  await expect(page.getByLabel('Select Agent')).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Restore What You Typed' })).toHaveCount(0);
});

test('when somebody else was quicker, the row shows what they did, and a toast says so', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  // Neither an event nor a stream that opens tells the page: both are still on their way.
  fakeServer.hold('GET /api/events');
  await page.goto(inbox);
  await expect(followUpRows(page)).toHaveCount(4);
  const { followUpDesk: desk } = fakeServer;
  const urgent = desk.find(followUpIdOf(1));
  if (urgent !== undefined) desk.change(urgent, { kind: 'done' }, 'Ben Ito');
  await page.keyboard.press('a');
  await expectToast(page, 'Ben Ito closed this a moment ago.');
  await expect(followUpRows(page)).toHaveCount(3);
  expect(desk.find(followUpIdOf(1))?.owner).toBeNull();
});

test('a change that fails is taken back on the screen, and a toast says so', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  fakeServer.respondWith(change, { status: 400, body: { error: 'Not now.', code: 'invalid_request' } });
  await page.goto(inbox);
  await followUpRows(page).nth(3).getByRole('button').click();
  await pane(page).getByRole('button', { name: 'Done' }).click();
  await expectToast(page, '"Done" was not saved. Please try again.', 'Not now.');
  await expect(followUpRows(page)).toHaveCount(4);
});

test('one is added by hand, once, also when the first answer is lost', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_EMPTY_RESPONSE/);
  await page.goto(inbox);
  await page.getByRole('button', { name: 'Add Follow-up' }).click();
  const dialog = page.getByRole('dialog');
  const add = dialog.getByRole('button', { name: 'Add Follow-up' });
  await dialog.getByLabel('What is to be done *').fill('Send the form.');
  await dialog.getByLabel('Phone Number').fill('12');
  await add.click();
  await expect(dialog.getByText(/international format/)).toBeVisible();
  await dialog.getByLabel('Phone Number').fill('+1 500 555 0123');
  // Every time: Chromium itself sends a request again when a connection that was open already is closed.
  fakeServer.respondWith('POST /api/follow-ups', 'disconnect');
  await add.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  fakeServer.resetResponse('POST /api/follow-ups');
  await add.click();
  await expectToast(page, 'Follow-up added');
  const sent = fakeServer.requestsTo('POST /api/follow-ups');
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(sent.at(-1)?.body).toMatchObject({ what: 'Send the form.', number: '+15005550123' });
  await expect(followUpRows(page)).toHaveCount(5);
});

test.describe('a name in the field for the number', () => {
  const suggestions = [
    { id: '019a8b5e-6c00-7000-a000-000000000001', name: 'Ada Weber', number: '+493012345678' },
    { id: '019a8b5e-6c00-7000-a000-000000000002', name: 'Adam Okafor', number: '+15005550123' },
  ];
  test.beforeEach(({ fakeServer }) =>
    fakeServer.respondWith('GET /api/contacts/suggestions', { body: { suggestions } }),
  );

  test('finds the number by keys alone, and the call is for that person until the number is edited', async ({
    page,
    fakeServer,
  }) => {
    await page.goto('/app/voice-agents/new');
    await choose(page, 'Select Agent', 'GS Dental');
    await page.getByLabel('Instructions').fill('Say hello.');
    const field = page.getByLabel('Phone Number');
    await field.pressSequentially('Ada');
    await expect(page.getByRole('option')).toHaveText([/Ada Weber/, /Adam Okafor/]);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: /Ada Weber/ })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: /Adam/ })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('+15005550123');
    await expect(field).toHaveAccessibleDescription(/^For Adam Okafor/);
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Call to +15005550123 initiated successfully!');
    expect(fakeServer.requestsTo('POST /api/twilio/:id/call')[0]?.body).toEqual({
      phoneNumber: '+15005550123',
      message: 'Say hello.',
      contactId: suggestions[1]?.id,
    });
  });

  test('Escape closes the list, and not the dialog around it', async ({ page }) => {
    await page.goto('/app/voice-agents');
    await page.getByRole('button', { name: 'New Call' }).click();
    const field = page.getByRole('dialog').getByLabel('Phone Number');
    await field.pressSequentially('Ada');
    await expect(page.getByRole('listbox', { name: 'Contacts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(field).toBeFocused();
    await field.pressSequentially('m');
    await page.getByRole('option', { name: /Ada Weber/ }).click();
    await expect(field).toHaveValue('+493012345678');
    await field.press('End');
    await field.press('Backspace');
    await expect(field).not.toHaveAccessibleDescription(/^For Ada Weber/);
  });
});
