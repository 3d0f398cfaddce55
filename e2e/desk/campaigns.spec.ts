import type { Page } from '@playwright/test';
import { expectAccessible, type Look } from '../harness/axe.ts';
import { campaignIdOf, campaignOf, recipientOf, wrongRow } from './fake-server/campaigns-desk.ts';
import { templateOf } from './fake-server/data.ts';
import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const list = '/app/campaigns';
const stepOf = (n: number, step: string) => `${list}/${campaignIdOf(n)}/${step}`;
const rows = (page: Page) => page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem');

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

/** One row of each kind that the fake server tells apart. */
const recall = [
  'Name,Phone,Day',
  'Ada Weber,+12025550101,Monday',
  'Ben Okafor,nonsense,Tuesday',
  'Cleo Park,,Tuesday',
  'Dan Ruiz,+12025550104,',
  'Eve Stone,+12025550911,Friday',
  'Finn Berg,+12025550106,Friday',
].join('\r\n');

test('P440: the list shows state and progress, is searched with /, and leads to each campaign', async ({
  page,
  fakeServer,
}) => {
  const desk = fakeServer.campaignsDesk;
  desk.withRows(1, [recipientOf(2)], { name: 'Recall in November' });
  desk.put(campaignOf(2, { name: 'Delivery notices', agentId: 'kuzco', purpose: 'service' }));
  desk.withRows(3, [recipientOf(2)], { name: 'Survey of October', purpose: 'survey', state: 'running' });
  await page.goto(list);
  const items = page.getByRole('list', { name: 'Campaigns' }).getByRole('listitem');
  await expect(items).toHaveText([
    /Survey of October.*Survey · The dentist.*Running.*12 of 40/,
    /Delivery notices.*Service · Kuzco.*Draft.*No file yet/,
    /Recall in November.*Reminder · The dentist.*Draft.*1 row/,
  ]);
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search by name or agent')).toBeFocused();
  await page.keyboard.type('kuzco');
  await expect(items).toHaveText([/Delivery notices/]);
  await expect(page).toHaveURL(`${list}?search=kuzco`);
  await page.getByLabel('Search by name or agent').fill('nothing like it');
  await expect(page.getByText('No campaign or agent has this name.')).toBeVisible();
  await page.getByLabel('Search by name or agent').fill('recall');
  await expect(page).toHaveURL(`${list}?search=recall`);
  await items.getByRole('link').press('Enter');
  await expect(page).toHaveURL(stepOf(1, 'start'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recall in November');
});

test('P440: an empty list says what comes next, and a failure can be tried again', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  fakeServer.hold('GET /api/events');
  fakeServer.respondWith('GET /api/campaigns', { status: 403, body: { error: 'No.', code: 'forbidden' } });
  await page.goto(list);
  await expect(page.getByRole('alert')).toContainText('Failed to load campaigns');
  fakeServer.resetResponse('GET /api/campaigns');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('link', { name: 'Make the first campaign' }).click();
  await expect(page).toHaveURL(`${list}/new`);
});

test('P441: a campaign is made by keyboard, from its name to the start', async ({ page, fakeServer }) => {
  fakeServer.templates = { 'gs-dental': [templateOf(1, { name: 'Recall' })], kuzco: [] };
  await page.goto(`${list}/new`);
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(page.getByLabel('Name *')).toBeFocused();
  await expect(page.getByText('Give the campaign a name.')).toBeVisible();
  await expect(page.getByText('Choose the agent that calls.')).toBeVisible();
  await page.keyboard.type('Recall in November');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Reminder' })).toBeFocused();
  await page.getByLabel('Agent *').selectOption('The dentist');
  await page.getByLabel('Template *').selectOption('Recall');
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(page).toHaveURL(stepOf(101, 'file'));
  await expect(page.getByRole('navigation', { name: 'Steps' }).locator('[aria-current=step]')).toHaveText(
    /People/,
  );
  await page.getByRole('button', { name: 'Paste Rows' }).press('Enter');
  await expect(page.getByLabel('Rows')).toBeFocused();
  await page.getByLabel('Rows').fill('Name\tPhone\tDay\nAda Weber\t+12025550101\tMonday');
  await page.getByRole('button', { name: 'Read Rows' }).press('Enter');
  await page.getByRole('button', { name: 'Check Rows' }).press('Enter');
  await expect(page).toHaveURL(stepOf(101, 'check'));
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('1 person will be called');
  await page.getByRole('link', { name: 'Continue' }).press('Enter');
  await page.getByLabel('Calls to one person').fill('2');
  await page.getByLabel('Calls to one person').press('Enter');
  await expect(page).toHaveURL(stepOf(101, 'start'));
  await expect(page.getByLabel('Instructions for row 2')).toHaveText(
    'Remind Ada Weber of the appointment on Monday.',
  );
  await page.getByRole('checkbox', { name: 'There is a reason in law to call these people' }).press('Space');
  await page.getByRole('button', { name: 'Start Now' }).press('Enter');
  await expect(page.getByRole('dialog')).toContainText('The dentist calls 1 person from now on');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Campaign started');
  await expect(page).toHaveURL(`${list}/${campaignIdOf(101)}`);
  expect(fakeServer.requestsTo('POST /api/campaigns/:id/start').map(({ body }) => body)).toEqual([
    { revision: 3, at: null, ground: true },
  ]);
  expect(fakeServer.campaignsDesk.find(campaignIdOf(101))?.policy.attempts).toBe(2);
});

test('P442: whatever was typed first is asked about before it is lost', async ({ page }) => {
  await page.goto(`${list}/new`);
  await page.getByLabel('Name *').fill('Recall');
  await page.getByRole('link', { name: 'Back to Campaigns' }).click();
  await expect(page.getByRole('dialog')).toContainText('Discard What You Typed?');
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(page.getByLabel('Name *')).toHaveValue('Recall');
});

test('P442: a refusal is shown, and an agent without templates leads to them', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  fakeServer.templates = { 'gs-dental': [templateOf(1, { name: 'Recall' })], kuzco: [] };
  const error = 'There may be at most 500 campaigns. Delete some of the old ones.';
  fakeServer.respondWith('POST /api/campaigns', { status: 409, body: { error, code: 'too_many_campaigns' } });
  await page.goto(`${list}/new`);
  await page.getByLabel('Name *').fill('Recall');
  await page.getByLabel('Agent *').selectOption('Kuzco of the server');
  await expect(page.getByRole('link', { name: 'Make one' })).toHaveAttribute(
    'href',
    '/app/settings/templates',
  );
  await page.getByLabel('Agent *').selectOption('The dentist');
  await page.getByLabel('Template *').selectOption('Recall');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText(error);
});

