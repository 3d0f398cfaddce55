import type { Page } from '@playwright/test';
import { agentOf } from './fake-server/agent-desk.ts';
import { expect, test } from './fake-server/test.ts';

const path = '/app/settings/agents/elm-street';
const persona = (page: Page) => page.getByLabel('Persona *');

test.beforeEach(async ({ fakeServer }) => {
  fakeServer.agentDesk.agents = [agentOf('elm-street', 'Elm Street', 4), agentOf('oak-lane', 'Oak Lane')];
  fakeServer.agentDesk.numbers = [
    { number: '+15005550006', label: '', sandbox: true, agentId: 'oak-lane' },
    { number: '+15005550007', label: 'Spare', sandbox: true, agentId: null },
  ];
});

test('a number is taken and released, and taking it from another agent is asked about', async ({
  page,
  fakeServer,
}) => {
  await page.goto(`${path}?section=numbers`);
  await page.getByRole('button', { name: 'Take +15005550006' }).click();
  await expect(page.getByRole('dialog')).toContainText('Oak Lane loses +15005550006.');
  await page.getByRole('button', { name: 'Take Number' }).click();
  await expect(page.getByRole('button', { name: 'Release +15005550006' })).toBeVisible();
  expect(fakeServer.requestsTo('PUT /api/numbers/:id/agent')[0]?.body).toEqual({
    agentId: 'elm-street',
    takenFrom: 'oak-lane',
  });
  await page.getByRole('button', { name: 'Release +15005550006' }).click();
  await page.getByRole('button', { name: 'Release Number' }).click();
  await expect(page.getByRole('button', { name: 'Take +15005550006' })).toBeVisible();
});

test('an archived agent can be read and made active again', async ({ page }) => {
  await page.goto(path);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive Agent' }).click();
  await expect(page.getByText('This agent is archived')).toBeVisible();
  await expect(persona(page)).not.toBeEditable();
  await page.getByRole('button', { name: 'Make Active Again' }).click();
  await expect(persona(page)).toBeEditable();
});

test('an agent without calls is deleted once it is archived, with what was typed and not saved; one with calls says why it stays', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (?:400|409)/);
  fakeServer.respondWith('PUT /api/agents/:id/draft', {
    status: 400,
    body: { error: 'This cannot be saved.', code: 'invalid_request' },
  });
  await page.goto(path);
  await persona(page).fill('Typed before it was deleted.');
  await expect(page.getByText('This cannot be saved.')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive Agent' }).click();
  await expect(page.getByText('This agent is archived')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Agent' });
  const error = 'This agent has calls, which keep its name. Archive it instead.';
  fakeServer.respondWith('DELETE /api/agents/:id', {
    status: 409,
    body: { error, code: 'agent_not_deletable' },
  });
  await dialog.getByRole('button', { name: 'Delete Agent' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(error);
  fakeServer.resetResponse('DELETE /api/agents/:id');
  await dialog.getByRole('button', { name: 'Delete Agent' }).click();
  await expect(page).toHaveURL('/app/settings/agents');
  await expect(page.getByText('Elm Street is deleted')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Elm Street' })).toHaveCount(0);
  fakeServer.agentDesk.agents = [agentOf('elm-street', 'Elm Street')];
  await page.goto(path);
  await expect(persona(page)).toHaveValue('You are warm and exact.');
});

test('a number is given a name', async ({ page }) => {
  await page.goto(`${path}?section=numbers`);
  await page.getByRole('button', { name: 'Name +15005550006' }).click();
  await page.getByRole('dialog', { name: 'Name Number' }).getByLabel('Name').fill('  Reception ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Reception · Oak Lane', { exact: true })).toBeVisible();
});
