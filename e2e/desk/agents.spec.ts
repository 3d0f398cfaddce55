import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/axe.ts';
import { agentOf } from './fake-server/agent-desk.ts';
import { choose } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const path = '/app/settings/agents';
const cards = (page: Page) => page.getByRole('list', { name: 'Agents' }).getByRole('listitem');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'New Agent' });

test.beforeEach(async ({ fakeServer }) => {
  fakeServer.agentDesk.agents = [
    agentOf('night-desk', 'Night desk', 0),
    agentOf('gs-dental', 'GS Dental', 4, { fixedName: 'GS Dental', callsInLastWeek: 1_204 }),
    agentOf('old-line', 'Old line', 2, { archivedAt: '2026-10-01T10:00:00.000Z' }),
  ];
  const number = { label: 'Front desk', sandbox: true, agentId: 'gs-dental' };
  fakeServer.agentDesk.numbers = [
    { ...number, number: '+15005550006' },
    { ...number, number: '+15005550007' },
  ];
});

test('agents are cards with what matters of each, and archived ones are folded away', async ({ page }) => {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agents');
  await expect(page).toHaveTitle('Agents · Parley');
  await expect(cards(page)).toHaveCount(2);
  await expect(cards(page).nth(0)).toContainText(
    /GGS Dental.*\+15005550006.*and 1 more.*Version4Calls.*1,204/,
  );
  await expect(cards(page).nth(0)).toContainText('English (United States)');
  await expect(cards(page).nth(1)).toContainText(/NNight desk.*Not published.*None/);
  await expectAccessible(page);
  await page.getByRole('button', { name: '1 archived' }).click();
  await expect(page.getByRole('list', { name: 'Archived agents' })).toContainText('Old line');
  await expect(page).toHaveURL(`${path}?archived=shown`);
  await page.reload();
  await page.getByRole('link', { name: 'Old line' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Old line');
  // AG2: its name is fixed, and the field says so.
  await page.goto(`${path}/gs-dental`);
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toHaveValue('GS Dental');
  await expect(name).not.toBeEditable();
  await expect(name).toHaveAccessibleDescription('The name of this agent is fixed.');
});

test('with many agents one is found by name or number, and the address keeps the words', async ({
  page,
  fakeServer,
}) => {
  fakeServer.agentDesk.agents.push(...['a', 'b', 'c', 'd'].map((id) => agentOf(id, `Line ${id}`)));
  await page.goto(path);
  await page.getByLabel('Find an agent').fill('555 0007');
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveURL(/search=555/);
  await page.reload();
  await expect(cards(page)).toContainText('GS Dental');
  await page.getByLabel('Find an agent').fill('nobody');
  await expect(page.getByText('No active agent matches "nobody".')).toBeVisible();
});

test('the list says when it is loading, empty or failed', async ({ page, fakeServer, expectedErrors }) => {
  // A stream that opens now would fetch again, without the button.
  fakeServer.hold('GET /api/events');
  expectedErrors.push(/status of 503/);
  const release = fakeServer.hold('GET /api/agent-cards');
  await page.goto(path);
  await expect(page.getByRole('status').filter({ hasText: 'Loading agents...' })).toBeVisible();
  fakeServer.agentDesk.agents = [];
  release();
  await expect(page.getByText('No agents yet. Make one')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'New Agent' })).toHaveCount(2);
  // A stream that opens now would fetch it again, without the button.
  fakeServer.hold('GET /api/events');
  const body = { error: 'The database is not available.', code: 'database_unavailable' };
  fakeServer.respondWith('GET /api/agent-cards', { status: 503, body });
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('The database is not available.');
  fakeServer.resetResponse('GET /api/agent-cards');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No agents yet.')).toBeVisible();
});

test('a new agent is made from a starter, from nothing or from another agent', async ({
  page,
  fakeServer,
}) => {
  await page.goto(path);
  await page.getByRole('button', { name: 'New Agent' }).click();
  await expect(dialog(page).getByLabel('Name *')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Give the agent a name.')).toBeVisible();
  await expectAccessible(page, { dialogOpen: true });
  await page.keyboard.type('Elm Street');
  await dialog(page).getByRole('radio', { name: 'Survey' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await dialog(page).getByRole('button', { name: 'Create Agent' }).click();
  await expect(page).toHaveURL(`${path}/elm-street`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Elm Street');
  expect(fakeServer.requestsTo('POST /api/agents')[0]?.body).toEqual({
    displayName: 'Elm Street',
    from: { kind: 'starter', starter: 'survey' },
  });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy to a New Agent' }).click();
  await dialog(page).getByLabel('Name *').fill('Oak Lane');
  await expect(dialog(page).getByLabel('Agent to copy')).toHaveText('EElm Street');
  await choose(page, 'Agent to copy *', 'Night desk');
  await dialog(page).getByRole('button', { name: 'Create Agent' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oak Lane');
  expect(fakeServer.requestsTo('POST /api/agents')[1]?.body).toEqual({
    displayName: 'Oak Lane',
    from: { kind: 'copy', agentId: 'night-desk' },
  });
});

for (const role of ['viewer', 'operator']) {
  test(`PM8: "${role}" sees agents and cannot change them`, async ({ page, fakeServer }) => {
    fakeServer.claims = { parley: role };
    await page.goto(path);
    await expect(cards(page)).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'New Agent' })).toHaveCount(0);
    await page.getByRole('link', { name: 'GS Dental' }).click();
    await expect(page.getByLabel('Persona *')).not.toBeEditable();
    await expect(page.getByRole('switch', { name: 'Be brief' })).toBeDisabled();
    for (const name of ['Publish', 'More actions'])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Try It' })).toHaveCount(role === 'operator' ? 1 : 0);
    await page.getByRole('link', { name: 'History' }).click();
    await expect(page.getByText('Version 4')).toHaveCount(2);
    await expect(page.getByRole('button', { name: /Restore/ })).toHaveCount(0);
    await page.getByRole('link', { name: 'Numbers' }).click();
    await expect(page.getByText('This agent')).toHaveCount(2);
    await expect(page.getByRole('button', { name: /Take|Release/ })).toHaveCount(0);
  });
}
