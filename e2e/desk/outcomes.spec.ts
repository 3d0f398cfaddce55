import { callIdOf, callOf, entryOf } from './fake-server/data.ts';
import { outcomeFieldOf, outcomeOf } from './fake-server/outcome-responses.ts';
import { expectToast, rowOf, toasts } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const path = `/app/voice-agents/${callIdOf(9)}`;

const fields = [
  outcomeFieldOf('Confirmed', 'yes_no', { required: true }),
  outcomeFieldOf('New day', 'date'),
  outcomeFieldOf('Insurance', 'choice', { choices: ['Delta', 'Aetna'], required: true }),
];
const transcript = [
  ...Array.from({ length: 30 }, (_, n) => entryOf(n, `Words number ${n}.`)),
  entryOf(30, 'Does Tuesday at ten suit you?', { speaker: 'agent' }),
  entryOf(31, 'Yes, that suits me well.', { speaker: 'user' }),
];
const confirmed = {
  field: 'confirmed',
  value: true,
  proof: {
    kind: 'entry' as const,
    entry: 31,
    quote: 'Yes, that suits me',
    question: { entry: 30, quote: 'Does Tuesday at ten suit you?' },
  },
};

test.beforeEach(async ({ fakeServer }) => {
  fakeServer.calls = [
    callOf(9, {
      outcome: 'reached',
      transcript,
      outcomes: outcomeOf(fields, { values: [confirmed] }),
    }),
    callOf(8, { outcome: 'not' }),
    callOf(7, { outcome: 'partly', reason: 'ended_by_user' }),
    callOf(6),
  ];
});

test('OC9: the list has the result of a call as a chip', async ({ page }) => {
  await page.goto('/app/voice-agents');
  await expect(rowOf(page, '+15005551009')).toContainText('Goal reached');
  await expect(rowOf(page, '+15005551008')).toContainText('Not reached');
  await expect(rowOf(page, '+15005551007')).toContainText('Partly');
  await expect(rowOf(page, '+15005551006')).not.toContainText('reached');
});

test('OC4: a value is shown with its quotation, and a press on it lights up the entry', async ({ page }) => {
  await page.goto(path);
  const card = page.getByRole('region', { name: 'Outcome' });
  await expect(card.getByText('What came of this call')).toBeVisible();
  await expect(card.getByRole('listitem')).toHaveText([
    /Result.*Goal reached.*The appointment stands\./,
    /Confirmed.*Yes.*“Does Tuesday at ten suit you\?”“Yes, that suits me”/,
    /New day.*–/,
    /Insurance.*–.*required/,
  ]);
  const entry = page.getByRole('region', { name: 'Call Transcript' }).getByRole('listitem').last();
  await expect(entry).not.toBeInViewport();
  await card.getByRole('button', { name: /Yes, that suits me/ }).click();
  await expect(entry).toBeInViewport();
  await expect(entry).toHaveAttribute('aria-current', 'true');
  await expect(entry).toBeFocused();
  await expect(page).toHaveURL(`${path}?entry=31`);
});

test('OC10: a value is corrected by keyboard alone, both stay visible, and it can be withdrawn', async ({
  page,
  fakeServer,
}) => {
  await page.goto(path);
  const row = page
    .getByRole('region', { name: 'Outcome' })
    .getByRole('listitem')
    .filter({ hasText: 'Confirmed' });
  await row.getByRole('button', { name: 'Correct' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Confirmed')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: 'Correct' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Confirmed')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Confirmed')).toHaveValue('no');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Save' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row).toContainText('Corrected by Ines Marchetti · was: Yes');
  await expect(row.locator('p').first()).toHaveText('No');
  await expect(row.getByRole('button', { name: 'Correct' })).toBeFocused();
  expect(fakeServer.requestsTo('PUT /api/calls/:id/outcome/:field')[0]?.body).toEqual({
    revision: 0,
    value: false,
  });
  await row.getByRole('button', { name: 'Withdraw' }).click();
  await expect(row.locator('p').first()).toHaveText('Yes');
  await expect(row).not.toContainText('Corrected');
});

