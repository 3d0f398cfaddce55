import { expectAccessible, type Look } from '../harness/axe.ts';
import { csv, list, recall, rows, stepOf } from './campaign-pages.ts';
import { campaignOf, recipientOf, wrongRow } from './fake-server/campaigns-desk.ts';
import { undeclaredRules } from './fake-server/consent-rules.ts';
import { templateOf } from './fake-server/data.ts';
import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

test('P325: the check counts good, wrong and refused rows, and filters them in the address', async ({
  page,
  fakeServer,
}) => {
  fakeServer.campaignsDesk.put(campaignOf(1));
  await page.goto(stepOf(1, 'file'));
  await page.getByLabel('CSV file').setInputFiles(csv('recall.csv', recall));
  await page.getByRole('button', { name: 'Check Rows' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('2 people will be called');
  await expect(page.getByText('3 rows have to be mended first, 1 is refused.')).toBeVisible();
  await expect(rows(page)).toHaveText([
    /3.*Ben Okafor.*This is not a phone number.*nonsense/,
    /4.*Cleo Park.*There is no phone number/,
    /5.*Dan Ruiz.*A placeholder of the template has no value.*Day/,
  ]);
  await page.getByLabel('Reason').selectOption('This is not a phone number. (1)');
  await expect(rows(page)).toHaveText([/Ben Okafor/]);
  await expect(page).toHaveURL(`${stepOf(1, 'check')}?reason=not_a_number`);
  await page.getByRole('radio', { name: 'Refused (1)' }).click();
  await expect(rows(page)).toHaveText([/Eve Stone.*The number is on the do-not-call list/]);
  await page.getByRole('radio', { name: 'Good (2)' }).click();
  await expect(rows(page)).toHaveText([/Ada Weber.*New York, by the number/, /Finn Berg/]);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Good (2)' })).toBeChecked();
});

test('P326: a row is mended in place, and what is still wrong stays in the dialog', async ({
  page,
  fakeServer,
}) => {
  fakeServer.campaignsDesk.withRows(1, [
    recipientOf(2),
    wrongRow(3, 'not_a_number', { detail: 'nonsense', cells: ['Ben', 'nonsense', 'Monday'], number: null }),
  ]);
  await page.goto(stepOf(1, 'check'));
  await page.getByRole('button', { name: 'Mend row 3' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Phone')).toBeFocused();
  await expect(dialog).toContainText('This is not a phone number.');
  await dialog.getByLabel('Phone').fill('');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('There is no phone number.');
  await dialog.getByLabel('Phone').fill('+12025550199');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Discard What You Typed?')).toBeVisible();
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await dialog.getByRole('button', { name: 'Save and Check' }).click();
  await expectToast(page, 'Row 3 can be called');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('2 people will be called');
});

test('P367: where somebody is can be chosen in place, when neither file nor number says it', async ({
  page,
  fakeServer,
}) => {
  fakeServer.campaignsDesk.withRows(1, [
    recipientOf(2),
    wrongRow(3, 'no_zone', { name: 'Eve', cells: ['Eve', '+18005550123', 'Monday'], number: '+18005550123' }),
  ]);
  await page.goto(stepOf(1, 'check'));
  await page.getByRole('button', { name: 'Mend row 3' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Time Zone')).toBeFocused();
  await expect(dialog).toContainText('The number does not tell in which time zone the person is.');
  await dialog.getByLabel('Time Zone').selectOption('America/Denver');
  await dialog.getByRole('button', { name: 'Save and Check' }).click();
  await expectToast(page, 'Row 3 can be called');
  await page.getByRole('radio', { name: 'Good (2)' }).click();
  await expect(rows(page).filter({ hasText: 'Eve' })).toContainText('Denver, chosen by hand');
  await page.getByRole('button', { name: 'Change row 3' }).click();
  await expect(dialog.getByLabel('Time Zone')).toHaveValue('America/Denver');
});

test('P327: the rows that are not called are downloaded with their reasons', async ({ page, fakeServer }) => {
  fakeServer.campaignsDesk.withRows(1, [
    recipientOf(2),
    wrongRow(3, 'do_not_call'),
    wrongRow(4, 'not_a_number', { cells: ['Ben', '=1+1', 'Monday'], detail: '=1+1' }),
  ]);
  await page.goto(stepOf(1, 'check'));
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Rows Not Called' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('not-called-recall.csv');
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe(
    [
      '\uFEFFName,Phone,Day,Row,Problem,Value',
      'Person 3,+12025551003,Monday,3,The number is on the do-not-call list.,',
      "Ben,'=1+1,Monday,4,This is not a phone number.,'=1+1",
      '',
    ].join('\r\n'),
  );
  await expectToast(page, '2 rows downloaded');
});

test('P328: mistakes in the policy are marked, and what somebody else saved is not overwritten', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  const campaign = fakeServer.campaignsDesk.withRows(1, [recipientOf(2)]);
  fakeServer.hold('GET /api/events');
  await page.goto(stepOf(1, 'policy'));
  await page.getByLabel('Calls a minute').fill('4000');
  await page.getByLabel('Monday, to').fill('09:00');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Monday, from')).toBeFocused();
  await expect(page.getByText('Opening and closing time are the same.')).toBeVisible();
  await expect(page.getByText('Between 1 and 1,200 calls a minute.')).toBeVisible();
  await page.getByLabel('Calls a minute').fill('10');
  await page.getByLabel('Monday, to').fill('18:00');
  await page.getByLabel('The budget is spent').fill('12,50');
  fakeServer.campaignsDesk.put({ ...campaign, revision: 2 });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('Somebody else has changed the campaign.');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(stepOf(1, 'start'));
  expect(fakeServer.campaignsDesk.find(campaign.id)?.policy).toMatchObject({
    ...{ perMinute: 10, budgetMicros: 12_500_000 },
    hours: { monday: [{ from: '09:00', to: '18:00' }] },
  });
});

test('P329: three instructions and an estimate stand before the start, and a call to oneself', async ({
  page,
  fakeServer,
}) => {
  fakeServer.campaignsDesk.withRows(
    1,
    [2, 3, 4, 5].map((row) => recipientOf(row)),
  );
  await page.goto(stepOf(1, 'start'));
  await expect(page.getByRole('region', { name: /^Instructions for row/ })).toHaveText([
    'Remind Person 2 of the appointment on Monday.',
    'Remind Person 3 of the appointment on Monday.',
    'Remind Person 4 of the appointment on Monday.',
  ]);
  await expect(page.getByText('3 hours', { exact: true })).toBeVisible();
  await expect(page.getByText('$4.26', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Call Me' }).click();
  await expect(page.getByText('Enter a phone number in international format')).toBeVisible();
  await page.getByLabel('My Phone Number').fill('+1 (202) 555-0150');
  await page.getByRole('button', { name: 'Call Me' }).click();
  await expect(page.getByText('The agent is calling you.')).toBeVisible();
  expect(fakeServer.requestsTo('POST /api/campaigns/:id/test-call').map(({ body }) => body)).toEqual([
    { phoneNumber: '+12025550150', row: 2 },
  ]);
});

test('P330: a campaign is scheduled for a time, and never started as somebody else changed it', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  const campaign = fakeServer.campaignsDesk.withRows(1, [recipientOf(2)]);
  fakeServer.connectionsDesk.side = 'sandbox';
  fakeServer.hold('GET /api/events');
  await page.goto(stepOf(1, 'start'));
  await page.getByRole('radio', { name: 'At a time' }).click();
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText('Choose a day and a time.')).toBeVisible();
  await page.getByLabel('Starts at *').fill('2020-01-01T09:00');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText('This time has passed.')).toBeVisible();
  await page.getByLabel('Starts at *').fill('2126-01-01T09:00');
  await page.getByLabel('Pretend that it is').fill('12:30');
  await page.getByRole('button', { name: 'Schedule' }).click();
  fakeServer.campaignsDesk.put({ ...campaign, revision: 2 });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Schedule Campaign' }).click();
  await expect(dialog).toContainText('Somebody else has changed the campaign.');
  await dialog.getByRole('button', { name: 'Schedule Campaign' }).click();
  await expectToast(page, 'Campaign scheduled');
  expect(fakeServer.campaignsDesk.find(campaign.id)).toMatchObject({ state: 'scheduled', ground: false });
  for (const { body } of fakeServer.requestsTo('POST /api/campaigns/:id/start'))
    expect(body).toMatchObject({ pretend: '12:30' });
});

test('P391: a reason is asked for at the start only where none was ever declared, and who is held is said', async ({
  page,
  fakeServer,
}) => {
  const consent = [{ purpose: 'reminder', given: true, source: 'web', at: '2026-10-01' }] as const;
  fakeServer.campaignsDesk.withRows(1, [
    ...[2, 3].map((row) => recipientOf(row)),
    recipientOf(4, { consent: [...consent] }),
  ]);
  const tick = page.getByRole('checkbox', { name: 'There is a reason in law to call these people' });
  const dialog = page.getByRole('dialog');
  const held = 'There is no ground to call 3 people: everybody is held whose row has no consent. 1 row says';
  await page.goto(stepOf(1, 'start'));
  await expect(page.getByText('declares for this purpose: They are our customers')).toBeVisible();
  await expect(tick).toHaveCount(0);
  await page.getByRole('button', { name: 'Start Now' }).click();
  await expect(dialog).toContainText('calls 3 people from now on');
  await expect(dialog).not.toContainText('no ground');

  // Declared for something else: a tick would not count, so none is offered.
  const { grounds } = fakeServer.consentRules;
  fakeServer.consentRules = { ...fakeServer.consentRules, grounds: { ...grounds, reminder: null } };
  await page.goto(stepOf(1, 'start'));
  await expect(page.getByText('No ground is declared for this purpose')).toBeVisible();
  await expect(page.getByText('2 of them are held for want of a ground.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Consent' })).toHaveAttribute(
    'href',
    '/app/settings/consent',
  );
  await expect(tick).toHaveCount(0);
  await page.getByRole('button', { name: 'Start Now' }).click();
  await expect(dialog).toContainText('calls those who consented from now on');
  await expect(dialog).toContainText(held);

  fakeServer.consentRules = undeclaredRules;
  await page.goto(stepOf(1, 'start'));
  await page.getByRole('button', { name: 'Start Now' }).click();
  await expect(dialog).toContainText(held);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await tick.check();
  await page.getByRole('button', { name: 'Start Now' }).click();
  await expect(dialog).toContainText('calls 3 people from now on');
  await dialog.getByRole('button', { name: 'Start Campaign' }).click();
  await expectToast(page, 'Campaign started');
  expect(fakeServer.requestsTo('POST /api/campaigns/:id/start').map(({ body }) => body)).toEqual([
    { revision: 1, at: null, ground: true },
  ]);
});

test('P331: a draft is deleted after a question, and one that is gone says so', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  fakeServer.campaignsDesk.withRows(1, [recipientOf(2)], { name: 'Recall in November' });
  await page.goto(stepOf(1, 'check'));
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('Its row is deleted too.');
  await page.getByRole('button', { name: 'Delete Campaign' }).click();
  await expect(page).toHaveURL(list);
  await expectToast(page, 'Campaign deleted');
  await page.goto(stepOf(1, 'check'));
  await expect(page.getByText('Campaign not found')).toBeVisible();
});

test('P368: purpose, agent and template of a draft can be changed; its file has to be chosen again', async ({
  page,
  fakeServer,
}) => {
  const survey = templateOf(2, { name: 'Survey', prompt: 'Ask <Patient Name> how it was.' });
  fakeServer.templates = { 'gs-dental': [templateOf(1, { name: 'Recall' }), survey], kuzco: [] };
  const { id, policy } = fakeServer.campaignsDesk.withRows(1, [recipientOf(2)]);
  await page.goto(stepOf(1, 'basics'));
  await expect(page.getByLabel('Template *')).toHaveValue(templateOf(1)._id);
  await expect(page.getByText('Remind <Patient Name> of the appointment on <Day>.')).toBeVisible();
  await page.getByRole('radio', { name: 'Survey' }).click();
  await page.getByLabel('Template *').selectOption('Survey');
  await expect(page.getByText('recall.csv was checked for what the campaign is now.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(stepOf(1, 'file'));
  await expect(page.getByRole('button', { name: 'Choose a File' })).toBeVisible();
  expect(fakeServer.requestsTo('PUT /api/campaigns/:id').map(({ body }) => body)).toEqual([
    {
      ...{ revision: 1, name: 'Campaign 1', policy },
      basics: { purpose: 'survey', agentId: 'gs-dental', templateId: survey._id },
    },
  ]);
  expect(fakeServer.campaignsDesk.find(id)).toMatchObject({ prompt: survey.prompt, rows: 0 });
});

test('P368: a template that is gone by now leaves the campaign its text', async ({ page, fakeServer }) => {
  fakeServer.templates = { 'gs-dental': [templateOf(2, { name: 'Survey' })], kuzco: [] };
  fakeServer.campaignsDesk.withRows(1, [recipientOf(2)]);
  await page.goto(stepOf(1, 'basics'));
  await expect(page.getByLabel('Template *').locator('option:checked')).toHaveText(
    'The text that the campaign has',
  );
  await page.getByLabel('Name *').fill('Recall in December');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(stepOf(1, 'file'));
  await expect(page.getByText('Columns: Name, Phone, Day')).toBeVisible();
  expect(fakeServer.requestsTo('PUT /api/campaigns/:id').map(({ body }) => body)).toMatchObject([
    { name: 'Recall in December' },
  ]);
});

test('P332: a viewer looks at campaigns, and is offered no change', async ({ page, fakeServer }) => {
  fakeServer.claims = { parley: 'viewer' };
  fakeServer.campaignsDesk.withRows(1, [recipientOf(2), wrongRow(3, 'no_number')]);
  await page.goto(list);
  await expect(page.getByRole('list', { name: 'Campaigns' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'New Campaign' })).toHaveCount(0);
  await page.goto(`${list}/new`);
  await expect(page.getByText('Your role does not allow this.')).toBeVisible();
  await page.goto(stepOf(1, 'check'));
  await expect(rows(page)).toHaveCount(1);
  for (const name of ['Mend row 3', 'Delete'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await page.goto(stepOf(1, 'start'));
  await expect(page.getByRole('region', { name: /^Instructions for row/ })).toHaveCount(1);
  for (const name of ['Call Me', 'Start Now'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
});

test('P333: every step is accessible, light and dark, wide and narrow', async ({ page, fakeServer }) => {
  test.setTimeout(240_000);
  const looks: readonly Look[] = [
    { theme: 'light', width: 1280 },
    { theme: 'dark', width: 360 },
  ];
  fakeServer.templates = { 'gs-dental': [templateOf(1)], kuzco: [] };
  fakeServer.campaignsDesk.put(campaignOf(2));
  fakeServer.campaignsDesk.withRows(1, [recipientOf(2), wrongRow(3, 'no_number')]);
  await page.goto(list);
  await expect(page.getByRole('list', { name: 'Campaigns' })).toBeVisible();
  await expectAccessible(page, { looks });
  await page.goto(`${list}/new`);
  await expect(page.getByLabel('Agent *')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectAccessible(page, { looks });
  await page.goto(stepOf(2, 'file'));
  await page.getByLabel('CSV file').setInputFiles(csv('recall.csv', recall));
  await expect(page.getByLabel('Phone Number *')).toBeVisible();
  await expectAccessible(page, { looks });
  for (const [step, words] of [
    ['basics', 'Instructions'],
    ['file', 'Columns: Name, Phone, Day'],
    ['check', 'There is no phone number.'],
    ['policy', 'Too much goes wrong'],
    ['start', 'Phone cost'],
  ] as const) {
    await page.goto(stepOf(1, step));
    await expect(page.getByText(words).first()).toBeVisible();
    await expectAccessible(page, { looks });
  }
  await page.goto(stepOf(1, 'check'));
  await page.getByRole('button', { name: 'Mend row 3' }).click();
  await expectAccessible(page, { dialogOpen: true, looks });
});
