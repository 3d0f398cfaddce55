import type { Page } from '@playwright/test';
import { test as base, expect } from '../harness/test.ts';
import { csv, list, rows } from './campaign-pages.ts';
import { expectToast } from './fake-server/screen.ts';

/** The real server. `other` has a browser of its own, with its own connection. */
const test = base.extend<{ other: Page }>({
  other: async ({ browser, baseURL, adminState }, use) => {
    const context = await browser.newContext({
      ...(baseURL === undefined ? {} : { baseURL }),
      storageState: adminState,
      reducedMotion: 'reduce',
    });
    await use(await context.newPage());
    await context.close();
  },
});

/** Sends what somebody would have typed before; resolves with the answer. */
async function given(page: Page, path: string, data: object | null, method = 'POST') {
  const session = await page.request.get('/api/auth/get-session');
  const authorization = `Bearer ${session.headers()['set-auth-jwt']}`;
  const body = data === null ? {} : { data };
  const answer = await page.request.fetch(path, { method, ...body, headers: { authorization } });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  return answer.json();
}

/** Of each list another: whoever sends a file twice is asked whether they mean it. */
const people = (list: string) =>
  `Patient,Phone\r\nAnn of ${list},+12125550101\r\nBen Okafor,nonsense\r\nCleo Park,+12125550103`;

/** A draft with these people, one of whom has to be mended; shows the check of its rows. */
async function draft(page: Page, name: string): Promise<string> {
  const { template } = await given(page, '/api/templates/templates', {
    ...{ agentId: 'gs-dental', name, prompt: 'Remind <Patient Name> of the check-up.', placeholders: {} },
  });
  const body = { name, purpose: 'reminder', agentId: 'gs-dental', templateId: template._id };
  const { campaign } = await given(page, '/api/campaigns', body);
  await page.goto(`${list}/${campaign.id}/file`);
  await page.getByLabel('CSV file').setInputFiles(csv('recall.csv', people(name)));
  await page.getByRole('button', { name: 'Check Rows' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('2 people will be called');
  return campaign.id;
}

/**
 * A campaign that was started. Nobody has declared a ground, so everybody is held at once: it runs until somebody stops it, at
 * whatever hour this is.
 */
async function started(page: Page, name: string): Promise<string> {
  const id = await draft(page, name);
  const { campaign } = await given(page, `/api/campaigns/${id}`, null, 'GET');
  await given(page, `/api/campaigns/${id}/start`, { revision: campaign.revision, at: null, ground: false });
  return id;
}

/** All press; no request goes on before everybody has sent theirs. */
async function atOnce(
  pages: readonly Page[],
  path: string,
  press: (page: Page) => Promise<void>,
): Promise<void> {
  const all = Promise.withResolvers<void>();
  let sent = 0;
  for (const page of pages)
    await page.route(
      path,
      async (route) => {
        sent += 1;
        if (sent === pages.length) all.resolve();
        await all.promise;
        await route.continue();
      },
      { times: 1 },
    );
  for (const page of pages) await press(page);
  await all.promise;
}

test('P392: of two who start, pause, resume and stop at once, both see one campaign, which each was done to once', async ({
  adminPage: page,
  other,
}) => {
  const both = [page, other];
  const id = await draft(page, 'Two at once');
  for (const each of both) {
    await each.goto(`${list}/${id}/start`);
    await each.getByRole('button', { name: 'Start Now' }).click();
    await expect(each.getByRole('button', { name: 'Start Campaign' })).toBeFocused();
  }
  let starts = 0;
  for (const each of both)
    each.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/start')) starts += 1;
    });
  await atOnce(both, '**/start', (each) => each.getByRole('button', { name: 'Start Campaign' }).dblclick());
  for (const each of both) {
    await expect(each).toHaveURL(`${list}/${id}`);
    await expect(each.getByRole('button', { name: 'Pause' })).toBeEnabled();
    await expect(each.getByRole('dialog')).toHaveCount(0);
    // Each of those who wait was looked at.
    await expect(each.getByText('Nobody has said that there is a reason in law to call')).toBeVisible();
  }
  // A double click sends one request.
  expect(starts).toBe(2);
  await atOnce(both, '**/pause', (each) => each.getByRole('button', { name: 'Pause' }).click());
  for (const each of both) {
    await expect(each.getByText('Paused: Somebody paused it.')).toBeVisible();
    await expect(each.getByRole('button', { name: 'Resume' })).toBeEnabled();
  }
  await atOnce(both, '**/resume', (each) => each.getByRole('button', { name: 'Resume' }).click());
  for (const each of both) {
    await expect(each.getByRole('button', { name: 'Pause' })).toBeEnabled();
    await each.getByRole('button', { name: 'Stop…' }).click();
  }
  await atOnce(both, '**/stop', (each) =>
    each.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click(),
  );
  for (const each of both) {
    await expect(each.getByText('Stopped', { exact: true })).toBeVisible();
    await expect(each.getByRole('dialog')).toHaveCount(0);
    await each.getByRole('radio', { name: 'Timeline' }).click();
    await expect(each.getByRole('list', { name: 'What was decided' }).getByRole('listitem')).toHaveText([
      /^Stopped by Ines Marchetti/,
      /^Resumed by Ines Marchetti/,
      /^Paused by Ines Marchetti/,
      /^Started by Ines Marchetti/,
    ]);
  }
});

