import { keyIdOf, keyOf } from '../desk/fake-server/keys-desk.ts';
import { webhookIdOf } from '../desk/fake-server/webhooks-desk.ts';
import { at, then } from './page-shots.ts';
import type { FakeServerShot } from './shot.ts';

const list = '/app/settings/developers';
const refused = { status: 403, body: { error: 'Your account may not do this any more.', code: 'forbidden' } };

/** Every screen and state of Settings ▸ Developers and of the reference of the API. */
export const developerScreens: readonly FakeServerShot[] = [
  at('developers', list, 'Practice software'),
  at('developers-loading', list, 'Loading keys...', (fakeServer) => fakeServer.hold('GET /api/keys')),
  at('developers-error', list, 'Failed to load the keys', (fakeServer) =>
    fakeServer.respondWith('GET /api/keys', refused),
  ),
  at('developers-empty', list, 'No keys yet.', ({ keysDesk }) => {
    keysDesk.keys = [];
  }),
  at('developers-full', list, 'Revoke one first.', ({ keysDesk }) => {
    keysDesk.keys = Array.from({ length: 50 }, (_, n) => keyOf(n, `Program ${n + 1}`));
  }),
  then(
    at('developers-new-key', `${list}?dialog=new-key`, 'Make Key'),
    async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Practice software');
      await page.getByRole('button', { name: 'Place calls', exact: true }).click();
    },
    { windowOnly: true },
  ),
  then(
    at('developers-key-mistakes', `${list}?dialog=new-key`, 'Make Key'),
    async (page) => {
      await page.getByLabel('Requests a minute').fill('0');
      await page.getByRole('button', { name: 'Make Key' }).click();
      await page.getByText('A key needs a name.').waitFor();
    },
    { windowOnly: true },
  ),
  then(
    at('developers-key-made', `${list}?dialog=new-key`, 'Make Key'),
    async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Practice software');
      await page.getByRole('button', { name: 'Place calls', exact: true }).click();
      await page.getByRole('button', { name: 'Make Key' }).click();
      await page.getByText('It is shown this once').waitFor();
    },
    { windowOnly: true },
  ),
  then(at('developers-revoke', `${list}?dialog=revoke-key:${keyIdOf(2)}`, 'Revoke Key'), async () => {}, {
    windowOnly: true,
  }),
  at('api-docs', '/docs/api#createCall', 'Needs'),
  at('api-docs-event', '/docs/api#call.ended', 'Example of an event'),
  at('developers-no-webhooks', list, 'No endpoints yet.', ({ webhooksDesk }) => {
    webhooksDesk.endpoints = [];
  }),
  then(
    at('developers-new-webhook', `${list}?dialog=new-webhook`, 'Add Endpoint'),
    async (page) => {
      await page.getByRole('button', { name: 'Add Endpoint' }).click();
      await page.getByText('An endpoint needs a name.').waitFor();
    },
    { windowOnly: true },
  ),
  then(
    at('developers-deliveries', `${list}?dialog=deliveries:${webhookIdOf(2)}`, 'Held back'),
    async (page) => {
      await page.getByRole('list', { name: 'Deliveries' }).locator('summary').last().click();
      await page.getByText('answered 204').waitFor();
    },
    { windowOnly: true },
  ),
];
