import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/axe.ts';
import { problemOf, shownAddress } from './fake-server/connections-desk.ts';
import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const path = '/app/settings/connections';
const card = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('the card of the model names one that runs on this machine, and lets it speak at once', async ({
  page,
  fakeServer,
}) => {
  const url = 'http://127.0.0.1:11434/v1';
  const lookedAt = '2026-10-13T09:00:00.000Z';
  const models = ['llama3.2', 'qwen3:8b'];
  fakeServer.connectionsDesk.localModels = { found: [{ server: 'ollama', url, models }], lookedAt };
  await page.goto(path);
  await expect(card(page, 'Model')).toContainText('The scripted agent speaks in the sandbox.');
  await expect(card(page, 'Model')).toContainText('llama3.2 runs on this machine.');
  expect(fakeServer.requestsTo('POST /api/connections/model')).toEqual([]);
  await card(page, 'Model').getByRole('button', { name: 'Let It Speak' }).press('Enter');
  await expectToast(page, 'llama3.2 speaks from now on');
  await expect(card(page, 'Model')).toContainText('llama3.2 · on this machine');
  await expect(card(page, 'Model')).not.toContainText('runs on this machine');
  await expect(page.getByRole('heading', { name: 'Model', exact: true })).toBeFocused();
});

test('what the environment sets is tested where it stands, and another model needs no new key', async ({
  page,
  fakeServer,
}) => {
  const { connectionsDesk: desk } = fakeServer;
  desk.connectAll();
  desk.set('address', { state: 'environment', shown: shownAddress });
  await page.goto(path);
  const problem = problemOf('address_no_answer', { host: 'desk.example.com' });
  desk.problem = problem;
  await button(page, 'Test Public Address').click();
  await expect(card(page, 'Public Address').getByRole('alert')).toContainText(problem.sentence);
  await expect(card(page, 'Public Address').getByRole('alert')).toContainText(problem.remedy);
  await expectAccessible(page);
  desk.problem = null;
  await button(page, 'Test Public Address').click();
  await expectToast(page, 'Public Address works');
  await expect(card(page, 'Public Address').getByRole('alert')).toHaveCount(0);
  expect(fakeServer.requestsTo('POST /api/connections/default/address/test')).toHaveLength(2);
  await button(page, 'Test Model').click();
  await expectToast(page, 'Model works', 'First word after 0.4 s · tools work · structured output works');
  await button(page, 'Change Model: Model').press('Enter');
  await expect(page.getByLabel('Model *')).toBeFocused();
  await expect(page.getByLabel('Model *')).toHaveValue('gpt-5.1');
  await expect(dialog(page)).toContainText('2 models to choose from');
  await expect(dialog(page).getByLabel('Key')).toHaveCount(0);
  await expectAccessible(page, { dialogOpen: true });
  await page.getByLabel('Model *').fill('gpt-5.1-mini');
  await page.keyboard.press('Enter');
  await expectToast(page, 'gpt-5.1-mini speaks from now on');
  await expect(card(page, 'Model')).toContainText('gpt-5.1-mini · OpenAI');
  await expect(button(page, 'Change Model: Model')).toBeFocused();
  const [sent] = fakeServer.requestsTo('PUT /api/connections/:id/model');
  expect(sent?.body).toEqual({ revision: 1, model: 'gpt-5.1-mini' });
});