test('P392: whoever pauses what somebody else stops is told why not; without a network nothing is pretended', async ({
  adminPage: page,
  other,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  const stopped = await started(page, 'Stopped meanwhile');
  for (const each of [page, other]) {
    await each.goto(`${list}/${stopped}`);
    await expect(each.getByRole('button', { name: 'Pause' })).toBeEnabled();
  }
  await page.route(
    '**/pause',
    async (route) => {
      // It is on its way while the other one stops the campaign.
      await other.getByRole('button', { name: 'Stop…' }).click();
      await other.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click();
      await expect(other.getByText('Stopped', { exact: true })).toBeVisible();
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Pause' }).click();
  await expectToast(
    page,
    'Failed to pause the campaign.',
    'The campaign does not run, so it cannot be paused.',
  );
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible();

  const id = await started(page, 'Without a network');
  for (const each of [page, other]) {
    await each.goto(`${list}/${id}`);
    await expect(each.getByRole('button', { name: 'Pause' })).toBeEnabled();
  }
  await other.context().setOffline(true);
  await other.getByRole('button', { name: 'Pause' }).click();
  await expectToast(
    other,
    'Failed to pause the campaign.',
    'Could not reach the server. Check your connection and try again.',
  );
  await expect(page.getByRole('button', { name: 'Pause' })).toBeEnabled();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused: Somebody paused it.')).toBeVisible();
  await other.context().setOffline(false);
  await expect(other.getByText('Paused: Somebody paused it.')).toBeVisible();
  await other.getByRole('button', { name: 'Resume' }).click();
  for (const each of [page, other]) await expect(each.getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('P392: of two who mend a row or the hours the second is told so; a draft that is deleted says so at once', async ({
  adminPage: page,
  other,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[49]/);
  const id = await draft(page, 'Two who mend');
  await other.goto(`${list}/${id}/check`);
  for (const each of [page, other]) {
    await each.getByRole('button', { name: 'Mend row 3' }).click();
    await expect(each.getByRole('dialog').getByLabel('Phone')).toBeFocused();
  }
  const save = (each: Page) => each.getByRole('dialog').getByRole('button', { name: 'Save and Check' });
  await page.getByRole('dialog').getByLabel('Phone').fill('+12125550111');
  await save(page).click();
  await expectToast(page, 'Row 3 can be called');
  // The page behind the dialog knows by itself.
  await expect(other.getByText('Every row can be called.')).toBeAttached();
  await other.getByRole('dialog').getByLabel('Phone').fill('+12125550122');
  await save(other).click();
  await expect(other.getByRole('alert')).toContainText(
    'Somebody else has changed this row meanwhile. It says: Ben Okafor, +12125550111.',
  );
  await save(other).click();
  await expectToast(other, 'Row 3 can be called');
  await expect(rows(page).filter({ hasText: 'Ben Okafor' })).toContainText('+12125550122');

  for (const each of [page, other]) await each.goto(`${list}/${id}/policy`);
  await page.getByLabel('Calls a minute').fill('11');
  await other.getByLabel('Calls a minute').fill('12');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${list}/${id}/start`);
  // The page fetches the campaign again before this one saves, because something else of it was changed.
  const fetchedAgain = other.waitForResponse((answer) => answer.url().endsWith(`/api/campaigns/${id}`));
  await given(
    page,
    `/api/campaigns/${id}/recipients/3`,
    {
      ...{ file: 1, cells: ['Ben Okafor', '+12125550133'] },
    },
    'PUT',
  );
  await fetchedAgain;
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other.getByRole('alert')).toContainText('Somebody else has changed the campaign.');

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete Campaign' }).click();
  await expect(page).toHaveURL(list);
  await expect(other.getByText('Campaign not found')).toBeVisible();
});

test('P392: of two who change the hours of a paused campaign the second is told so, and keeps what was typed', async ({
  adminPage: page,
  other,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  const id = await started(page, 'Paused for two');
  await given(page, `/api/campaigns/${id}/pause`, null);
  for (const each of [page, other]) await each.goto(`${list}/${id}?show=policy`);
  const pace = (each: Page) => each.getByLabel('Calls a minute');
  const save = (each: Page) => each.getByRole('button', { name: 'Save Changes' });
  await pace(page).fill('11');
  await pace(other).fill('12');
  await save(page).click();
  await expectToast(page, 'Hours and pace saved');
  await save(other).click();
  await expect(other.getByRole('alert')).toContainText('Somebody else has changed the campaign.');
  await expect(pace(other)).toHaveValue('12');
  await expect(pace(page)).toHaveValue('11');
  // Now they know; and the page of the first one, on which nothing is typed, shows it.
  await save(other).click();
  await expectToast(other, 'Hours and pace saved');
  await expect(pace(page)).toHaveValue('12');
  // While it runs again nothing is changed, and what is typed stays.
  await pace(other).fill('13');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(save(other)).toHaveCount(0);
  await expect(pace(other)).toBeDisabled();
  await expect(pace(other)).toHaveValue('13');
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(pace(other)).toBeEnabled();
  await expect(pace(other)).toHaveValue('13');
});
