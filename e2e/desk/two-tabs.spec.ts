import { callOf, night, templateOf } from './fake-server/data.ts';
import { rows } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const templatesPath = '/app/settings/templates';

test('signing out in one tab hides the account in the other', async ({ page, context, fakeServer }) => {
  fakeServer.calls = [callOf(2)];
  fakeServer.respondWith('POST /api/auth/sign-out', { body: { done: true } });
  const other = await context.newPage();
  await other.goto('/app/voice-agents');
  await other.getByRole('button', { name: 'New Call' }).click();
  await other.getByLabel('Phone Number').fill('+15005551002');
  await page.goto('/app');
  await page.getByRole('button', { name: 'Sign Out' }).waitFor();
  // From here on the session cannot be fetched: the other tab must react to the message.
  fakeServer.hold('GET /api/auth/get-session');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect.poll(() => fakeServer.requestsTo('POST /api/auth/sign-out').length).toBe(1);
  // Nothing but the message could tell it.
  await expect(other.getByText('ines@example.com')).toHaveCount(0);
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await expect(rows(other)).toHaveCount(0);
  await expect(other).toHaveURL('/');
});

test('a sign-out that fails leaves the other tab as it is', async ({
  page,
  context,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500/);
  fakeServer.respondWith('POST /api/auth/sign-out', { status: 500, body: { error: 'Not now.' } });
  const other = await context.newPage();
  await other.goto('/app');
  await expect(other.getByText('ines@example.com')).toBeVisible();
  await page.goto('/app');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByText('Not now.')).toBeVisible();
  await expect(other.getByText('ines@example.com')).toBeVisible();
});

test('a template saved or deleted in one tab changes in the other, without a reload', async ({
  page,
  context,
  fakeServer,
}) => {
  fakeServer.templates = { 'gs-dental': [templateOf(1, { name: 'Reminder' })], kuzco: [] };
  const other = await context.newPage();
  await other.goto(templatesPath);
  await expect(other.getByText('Reminder', { exact: true })).toBeVisible();
  await page.goto(templatesPath);
  await page.getByRole('button', { name: 'Edit Reminder' }).click();
  await page.getByLabel('Template Name *').fill('Recall');
  await page.getByRole('button', { name: 'Update Template' }).click();
  await expect(other.getByText('Recall', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Recall' }).click();
  await page.getByRole('button', { name: 'Delete Template' }).click();
  await expect(other.getByText('Recall', { exact: true })).toHaveCount(0);
});

test('agents and templates changed in another browser are shown without a reload', async ({
  page,
  fakeServer,
}) => {
  await page.goto('/app/voice-agents/new');
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  await expect(page.getByLabel('Select Agent')).toBeEnabled();
  fakeServer.agents = [...fakeServer.agents, night];
  fakeServer.templates = { 'night-desk': [templateOf(1, { name: 'Reminder', agentId: 'night-desk' })] };
  const fetched = ['**/api/agents', '**/api/templates/templates'].map((url) => page.waitForResponse(url));
  fakeServer.emit({ type: 'list.changed', list: 'agents' });
  fakeServer.emit({ type: 'list.changed', list: 'templates' });
  for (const response of fetched) await (await response).finished();
  expect(fakeServer.requestsTo('GET /api/agents')).toHaveLength(2);
  await page.getByLabel('Select Agent').click();
  await page.getByRole('option', { name: 'night desk' }).click();
  await page.getByLabel('Template (Optional)').click();
  await expect(page.getByRole('option', { name: 'Reminder' })).toBeVisible();
});
