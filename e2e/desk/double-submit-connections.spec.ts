import type { Page } from '@playwright/test';
import {
  accountSid,
  connectedOf,
  connectionIds,
  offerOf,
  shownModel,
  shownPhone,
} from './fake-server/connections-desk.ts';
import type { FakeServer } from './fake-server/fake-server.ts';
import { type SendingButton, testPressedTwice } from './press-twice.ts';

const path = '/app/settings/connections';
const address = { kind: 'address', url: 'https://desk.example.com' } as const;

/** A phone account with one line that is not taken over. */
function connectPhone({ connectionsDesk: desk }: FakeServer): void {
  desk.set('phone', connectedOf(shownPhone));
  desk.set('address', connectedOf(address));
  desk.offers = [offerOf(1, { claimed: 'here' }), offerOf(2)];
}

/** Opens a dialog of a card, and gives its button. */
function inDialog(button: string, name: string, fill: (page: Page) => Promise<void> = async () => {}) {
  return async (page: Page, fakeServer: FakeServer) => {
    connectPhone(fakeServer);
    fakeServer.connectionsDesk.set('model', connectedOf(shownModel));
    await page.goto(path);
    await page.getByRole('button', { name: button }).click();
    await fill(page);
    return page.getByRole('dialog').getByRole('button', { name, exact: true });
  };
}

const buttons: readonly SendingButton[] = [
  {
    sends: 'connect',
    what: 'Connect Model',
    changes: true,
    route: 'POST /api/connections/model',
    toasts: 1,
    async show(page) {
      await page.goto(`${path}?card=model`);
      await page.getByLabel('Key *').fill('a-key');
      await page.getByLabel('Model *').fill('gpt-5.1');
      return page.getByRole('dialog').getByRole('button', { name: 'Connect Model' });
    },
  },
  {
    sends: 'check-connection',
    what: 'Check the Account',
    route: 'POST /api/connections/phone/check',
    toasts: 0,
    async show(page) {
      await page.goto(`${path}?card=phone`);
      await page.getByLabel('Account SID').fill(accountSid);
      await page.getByLabel('Auth token').fill('a-token');
      return page.getByRole('button', { name: 'Check the Account' });
    },
  },
  {
    sends: 'find-local-models',
    what: 'Look Again for local models',
    route: 'POST /api/connections/local-models',
    toasts: 0,
    async show(page) {
      await page.goto(`${path}?card=model`);
      return page.getByRole('button', { name: 'Look Again' });
    },
  },
  {
    sends: 'point-numbers',
    what: 'Take Over Line',
    changes: true,
    route: 'POST /api/connections/phone/:id/point',
    toasts: 1,
    show: inDialog('Numbers', 'Take Over Line', (page) => page.getByLabel('Take over +15005551001').check()),
  },
  {
    sends: 'choose-numbers',
    what: 'Save Numbers',
    route: 'PUT /api/connections/phone/:id',
    toasts: 1,
    show: inDialog('Numbers', 'Save Numbers', (page) =>
      page.getByRole('button', { name: 'Choose Other Numbers' }).click(),
    ),
  },
  {
    sends: 'change-phone',
    what: 'Save of the limits',
    route: 'PUT /api/connections/phone/:id',
    toasts: 1,
    show: inDialog('Limits', 'Save'),
  },
  {
    sends: 'replace-secret',
    what: 'Replace of a key',
    route: 'PUT /api/connections/:id/secret',
    toasts: 1,
    show: inDialog('Replace Model', 'Replace', (page) => page.getByLabel('New key').fill('another-key')),
  },
  {
    sends: 'test-connection',
    what: 'Test of a connection',
    route: 'POST /api/connections/:id/test',
    toasts: 1,
    async show(page, fakeServer) {
      connectPhone(fakeServer);
      await page.goto(path);
      return page.getByRole('button', { name: 'Test Phone' });
    },
  },
  {
    sends: 'disconnect',
    what: 'Disconnect',
    route: 'POST /api/connections/:id/disconnect',
    toasts: 1,
    show: inDialog('Disconnect Phone', 'Disconnect'),
  },
  {
    sends: 'use-default',
    what: "Use the Deployment's",
    route: 'POST /api/connections/:id/use-default',
    toasts: 0,
    async show(page, { connectionsDesk: desk }) {
      const state = 'disconnected';
      const [id, shown] = [connectionIds.model, shownModel];
      desk.set('model', { state, id, revision: 2, shown, callsUp: 0, defaultAvailable: true });
      await page.goto(path);
      return page.getByRole('button', { name: "Use the Deployment's" });
    },
  },
  {
    sends: 'look-at',
    what: 'a look at the limits',
    route: 'PUT /api/go-live/looked-at',
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.sandbox = { handsetUrl: 'http://127.0.0.1:4010/' };
      await page.goto('/app/go-live');
      return page.getByRole('button', { name: 'They Are Right: Limits and countries' });
    },
  },
  {
    sends: 'go-live',
    what: 'Make Real Calls',
    changes: true,
    route: 'POST /api/go-live',
    toasts: 1,
    async show(page, fakeServer) {
      fakeServer.sandbox = { handsetUrl: 'http://127.0.0.1:4010/' };
      for (const item of ['opening', 'limits', 'dnc', 'access']) fakeServer.connectionsDesk.look(item);
      await page.goto('/app/go-live');
      await page.getByLabel('to confirm').fill('GS Dental');
      return page.getByRole('button', { name: 'Make Real Calls' });
    },
  },
  {
    sends: 'back-to-sandbox',
    what: 'Back to the Sandbox',
    route: 'POST /api/back-to-sandbox',
    toasts: 1,
    async show(page) {
      await page.goto('/app/go-live');
      return page.getByRole('button', { name: 'Back to the Sandbox' });
    },
  },
];

testPressedTwice(buttons);
