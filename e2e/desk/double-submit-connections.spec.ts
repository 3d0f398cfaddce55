import type { Page } from '@playwright/test';
import {
  accountSid,
  type ConnectionsDesk,
  connectionIds,
  offerOf,
  shownModel,
} from './fake-server/connections-desk.ts';
import { type SendingButton, testPressedTwice } from './press-twice.ts';

const path = '/app/settings/connections';

/** A page in the sandbox, and its button. */
function onPage(
  place: string,
  name: string,
  prepare: (desk: ConnectionsDesk) => void = () => {},
  fill: (page: Page) => Promise<void> = async () => {},
): SendingButton['show'] {
  return async (page, fakeServer) => {
    fakeServer.sandbox = { handsetUrl: 'http://127.0.0.1:4010/' };
    prepare(fakeServer.connectionsDesk);
    await page.goto(place);
    await fill(page);
    return page.getByRole('button', { name, exact: true }).last();
  };
}

/** Everything connected; one of the lines is not taken over. */
function connectAll(desk: ConnectionsDesk): void {
  desk.connectAll();
  desk.offers = [offerOf(1, { claimed: 'here' }), offerOf(2)];
}

/** A dialog that a button of a card opens, and its button. */
function inDialog(button: string, name: string, fill: (page: Page) => Promise<void> = async () => {}) {
  return onPage(path, name, connectAll, async (page) => {
    await page.getByRole('button', { name: button }).click();
    await fill(page);
  });
}

const looked = (desk: ConnectionsDesk) => {
  connectAll(desk);
  desk.lookAtAll();
};

const buttons: readonly SendingButton[] = [
  {
    sends: 'connect',
    what: 'Connect Model',
    changes: true,
    route: 'POST /api/connections/model',
    toasts: 1,
    show: onPage(`${path}?card=model`, 'Connect Model', undefined, async (page) => {
      await page.getByLabel('Key *').fill('a-key');
      await page.getByLabel('Model *').fill('gpt-5.1');
    }),
  },
  {
    sends: 'check-connection',
    what: 'Check the Account',
    route: 'POST /api/connections/phone/check',
    toasts: 0,
    show: onPage(`${path}?card=phone`, 'Check the Account', undefined, async (page) => {
      await page.getByLabel('Account SID').fill(accountSid);
      await page.getByLabel('Auth token').fill('a-token');
    }),
  },
  {
    sends: 'find-local-models',
    what: 'Look Again for local models',
    route: 'POST /api/connections/local-models',
    toasts: 0,
    show: onPage(`${path}?card=model`, 'Look Again'),
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
    show: onPage(path, 'Test Phone', connectAll),
  },
  {
    sends: 'change-model',
    what: 'Change Model',
    route: 'PUT /api/connections/:id/model',
    toasts: 1,
    show: inDialog('Change Model: Model', 'Change Model', (page) =>
      page.getByLabel('Model *').fill('gpt-5.1-mini'),
    ),
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
    show: onPage(path, "Use the Deployment's", (desk) => {
      const state = 'disconnected';
      const [id, shown] = [connectionIds.model, shownModel];
      desk.set('model', { state, id, revision: 2, shown, callsUp: 0, defaultAvailable: true });
    }),
  },
  {
    sends: 'look-at',
    what: 'a look at the limits',
    route: 'PUT /api/go-live/looked-at',
    toasts: 0,
    show: onPage('/app/go-live', 'They Are Right: Limits and countries', connectAll),
  },
  {
    sends: 'go-live',
    what: 'Make Real Calls',
    changes: true,
    route: 'POST /api/go-live',
    toasts: 1,
    show: onPage('/app/go-live', 'Make Real Calls', looked, (page) =>
      page.getByLabel('to confirm').fill('GS Dental'),
    ),
  },
  {
    sends: 'back-to-sandbox',
    what: 'Back to the Sandbox',
    route: 'POST /api/back-to-sandbox',
    toasts: 1,
    show: onPage('/app/go-live', 'Back to the Sandbox', (desk) => {
      desk.side = 'real';
    }),
  },
];

testPressedTwice(buttons);
