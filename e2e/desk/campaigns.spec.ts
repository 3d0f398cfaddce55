import { csv, list, recall, stepOf } from './campaign-pages.ts';
import { campaignIdOf, campaignOf, recipientOf } from './fake-server/campaigns-desk.ts';
import { undeclaredRules } from './fake-server/consent-rules.ts';
import { templateOf } from './fake-server/data.ts';
import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

test('P321: the list shows state and progress, is searched with /, and leads to each campaign', async ({
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

test('P321: an empty list says what comes next, and a failure can be tried again', async ({
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

test('P322: a campaign is made by keyboard, from its name to the start', async ({ page, fakeServer }) => {
  fakeServer.templates = { 'gs-dental': [templateOf(1, { name: 'Recall' })], kuzco: [] };
  fakeServer.consentRules = undeclaredRules;
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
  await expect(page.getByRole('button', { name: 'Check Rows' })).toBeEnabled();
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
  await expect(page.getByRole('button', { name: 'Start Campaign' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Campaign started');
  await expect(page).toHaveURL(`${list}/${campaignIdOf(101)}`);
  expect(fakeServer.requestsTo('POST /api/campaigns/:id/start').map(({ body }) => body)).toEqual([
    { revision: 3, at: null, ground: true },
  ]);
  expect(fakeServer.campaignsDesk.find(campaignIdOf(101))?.policy.attempts).toBe(2);
});

test('P323: whatever was typed first is asked about before it is lost', async ({ page }) => {
  await page.goto(`${list}/new`);
  await page.getByLabel('Name *').fill('Recall');
  await page.getByRole('link', { name: 'Back to Campaigns' }).click();
  await expect(page.getByRole('dialog')).toContainText('Discard What You Typed?');
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(page.getByLabel('Name *')).toHaveValue('Recall');
});

test('P323: a refusal is shown, and an agent without templates leads to them', async ({
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

test('P324: columns are guessed and can be changed, and the rows are sent with them', async ({
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

test('P324: the same file is noticed, and sent again only when somebody says so', async ({
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

test('P324: cancelling leaves nothing, and keeps what was chosen first', async ({ page, fakeServer }) => {
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

test('P324: a file that was not sent to its end is told, and cannot be started', async ({
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

test('P324: what is no table is refused in words, and a failure in between can be tried again', async ({
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
