import type { Page } from '@playwright/test';
import { expectAccessible, type Look } from '../harness/axe.ts';
import { agentOf } from './fake-server/agent-desk.ts';
import { accountSid, failingOf, offerOf, problemOf, shownModel } from './fake-server/connections-desk.ts';
import { expect, test } from './fake-server/test.ts';

// Every check looks several times at the page.
test.describe.configure({ timeout: 180_000 });

test.beforeEach(async ({ fakeServer }) => {
  fakeServer.sandbox = { handsetUrl: 'http://127.0.0.1:4010/' };
});

/** Half of the looks, so that every width and every theme is seen once. */
const twoLooks: readonly Look[] = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 360 },
];

const connections = '/app/settings/connections';

async function checkDialog(page: Page, button: string, words: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(words);
  await expectAccessible(page, { dialogOpen: true, looks: twoLooks });
}

test('the connections in every state, and the dialogs that change them, are accessible', async ({
  page,
  fakeServer,
}) => {
  const { connectionsDesk: desk } = fakeServer;
  desk.connectAll();
  desk.offers = [offerOf(1, { claimed: 'here' }), offerOf(2, { claimed: 'here', points: 'here' })];
  await page.goto(connections);
  await expect(page.getByRole('button', { name: 'Replace Model' })).toBeVisible();
  await checkDialog(page, 'Numbers', 'Not taken over');
  await page.getByRole('button', { name: 'Choose Other Numbers' }).click();
  await expectAccessible(page, { dialogOpen: true, looks: twoLooks });
  await page.keyboard.press('Escape');
  await checkDialog(page, 'Limits', 'Calls at once');
  await page.getByLabel('Calls at once').fill('');
  await page.keyboard.press('Enter');
  await expectAccessible(page, { dialogOpen: true, looks: twoLooks });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Keep Editing' })).toBeFocused();
  await expectAccessible(page, { dialogOpen: true, looks: twoLooks });
  await page.getByRole('button', { name: 'Discard' }).click();
  await checkDialog(page, 'Replace Phone', 'Auth token');
  await page.keyboard.press('Escape');
  await checkDialog(page, 'Replace Model', 'New key');
  await page.keyboard.press('Escape');
  await checkDialog(page, 'Disconnect Phone', 'Calls that are up go on');
  await page.keyboard.press('Escape');
  const { number, webhooks: values } = offerOf(1);
  desk.notRestored = [{ number, values, problem: problemOf('webhooks_refused', { number }) }];
  await page.getByRole('button', { name: 'Disconnect Phone' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('dialog')).toContainText('could not be put back');
  await expectAccessible(page, { dialogOpen: true, looks: twoLooks });
  await page.getByRole('button', { name: 'I Have Noted Them' }).click();
  desk.set('model', failingOf(shownModel, problemOf('key_refused', { provider: 'OpenAI' })));
  desk.set('mail', {
    state: 'environment',
    shown: { kind: 'mail', host: 'smtp.example.com', port: 587, user: null, from: 'desk@example.com' },
  });
  await page.reload();
  for (const words of ['Disconnected', 'Failing since', 'Set in the environment', 'Not set'])
    await expect(page.getByText(words).first()).toBeVisible();
  await expectAccessible(page);
});

test('the dialogs that connect something are accessible, also refused', async ({ page, fakeServer }) => {
  const { connectionsDesk: desk } = fakeServer;
  const models = ['llama3.2', 'qwen3:8b'];
  const url = 'http://127.0.0.1:11434/v1';
  desk.localModels = { found: [{ server: 'ollama', url, models }], lookedAt: '2026-10-13T09:00:00.000Z' };
  await page.goto(connections);
  await expect(page.getByText('llama3.2 runs on this machine.')).toBeVisible();
  await expectAccessible(page);
  await checkDialog(page, 'Connect Model', 'Let it speak instead of the scripted agent?');
  await page.keyboard.press('Escape');
  await checkDialog(page, 'Set Address', 'No address yet?');
  await page.keyboard.press('Escape');
  await checkDialog(page, 'Connect Speech', 'Listens and speaks by itself');
  await page.keyboard.press('Escape');
  await checkDialog(page, 'Connect Mail', 'The address that messages come from.');
  await page.keyboard.press('Escape');
  await checkDialog(page, 'Choose Storage', 'S3-compatible storage');
  await page.keyboard.press('Escape');
  await checkDialog(page, 'Connect Phone', 'Step 1 of 2');
  await page.getByLabel('Account SID').fill(accountSid);
  await page.getByLabel('Auth token').fill('a-token');
  desk.problem = problemOf('account_suspended', { account: 'GS Dental' });
  await page.getByRole('button', { name: 'Check the Account' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expectAccessible(page, { dialogOpen: true, looks: twoLooks });
  desk.problem = null;
  await page.getByRole('button', { name: 'Check the Account' }).click();
  await expect(page.getByRole('dialog')).toContainText('Step 2 of 2');
  await expectAccessible(page, { dialogOpen: true, looks: twoLooks });
});

test('going live is accessible before, ready and real, and so are the bars and the first steps', async ({
  page,
  fakeServer,
}) => {
  const { connectionsDesk: desk } = fakeServer;
  fakeServer.agentDesk.agents = fakeServer.agents.map(({ id, displayName }) => agentOf(id, displayName));
  await page.goto('/app/go-live');
  await expect(page.getByText('When it calls')).toBeVisible();
  await expectAccessible(page, { looks: twoLooks });
  desk.connectAll();
  desk.lookAtAll();
  await page.reload();
  await page.getByLabel('to confirm').fill('GS');
  await page.keyboard.press('Enter');
  await expect(page.getByText('as it is written here')).toBeVisible();
  await expectAccessible(page, { looks: twoLooks });
  desk.side = 'real';
  await page.reload();
  await expect(page.getByRole('button', { name: 'Call My Phone' })).toBeVisible();
  await expectAccessible(page, { looks: twoLooks });
  desk.calling = { refused: problemOf('phone_disconnected') };
  await page.goto('/app');
  await expect(page.getByRole('complementary', { name: 'No calls' })).toBeVisible();
  await expectAccessible(page, { looks: twoLooks });
  desk.side = 'sandbox';
  desk.calling = {
    note: problemOf('model_stopped', { model: 'llama3.2' }),
    firstSteps: { placed: true, handset: false, live: false },
  };
  await page.goto('/app/voice-agents');
  await expect(page.getByRole('region', { name: 'First Steps' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Sandbox' })).toContainText('The scripted agent');
  await expectAccessible(page, { looks: twoLooks });
});
