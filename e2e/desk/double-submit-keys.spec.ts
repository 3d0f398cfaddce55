import { keyIdOf } from './fake-server/keys-desk.ts';
import { type SendingButton, testPressedTwice } from './press-twice.ts';

const list = '/app/settings/developers';

const buttons: readonly SendingButton[] = [
  {
    sends: 'create-api-key',
    what: 'Make Key',
    changes: true,
    route: 'POST /api/keys',
    toasts: 1,
    async show(page) {
      await page.goto(`${list}?dialog=new-key`);
      await page.getByLabel('Name', { exact: true }).fill('Practice software');
      await page.getByRole('button', { name: 'Read calls', exact: true }).click();
      return page.getByRole('button', { name: 'Make Key' });
    },
  },
  {
    sends: 'revoke-api-key',
    what: 'Revoke Key',
    route: 'POST /api/keys/:id/revoke',
    toasts: 1,
    async show(page) {
      await page.goto(`${list}?dialog=revoke-key:${keyIdOf(2)}`);
      return page.getByRole('button', { name: 'Revoke Key' });
    },
  },
];

testPressedTwice(buttons);
