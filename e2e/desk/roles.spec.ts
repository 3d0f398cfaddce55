import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/axe.ts';
import { callIdOf, callOf, entryOf, liveCallOf, templateOf } from './fake-server/data.ts';
import type { FakeServer } from './fake-server/fake-server.ts';
import { choose, expectToast, menuButton, openMenu, rows, toasts } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const list = '/app/voice-agents';
const templates = '/app/settings/templates';
const liveCall = `${list}/${callIdOf(5)}`;
const sentence = 'Your role does not allow this. Ask an administrator.';
const refusal = { status: 403, body: { error: sentence, code: 'not_permitted' } };

test.beforeEach(async ({ fakeServer }) => {
  fakeServer.calls = [liveCallOf(5, { transcript: [entryOf(0, 'Hello.')] }), callOf(4)];
  fakeServer.templates = { 'gs-dental': [templateOf(1, { name: 'Reminder' })], kuzco: [] };
});

const newCall = (page: Page) => page.getByRole('button', { name: 'New Call' });

/** What the screens offer, by name. */
async function offers(page: Page): Promise<string[]> {
  const seen: string[] = [];
  const collect = async () => {
    const main = page.getByRole('main');
    const names = await main
      .getByRole('button')
      .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('aria-label') ?? node.textContent ?? ''));
    seen.push(...names);
  };
  await page.goto(list);
  await expect(rows(page)).toHaveCount(2);
  // Filters and views are loaded after the list.
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
  await collect();
  if ((await menuButton(page, '+15005551004').count()) > 0) {
    const menu = await openMenu(page, '+15005551004');
    await expect(menu).toBeVisible();
    seen.push(...(await menu.getByRole('menuitem').allTextContents()));
  }
  await page.goto(liveCall);
  await expect(page.getByText('Hello.')).toBeVisible();
  await collect();
  await page.goto(templates);
  await expect(page.getByText('Reminder', { exact: true })).toBeVisible();
  await collect();
  return seen;
}

/** Everybody searches calls; the filters of a narrow window are in a dialog. */
const searchTools = (width: number) => [width < 640 ? 'Filters' : 'Add Filter', 'Views'];

const everything = [
  'Export…',
  'New Call',
  'Actions for +15005551005',
  'Actions for +15005551004',
  'Call Again',
  'Delete',
  'Call Again',
  'End Call',
  'Add Template',
  'Edit Reminder',
  'Delete Reminder',
  'Add Template',
];

const roleCases: readonly [role: string, offered: readonly string[]][] = [
  ['viewer', []],
  ['operator', everything],
  ['admin', everything],
];

for (const width of [360, 1280]) {
  for (const [role, offered] of roleCases) {
    test(`PM8: "${role}" is offered what the role allows, ${width} px wide`, async ({ page, fakeServer }) => {
      fakeServer.claims = { parley: role };
      await page.setViewportSize({ width, height: 800 });
      expect((await offers(page)).toSorted()).toEqual([...offered, ...searchTools(width)].toSorted());
    });
  }
}

test('PM8: a viewer can read every screen, and all of them are accessible', async ({ page, fakeServer }) => {
  test.setTimeout(180_000);
  fakeServer.claims = { parley: 'viewer' };
  await page.goto(list);
  await expect(rows(page)).toHaveCount(2);
  await expectAccessible(page);
  await rows(page).first().getByRole('link').click();
  await expect(page.getByText('Hello.')).toBeVisible();
  await expectAccessible(page);
  await page.goto(templates);
  await expect(page.getByText('No templates yet')).toBeVisible();
  await expectAccessible(page);
  fakeServer.calls = [];
  await page.goto(list);
  await expect(page.getByText('No calls yet. They appear here as soon as there are any.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Place a call' })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(`${list}/new`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No permission');
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByRole('form')).toHaveCount(0);
  await expect(page).toHaveTitle('No Permission · Parley');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page).toHaveURL('/app');
});

