import type { Page } from '@playwright/test';
import type { Shot } from './shot.ts';

const at = (name: string, path: string, signedIn: boolean): Shot => ({
  name,
  signedIn,
  show: (page) => open(page, path),
});

/** Waits for the page itself, past the guard and its 'Loading...'. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('main h1[tabindex="-1"]').waitFor();
  await page.getByText('Loading...').waitFor({ state: 'hidden' });
}

const visitor = (name: string, path: string) => at(name, path, false);
const user = (name: string, path: string) => at(name, path, true);

/** The screens without calls, from the real server. */
export const serverScreens: readonly Shot[] = [
  visitor('landing', '/'),
  visitor('about', '/about'),
  visitor('sign-in', '/sign-in'),
  visitor('sign-up', '/sign-up'),
  visitor('reset-password', '/sign-in/reset?token=example'),
  visitor('access-denied', '/access-denied'),
  visitor('not-found', '/no/such/page'),
  {
    name: 'sign-up-errors',
    signedIn: false,
    async show(page) {
      await page.goto('/sign-up');
      await page.getByLabel('Email').fill('not an address');
      await page.getByRole('button', { name: 'Create Account' }).click();
      await page.getByText('Enter your first name.').waitFor();
    },
  },
  {
    name: 'sign-in-refused',
    signedIn: false,
    async show(page) {
      await page.goto('/sign-in');
      await page.getByLabel('Email').fill('nobody@example.com');
      await page.getByLabel('Password').fill('not the right one');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'sign-in-unavailable',
    signedIn: false,
    async show(page) {
      await page.route('/config.json', (route) => route.fulfill({ status: 502, body: '' }));
      await page.goto('/app');
      await page.getByRole('button', { name: 'Retry' }).waitFor();
    },
  },
  user('dashboard', '/app'),
  user('feature', '/app/feature'),
  user('feature-details', '/app/feature/details'),
  user('tasks', '/app/tasks'),
  user('calendar', '/app/calendar'),
  user('team', '/app/team'),
  user('settings', '/app/settings'),
  user('app-not-found', '/app/no/such/page'),
  {
    name: 'drawer',
    signedIn: true,
    windowOnly: true,
    async show(page) {
      await open(page, '/app');
      const opener = page.getByRole('button', { name: 'Open the menu' });
      if (await opener.isVisible()) await opener.click();
    },
  },
];
