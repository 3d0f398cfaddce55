import { testPressedTwice } from './press-twice.ts';

testPressedTwice([
  {
    sends: 'save-organization',
    what: 'Save Changes of the organization',
    changes: true,
    route: 'PUT /api/organization',
    toasts: 1,
    async show(page) {
      await page.goto('/app/settings/organization');
      await page.getByRole('region', { name: 'General' }).getByLabel('Name').fill('Another Name');
      return page.getByRole('button', { name: 'Save Changes' });
    },
  },
  {
    sends: 'save-spending-limits',
    what: 'Save Changes of the spending limits',
    changes: true,
    route: 'PUT /api/spending/limits',
    toasts: 1,
    async show(page) {
      await page.goto('/app/settings/organization');
      await page.getByLabel('Limit of a Day (USD)').fill('25');
      return page.getByRole('button', { name: 'Save Changes' });
    },
  },
]);