for (const role of ['operator', 'admin']) {
  test(`PM8: "${role}" has the form at its own address`, async ({ page, fakeServer }) => {
    fakeServer.claims = { parley: role };
    await page.goto(`${list}/new`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create New Call');
    await choose(page, 'Select Agent', 'GS Dental');
    await page.getByLabel('Phone Number').fill('+15005551099');
    await page.getByLabel('Instructions').fill('Say hello.');
    await page.getByRole('button', { name: 'Place Call' }).click();
    await expectToast(page, 'Call to +15005551099 initiated successfully!');
  });
}

/** The token in the page is renewed by its next use. */
function changeRole(fakeServer: FakeServer, role: string): void {
  fakeServer.claims = { parley: role };
}

test.describe('PM9: a role that changes while the page is open', () => {
  // Every request and every renewal of the stream, a few seconds apart, fetches a new token.
  test.beforeEach(({ fakeServer }) => {
    fakeServer.tokenLifetime = 3;
  });

  test('counts without a reload, in both directions', async ({ page, fakeServer }) => {
    fakeServer.claims = { parley: 'operator' };
    await page.goto(list);
    await expect(newCall(page)).toBeVisible();
    changeRole(fakeServer, 'viewer');
    await expect(newCall(page)).toHaveCount(0);
    await expect(menuButton(page, '+15005551004')).toHaveCount(0);
    await expect(rows(page)).toHaveCount(2);
    changeRole(fakeServer, 'operator');
    await expect(newCall(page)).toBeVisible();
    await expect(menuButton(page, '+15005551004')).toBeVisible();
  });

  test('counts in every tab, although only one of them reads the stream', async ({
    page,
    context,
    fakeServer,
  }) => {
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto(list);
      await expect(newCall(tab)).toBeVisible();
    }
    changeRole(fakeServer, 'viewer');
    for (const tab of [page, other]) await expect(newCall(tab)).toHaveCount(0);
  });

  test('leaves an open form open, says so, and keeps what was typed', async ({ page, fakeServer }) => {
    await page.goto(list);
    await newCall(page).click();
    await page.getByLabel('Phone Number').fill('+15005551099');
    changeRole(fakeServer, 'viewer');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(sentence)).toBeVisible();
    await expect(dialog.getByLabel('Phone Number')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    changeRole(fakeServer, 'operator');
    await newCall(page).click();
    await page.getByRole('button', { name: 'Restore What You Typed' }).click();
    await expect(page.getByLabel('Phone Number')).toHaveValue('+15005551099');
  });

  test('closes no template editor either', async ({ page, fakeServer }) => {
    await page.goto(templates);
    await page.getByRole('button', { name: 'Edit Reminder' }).click();
    await page.getByLabel('Template Name *').fill('Recall');
    changeRole(fakeServer, 'viewer');
    await expect(page.getByRole('dialog').getByText(sentence)).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('Reminder', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit Reminder' })).toHaveCount(0);
  });
});

const pagesWithForms = [
  { path: '/app/settings/people', open: 'Invite', label: 'Email', text: 'tomas@example.com' },
  { path: '/app/settings/tools/new', open: null, label: 'What it is for *', text: 'Finds a patient.' },
  {
    path: '/app/settings/connections',
    open: 'Connect Mail',
    label: 'Mail server *',
    text: 'smtp.example.com',
  },
];

for (const { path, open, label, text } of pagesWithForms)
  test(`PM9: ${path} says that the role was taken while it was open, and keeps what was typed`, async ({
    page,
    fakeServer,
  }) => {
    fakeServer.tokenLifetime = 3;
    await page.goto(path);
    if (open !== null) await page.getByRole('button', { name: open, exact: true }).click();
    await page.getByLabel(label, { exact: true }).first().fill(text);
    changeRole(fakeServer, 'operator');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No permission');
    await expect(page.getByText('It did when you opened this page.')).toBeVisible();
    await expectAccessible(page);
    changeRole(fakeServer, 'admin');
    // A dialog that stands in the address is open again, too.
    await page.getByRole('button', { name: 'Restore What You Typed' }).click();
    await expect(page.getByLabel(label, { exact: true }).first()).toHaveValue(text);
  });

test('PM9: a page that the role never allowed says nothing of a change', async ({ page, fakeServer }) => {
  changeRole(fakeServer, 'operator');
  await page.goto('/app/settings/people');
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByText('It did when you opened this page.')).toHaveCount(0);
});

test.describe('PM10: a request that the server refuses because of the role', () => {
  test.beforeEach(({ expectedErrors }) => {
    expectedErrors.push(/status of 403/);
  });

  test('is reported, and a page with another table offers it no longer', async ({ page, fakeServer }) => {
    fakeServer.respondWith('POST /api/calls/:id/end', refusal);
    await page.goto(liveCall);
    await page.getByRole('button', { name: 'End Call' }).click();
    await expectToast(page, 'Failed to end call. Please try again.', sentence);
    await expect(page.getByRole('button', { name: 'End Call' })).toHaveCount(0);
    // Nothing else is withdrawn, and a reload starts anew.
    await page.getByRole('link', { name: 'Back to Calls' }).click();
    await expect(newCall(page)).toBeVisible();
    await page.goto(liveCall);
    await expect(page.getByRole('button', { name: 'End Call' })).toBeVisible();
  });

  test('makes the page fetch a new token, and a lowered role counts at once', async ({
    page,
    fakeServer,
  }) => {
    await page.goto(list);
    await expect.poll(() => fakeServer.streamCount).toBe(1);
    // The token of the page lasts an hour; only the refusal makes it ask again.
    changeRole(fakeServer, 'viewer');
    fakeServer.respondWith('DELETE /api/calls/:id', refusal);
    await (await openMenu(page, '+15005551004')).getByRole('menuitem', { name: 'Delete' }).click();
    await expectToast(page, 'Failed to delete call. Please try again.', sentence);
    await expect(newCall(page)).toHaveCount(0);
    await expect(rows(page)).toHaveCount(2);
    // The menu that was open has let go of the page.
    await rows(page).first().getByRole('link').click();
    await expect(page).toHaveURL(liveCall);
  });

  test('on a page that may not be read shows that, not an error', async ({ page, fakeServer }) => {
    fakeServer.respondWith('GET /api/calls', refusal);
    await page.goto(list);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No permission');
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Voice Agents' })).toHaveCount(0);
    await expect(toasts(page)).toHaveCount(0);
  });

  test('while it is being sent leaves what was typed as a draft', async ({ page, fakeServer }) => {
    await page.goto(list);
    await newCall(page).click();
    await choose(page, 'Select Agent', 'GS Dental');
    await page.getByLabel('Phone Number').fill('+15005551099');
    await page.getByLabel('Instructions').fill('Say hello.');
    fakeServer.respondWith('POST /api/twilio/:id/call', refusal, 1);
    await page.getByRole('button', { name: 'Place Call' }).click();
    await expect(page.getByRole('dialog').getByText(sentence)).toBeVisible();
    await page.reload();
    await newCall(page).click();
    await page.getByRole('button', { name: 'Restore What You Typed' }).click();
    await expect(page.getByLabel('Instructions')).toHaveValue('Say hello.');
  });
});