test('OC10: two people correct a value: the second is told, and may save again', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  await page.goto(path);
  const card = page.getByRole('region', { name: 'Outcome' });
  await card.getByRole('button', { name: 'Correct' }).last().click();
  await page.getByLabel('Insurance').selectOption('Aetna');
  // A stream that opens later would fetch their correction before it is met.
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  const [call] = fakeServer.calls;
  if (call?.outcomes === undefined) throw new Error('The call has no outcome.');
  const theirs = {
    field: 'insurance',
    value: 'Delta',
    revision: 1,
    by: { displayName: 'Ben' },
    at: call.createdAt,
  };
  fakeServer.calls = [{ ...call, outcomes: { ...call.outcomes, corrections: [theirs] } }];
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('Somebody else has corrected this value meanwhile.')).toBeVisible();
  await expect(page.getByLabel('Insurance')).toHaveValue('Aetna');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByRole('listitem').last()).toContainText('Aetna');
});

test('OC10: the result is corrected too', async ({ page, fakeServer }) => {
  await page.goto(path);
  const row = page.getByRole('region', { name: 'Outcome' }).getByRole('listitem').first();
  await row.getByRole('button', { name: 'Correct' }).click();
  await page.getByLabel('Result').selectOption('Not reached');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('was: Goal reached');
  expect(fakeServer.requestsTo('PUT /api/calls/:id/outcome/:field')[0]?.url).toMatch(/outcome\/result$/);
});

test('OC11: changed fields can be read again, and what is being read or failed says so', async ({
  page,
  fakeServer,
}) => {
  const [call] = fakeServer.calls;
  if (call?.outcomes === undefined) throw new Error('The call has no outcome.');
  fakeServer.calls = [{ ...call, outcomes: { ...call.outcomes, fieldsChanged: true } }];
  await page.goto(path);
  const card = page.getByRole('region', { name: 'Outcome' });
  await expect(card).toContainText('The fields have changed since.');
  await card.getByRole('button', { name: 'Run again' }).click();
  await expect(card).toContainText('Reading the call...');
  fakeServer.calls = [{ ...call, outcomes: { ...call.outcomes, state: 'failed', outcome: null } }];
  fakeServer.emit({ type: 'outcome.changed', callId: call._id });
  await expect(card).toContainText('The outcome could not be read.');
  await expect(card.getByRole('button', { name: 'Run again' })).toBeVisible();
});

test('a viewer sees the outcome and corrects nothing', async ({ page, fakeServer }) => {
  fakeServer.claims = { parley: 'viewer' };
  await page.goto(path);
  const card = page.getByRole('region', { name: 'Outcome' });
  await expect(card.getByRole('button')).toHaveText([/Yes, that suits me/]);
  await expect(page.getByRole('button', { name: 'Call Again' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
});

test("'Call Again' on a call opens the form with its instructions to be changed", async ({
  page,
  fakeServer,
}) => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Call Again' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Phone Number')).toHaveValue('+15005551009');
  const instructions = dialog.getByLabel('Instructions');
  await expect(instructions).toHaveValue('Remind the patient of visit 9.');
  // The words are what is changed, so they have the focus.
  await expect(instructions).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Ask about Wednesday.');
  await expect(instructions).toHaveValue('Ask about Wednesday.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Place Call' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Call to +15005551009 initiated successfully!');
  expect(fakeServer.requestsTo('POST /api/twilio/:id/call')[0]?.body).toMatchObject({
    phoneNumber: '+15005551009',
    message: 'Ask about Wednesday.',
  });
});

test('a call without instructions cannot be called again, and says so by its button', async ({
  page,
  fakeServer,
}) => {
  fakeServer.calls = [callOf(9, { direction: 'inbound', from: '+4930123456', instructions: null })];
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Call Again' })).toBeDisabled();
});

test("'Delete' on a call leads to the list, and Undo brings it back", async ({ page, fakeServer }) => {
  await page.goto(path);
  // The deletion is told to every tab before it is answered.
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL('/app/voice-agents');
  await expectToast(page, 'Call deleted successfully');
  await expect(rowOf(page, '+15005551009')).toHaveCount(0);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, '+15005551009')).toHaveCount(1);
  await expectToast(page, 'Call restored');
  expect(fakeServer.requestsTo('POST /api/calls/:id/restore')).toHaveLength(1);
});

test('a call that is gone for good says so when somebody wants it back', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  await page.goto(path);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Call deleted successfully');
  fakeServer.deletedCalls = [];
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Failed to restore call.', 'This call is gone for good.');
});
