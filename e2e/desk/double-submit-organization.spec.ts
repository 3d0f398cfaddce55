import { toasts } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

/** Its name in `useSend`; test/sending.test.ts compares it with the source. */
const button = { sends: 'save-organization', route: 'PUT /api/organization' };

for (const way of ['a double click', 'Enter twice'] as const) {
  test(`Save Changes of the organization sends one request, not two, by ${way}`, async ({
    page,
    fakeServer,
    expectedErrors,
  }) => {
    // The barrier below is no address of the server.
    expectedErrors.push(/status of 404/);
    await page.goto('/app/settings/organization');
    await page.getByRole('region', { name: 'General' }).getByLabel('Name').fill('Another Name');
    const release = fakeServer.hold(button.route);
    const save = page.getByRole('button', { name: 'Save Changes' });
    if (way === 'a double click') await save.dblclick();
    else {
      await save.focus();
      await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')]);
    }
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
    // A request of the second press has been sent when this response arrives.
    await page.evaluate(() => fetch('/api/barrier').then(() => new Promise((next) => setTimeout(next))));
    release();
    await expect(toasts(page)).toHaveCount(1);
    expect(fakeServer.requestsTo(button.route)).toHaveLength(1);
  });
}
