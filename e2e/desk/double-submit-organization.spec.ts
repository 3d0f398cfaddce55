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
]);
