import { expectAccessible } from '../harness/axe.ts';
import { expect, test } from '../harness/test.ts';

const publicScreens = [
  { path: '/', heading: 'Welcome to Parley', title: 'Parley: a desk for AI voice-agent phone calls' },
  { path: '/about', heading: 'About Parley', title: 'About · Parley' },
  { path: '/docs/api', heading: 'API', title: 'API · Parley' },
  { path: '/sign-in', heading: 'Sign in', title: 'Sign In · Parley' },
  { path: '/sign-up', heading: 'Create your account', title: 'Create Account · Parley' },
  { path: '/sign-in/reset?token=x', heading: 'Set a new password', title: 'Set a New Password · Parley' },
  { path: '/invitation', heading: 'You are invited', title: 'Invitation · Parley' },
  { path: '/access-denied', heading: 'Access Denied', title: 'Access Denied · Parley' },
  { path: '/no/such/page', heading: 'Page Not Found', title: 'Page Not Found · Parley' },
];

const appScreens = [
  { path: '/app', heading: 'Welcome back, Ines!', title: 'Dashboard · Parley' },
  { path: '/app/feature', heading: 'Feature Overview', title: 'Feature Overview · Parley' },
  { path: '/app/feature/details', heading: 'Feature Details', title: 'Feature Details · Parley' },
  { path: '/app/contacts', heading: 'Contacts', title: 'Contacts · Parley' },
  { path: '/app/contacts/%2B15005550010', heading: '+15005550010', title: '+15005550010 · Parley' },
  { path: '/app/follow-ups', heading: 'Follow-ups', title: 'Follow-ups · Parley' },
  { path: '/app/campaigns', heading: 'Campaigns', title: 'Campaigns · Parley' },
  { path: '/app/campaigns/new', heading: 'New Campaign', title: 'New Campaign · Parley' },
  { path: '/app/reports', heading: 'Reports', title: 'Reports · Parley' },
  { path: '/app/tasks', heading: 'Tasks', title: 'Tasks · Parley' },
  { path: '/app/calendar', heading: 'Calendar', title: 'Calendar · Parley' },
  { path: '/app/team', heading: 'Team', title: 'Team · Parley' },
  { path: '/app/settings', heading: 'Settings', title: 'Settings · Parley' },
  { path: '/app/settings/account', heading: 'Your Account', title: 'Your Account · Parley' },
  { path: '/app/settings/organization', heading: 'Organization', title: 'Organization · Parley' },
  { path: '/app/settings/connections', heading: 'Connections', title: 'Connections · Parley' },
  { path: '/app/go-live', heading: 'Go Live', title: 'Go Live · Parley' },
  { path: '/app/settings/agents', heading: 'Agents', title: 'Agents · Parley' },
  { path: '/app/settings/do-not-call', heading: 'Do Not Call', title: 'Do Not Call · Parley' },
  { path: '/app/settings/consent', heading: 'Consent', title: 'Consent · Parley' },
  { path: '/app/settings/data', heading: 'Data', title: 'Data · Parley' },
  { path: '/app/settings/developers', heading: 'Developers', title: 'Developers · Parley' },
  { path: '/app/settings/audit', heading: 'Audit Log', title: 'Audit Log · Parley' },
  { path: '/app/settings/tools', heading: 'Tools', title: 'Tools · Parley' },
  { path: '/app/settings/people', heading: 'People', title: 'People · Parley' },
  { path: '/app/no/such/page', heading: 'Page Not Found', title: 'Page Not Found · Parley' },
];

for (const { path, heading, title } of publicScreens) {
  test(`${path} is shown to everybody`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('main')).not.toContainText('Loading...');
    await expectAccessible(page);
  });
}

for (const { path, heading, title } of appScreens) {
  test(`${path} is shown to a signed-in user`, async ({ adminPage: page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page).toHaveTitle(title);
    await expectAccessible(page);
  });
}

test('the dashboard shows its sample figures', async ({ adminPage: page }) => {
  await page.goto('/app');
  for (const label of ['Total Projects', 'Active Tasks', 'Completed', 'Team Members']) {
    await expect(page.getByText(label, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Project Progress' }).getByRole('listitem')).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'Upcoming Deadlines' }).getByRole('listitem')).toHaveCount(4);
});

test("pages that are not built yet say 'Coming soon'", async ({ adminPage: page }) => {
  for (const path of ['feature/details', 'tasks', 'calendar', 'team', 'settings']) {
    await page.goto(`/app/${path}`);
    await expect(page.getByText('Coming soon', { exact: true })).toBeVisible();
  }
});

test('an unknown page has a link to the landing page', async ({ page }) => {
  await page.goto('/no/such/page');
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
});
