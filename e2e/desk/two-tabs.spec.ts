import { callOf, night, templateOf } from './stand-in/data.ts';
import { rows } from './stand-in/screen.ts';
import { expect, test } from './stand-in/test.ts';

const templatesPath = '/app/settings/templates';

test('signed out in one tab, nothing of the account stays visible in the other', async ({
  page,
  context,
  desk,
}) => {
  desk.calls = [callOf(2)];
  desk.answer('POST /api/auth/sign-out', { body: { done: true } });
  const other = await context.newPage();
  await other.goto('/app/voice-agents');
  await other.getByRole('button', { name: 'New Call' }).click();
  await other.getByLabel('Phone Number').fill('+15005551002');
  await page.goto('/app');
  await page.getByRole('button', { name: 'Sign Out' }).waitFor();
  // From here on the server does not tell anybody who is there: what goes must go by itself.
  desk.hold('GET /api/auth/get-session');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect.poll(() => desk.requestsTo('POST /api/auth/sign-out').length).toBe(1);
  await expect(other.getByText('ines@example.com')).toHaveCount(0, { timeout: 1_000 });
  await expect(other.getByRole('dialog')).toHaveCount(0, { timeout: 1_000 });
  await expect(rows(other)).toHaveCount(0);
  await expect(other).toHaveURL('/');
});

test('a sign-out that fails leaves the other tab as it is', async ({
  page,
  context,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500/);
  desk.answer('POST /api/auth/sign-out', { status: 500, body: { error: 'Not now.' } });
  const other = await context.newPage();
  await other.goto('/app');
  await expect(other.getByText('ines@example.com')).toBeVisible();
  await page.goto('/app');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByText('Not now.')).toBeVisible();
  await expect(other.getByText('ines@example.com')).toBeVisible();
});

test('a template saved or deleted in one tab is changed in the other, without a reload', async ({
  page,
  context,
  desk,
}) => {
  desk.templates = { 'gs-dental': [templateOf(1, { name: 'Reminder' })], kuzco: [] };
  const other = await context.newPage();
  await other.goto(templatesPath);
  await expect(other.getByText('Reminder', { exact: true })).toBeVisible();
  await page.goto(templatesPath);
  await page.getByRole('button', { name: 'Edit Reminder' }).click();
  await page.getByLabel('Template Name *').fill('Recall');
  await page.getByRole('button', { name: 'Update Template' }).click();
  await expect(other.getByText('Recall', { exact: true })).toBeVisible({ timeout: 2_000 });
  await page.getByRole('button', { name: 'Delete Recall' }).click();
  await page.getByRole('button', { name: 'Delete Template' }).click();
  await expect(other.getByText('Recall', { exact: true })).toHaveCount(0, { timeout: 2_000 });
});

test('agents and templates changed in another browser are there without a reload', async ({ page, desk }) => {
  await page.goto('/app/voice-agents/new');
  await expect.poll(() => desk.streams).toBe(1);
  await expect(page.getByLabel('Select Agent')).toBeEnabled();
  desk.agents = [...desk.agents, night];
  desk.templates = { 'night-desk': [templateOf(1, { name: 'Reminder', agentId: 'night-desk' })] };
  desk.emit({ type: 'list.changed', list: 'agents' });
  desk.emit({ type: 'list.changed', list: 'templates' });
  await expect.poll(() => desk.requestsTo('GET /api/agents').length).toBe(2);
  await page.getByLabel('Select Agent').click();
  await page.getByRole('option', { name: 'night desk' }).click();
  await page.getByLabel('Template (Optional)').click();
  await expect(page.getByRole('option', { name: 'Reminder' })).toBeVisible();
});
