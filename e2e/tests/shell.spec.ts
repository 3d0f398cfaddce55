import type { Page } from '@playwright/test';
import { expectAccessible, narrowLooks } from '../harness/axe.ts';
import { expect, test } from '../harness/test.ts';

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('the navigation highlights the item of the current page', async ({ adminPage: page }) => {
  const pages = [
    { path: '/app', active: ['Dashboard'] },
    { path: '/app/voice-agents', active: ['Voice Agents'] },
    { path: '/app/voice-agents/new', active: ['Voice Agents'] },
    { path: '/app/follow-ups', active: [/^Follow-ups/] },
    { path: '/app/contacts', active: ['Contacts'] },
    { path: '/app/campaigns', active: ['Campaigns'] },
    { path: '/app/reports', active: ['Reports'] },
    { path: '/app/settings', active: ['General'] },
    { path: '/app/settings/templates', active: ['Templates'] },
    { path: '/app/settings/organization', active: ['Organization'] },
    { path: '/app/settings/agents', active: ['Agents'] },
    { path: '/app/settings/tools', active: ['Tools'] },
    { path: '/app/settings/people', active: ['People'] },
    { path: '/app/settings/do-not-call', active: ['Do Not Call'] },
    { path: '/app/settings/consent', active: ['Consent'] },
    { path: '/app/settings/data', active: ['Data'] },
    { path: '/app/settings/developers', active: ['Developers'] },
    { path: '/app/settings/audit', active: ['Audit Log'] },
    { path: '/app/tasks', active: [] },
  ];
  for (const { path, active } of pages) {
    await page.goto(path);
    await expect(main(page).getByRole('link')).toHaveText([
      'Dashboard',
      'Voice Agents',
      // With the number of those that are open.
      /^Follow-ups/,
      'Contacts',
      'Campaigns',
      'Reports',
      'General',
      'Templates',
      'Organization',
      'Connections',
      'Agents',
      'Tools',
      'People',
      'Do Not Call',
      'Consent',
      'Data',
      'Developers',
      'Audit Log',
    ]);
    await expect(main(page).locator('[aria-current=page]')).toHaveText(active);
  }
});

test('the settings group starts open and folds', async ({ adminPage: page }) => {
  await page.goto('/app');
  const group = main(page).getByRole('button', { name: 'Settings' });
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  await group.click();
  await expect(main(page).getByRole('link', { name: 'Templates' })).toHaveCount(0);
  await group.press('Enter');
  await main(page).getByRole('link', { name: 'General' }).click();
  await expect(page).toHaveURL('/app/settings');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the sidebar shows the signed-in user, and its logo links to the landing page', async ({
  adminPage: page,
}) => {
  await page.goto('/app');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar.getByText('Ines Marchetti')).toBeVisible();
  await expect(sidebar.getByText('ines@example.com')).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Parley' })).toHaveAttribute('href', '/');
});

test('dark mode is stored and applied before the first paint', async ({ adminPage: page }) => {
  await page.goto('/app');
  const toggle = page.getByRole('switch', { name: 'Dark mode' });
  await expect(toggle).not.toBeChecked();
  await toggle.click();
  await expect(page.locator('html')).toHaveClass('dark');
  const stored = () => page.evaluate(() => localStorage.getItem('darkMode'));
  await expect.poll(stored).toBe('true');

  // The page's own code is held back: only the small script in the head can have set the theme.
  await page.route('**/assets/*.js', () => undefined);
  await page.goto('/app', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveClass('dark');
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await page.goto('/app');
  await page.getByRole('switch', { name: 'Dark mode' }).click();
  await expect.poll(stored).toBe('false');
});

test('in a narrow window the sidebar is in a drawer', async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/app');
  await expect(main(page)).toHaveCount(0);
  const opener = page.getByRole('button', { name: 'Open the menu' });
  await opener.click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expectAccessible(page, { looks: narrowLooks, dialogOpen: true });
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(opener).toBeFocused();
  await opener.click();
  await drawer.getByRole('link', { name: 'Templates' }).click();
  await expect(page).toHaveURL('/app/settings/templates');
  await expect(drawer).toHaveCount(0);

  await opener.click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(drawer).toHaveCount(0);
  await main(page).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/app');
});

test('every screen of the app says that it is the sandbox', async ({ adminPage: page }) => {
  const { sandbox } = await (await page.request.get('/config.json')).json();
  expect(sandbox.handsetUrl).toMatch(/^http:\/\/127\.0\.0\.1:/);
  for (const path of ['/app', '/app/feature', '/app/voice-agents', '/app/settings/templates', '/app/team']) {
    await page.goto(path);
    const bar = page.getByRole('complementary', { name: 'Sandbox' });
    await expect(bar).toContainText('Sandbox: no real calls are made');
    await expect(bar.getByRole('link')).toHaveAttribute('href', sandbox.handsetUrl);
  }
  await expectAccessible(page);
});

test('P398: pointing at a link, or reaching it by keyboard, loads the code of its page', async ({
  adminPage: page,
}) => {
  await page.goto('/app');
  const code = (name: string) => page.waitForRequest(new RegExp(`/assets/${name}-[^/]+\\.js$`));
  const contacts = code('contacts');
  await main(page).getByRole('link', { name: 'Contacts' }).hover();
  await contacts;
  const reports = code('reports');
  await main(page).getByRole('link', { name: 'Reports' }).focus();
  await reports;
  await expect(page).toHaveURL('/app');
});