test('P443: columns are guessed and can be changed, and the rows are sent with them', async ({
  page,
  fakeServer,
}) => {
  fakeServer.campaignsDesk.put(campaignOf(1));
  await page.goto(stepOf(1, 'file'));
  await page.getByLabel('CSV file').setInputFiles(csv('recall.csv', recall));
  await expect(page.getByLabel('Phone Number *')).toHaveValue('1');
  await expect(page.getByLabel('Patient Name')).toHaveValue('0');
  await expect(page.getByRole('region', { name: 'The first rows' }).getByRole('row')).toHaveCount(6);
  await page.getByLabel('Phone Number *').selectOption('Not in the file');
  await expect(page.getByText('Choose the column with the phone number.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check Rows' })).toBeDisabled();
  await page.getByLabel('Phone Number *').selectOption('Phone');
  await page.getByLabel('Patient Name').selectOption('Not in the file');
  await expect(page.getByText('Choose a column for Patient Name.')).toBeVisible();
  await page.getByLabel('Patient Name').selectOption('Name');
  await page.getByLabel('Country of numbers without +').selectOption('United States');
  await page.getByRole('button', { name: 'Check Rows' }).click();
  await expect(page).toHaveURL(stepOf(1, 'check'));
  const [sent] = fakeServer.requestsTo('PUT /api/campaigns/:id/file');
  expect(sent?.body).toMatchObject({
    ...{ fileName: 'recall.csv', header: ['Name', 'Phone', 'Day'], country: 'US', rowsInFile: 6 },
    columns: { number: 1, name: 0, timeZone: null },
    placeholders: { 'Patient Name': 0, Day: 2 },
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(fakeServer.requestsTo('POST /api/campaigns/:id/rows')).toHaveLength(1);
});

test('P443: the same file is noticed, and sent again only when somebody says so', async ({
  page,
  fakeServer,
}) => {
  const desk = fakeServer.campaignsDesk;
  desk.put(campaignOf(1));
  desk.sameFile = [{ id: campaignIdOf(9), name: 'Recall in October', createdAt: '2026-10-02T09:00:00.000Z' }];
  await page.goto(stepOf(1, 'file'));
  await page.getByLabel('CSV file').setInputFiles(csv('recall.csv', recall));
  await page.getByRole('button', { name: 'Check Rows' }).click();
  await expect(page.getByText('This file was used before')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Recall in October' })).toBeVisible();
  expect(fakeServer.requestsTo('POST /api/campaigns/:id/rows')).toHaveLength(0);
  await page.getByRole('button', { name: 'Use It Again' }).click();
  await expect(page).toHaveURL(stepOf(1, 'check'));
});

test('P443: cancelling leaves nothing, and keeps what was chosen first', async ({ page, fakeServer }) => {
  fakeServer.templates = { 'gs-dental': [templateOf(1, { name: 'Recall' })], kuzco: [] };
  fakeServer.campaignsDesk.put(campaignOf(1, { name: 'Recall in November' }));
  await page.goto(stepOf(1, 'file'));
  const many = Array.from({ length: 2_500 }, (_, n) => `Person ${n},+1202555${1000 + n},Monday`);
  await page.getByLabel('CSV file').setInputFiles(csv('many.csv', ['Name,Phone,Day', ...many].join('\n')));
  const release = fakeServer.hold('POST /api/campaigns/:id/rows');
  await page.getByRole('button', { name: 'Check Rows' }).click();
  await expect(page.getByRole('progressbar', { name: 'Sending people' })).toBeVisible();
  await expect.poll(() => fakeServer.requestsTo('POST /api/campaigns/:id/rows').length).toBe(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  release();
  await expect(page).toHaveURL(`${list}/new`);
  expect(fakeServer.campaignsDesk.campaigns).toEqual([]);
  expect(fakeServer.requestsTo('POST /api/campaigns/:id/rows')).toHaveLength(1);
  await expect(page.getByLabel('Name *')).toHaveValue('Recall in November');
  await expect(page.getByLabel('Template *')).toHaveValue(templateOf(1)._id);
});

test('P443: a file that was not sent to its end is told, and cannot be started', async ({
  page,
  fakeServer,
}) => {
  const campaign = fakeServer.campaignsDesk.withRows(1, [recipientOf(2)]);
  const file = campaign.file === null ? null : { ...campaign.file, rowsInFile: 3 };
  fakeServer.campaignsDesk.put({ ...campaign, file });
  await page.goto(stepOf(1, 'start'));
  await expect(page).toHaveURL(stepOf(1, 'file'));
  await expect(page.getByText('1 of 3 rows of recall.csv have arrived.')).toBeVisible();
});

test('P443: what is no table is refused in words, and a failure in between can be tried again', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  fakeServer.campaignsDesk.put(campaignOf(1));
  await page.goto(stepOf(1, 'file'));
  await page.getByLabel('CSV file').setInputFiles(csv('photo.csv', 'a\0b'));
  await expect(page.getByRole('alert')).toContainText('This is not a text file.');
  await page.getByLabel('CSV file').setInputFiles(csv('recall.csv', recall));
  const error = 'The campaign has another file by now. Send the rows of that one.';
  fakeServer.respondWith('POST /api/campaigns/:id/rows', {
    status: 409,
    body: { error, code: 'campaign_changed' },
  });
  await page.getByRole('button', { name: 'Check Rows' }).click();
  await expect(page.getByRole('alert')).toContainText(error);
  fakeServer.resetResponse('POST /api/campaigns/:id/rows');
  await page.getByRole('button', { name: 'Check Rows' }).click();
  await expect(page).toHaveURL(stepOf(1, 'check'));
});

test('P444: the check counts good, wrong and refused rows, and filters them in the address', async ({
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

test('P445: a row is mended in place, and what is still wrong stays in the dialog', async ({
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

test('P446: the rows that are not called are downloaded with their reasons', async ({ page, fakeServer }) => {
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

test('P447: mistakes in the policy are marked, and what somebody else saved is not overwritten', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  const campaign = fakeServer.campaignsDesk.withRows(1, [recipientOf(2)]);
  await page.goto(stepOf(1, 'policy'));
  await page.getByLabel('Calls a minute').fill('400');
  await page.getByLabel('Monday, to').fill('09:00');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Monday, from')).toBeFocused();
  await expect(page.getByText('Opening and closing time are the same.')).toBeVisible();
  await expect(page.getByText('Between 1 and 60 calls a minute.')).toBeVisible();
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

test('P448: three instructions and an estimate stand before the start, and a call to oneself', async ({
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

test('P449: a campaign is scheduled for a time, and never started as somebody else changed it', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  const campaign = fakeServer.campaignsDesk.withRows(1, [recipientOf(2)]);
  await page.goto(stepOf(1, 'start'));
  await page.getByRole('radio', { name: 'At a time' }).click();
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText('Choose a day and a time.')).toBeVisible();
  await page.getByLabel('Starts at *').fill('2020-01-01T09:00');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText('This time has passed.')).toBeVisible();
  await page.getByLabel('Starts at *').fill('2126-01-01T09:00');
  await page.getByRole('button', { name: 'Schedule' }).click();
  fakeServer.campaignsDesk.put({ ...campaign, revision: 2 });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Schedule Campaign' }).click();
  await expect(dialog).toContainText('Somebody else has changed the campaign.');
  await dialog.getByRole('button', { name: 'Schedule Campaign' }).click();
  await expectToast(page, 'Campaign scheduled');
  expect(fakeServer.campaignsDesk.find(campaign.id)).toMatchObject({ state: 'scheduled', ground: false });
});

test('P450: a draft is deleted after a question, and one that is gone says so', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  fakeServer.campaignsDesk.withRows(1, [recipientOf(2)], { name: 'Recall in November' });
  await page.goto(stepOf(1, 'check'));
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('Its 1 rows are deleted too.');
  await page.getByRole('button', { name: 'Delete Campaign' }).click();
  await expect(page).toHaveURL(list);
  await expectToast(page, 'Campaign deleted');
  await page.goto(stepOf(1, 'check'));
  await expect(page.getByText('Campaign not found')).toBeVisible();
});

test('P451: a viewer looks at campaigns, and is offered no change', async ({ page, fakeServer }) => {
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

test('P452: every step is accessible, light and dark, wide and narrow', async ({ page, fakeServer }) => {
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
