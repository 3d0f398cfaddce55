import { deliveryOf, webhookIdOf } from './fake-server/webhooks-desk.ts';
import { type SendingButton, testPressedTwice } from './press-twice.ts';

const list = '/app/settings/developers';

const buttons: readonly SendingButton[] = [
  {
    sends: 'save-webhook',
    what: 'Add Endpoint',
    changes: true,
    route: 'POST /api/webhooks',
    toasts: 1,
    async show(page) {
      await page.goto(`${list}?dialog=new-webhook`);
      await page.getByLabel('Name', { exact: true }).fill('Practice software');
      await page.getByLabel('Address').fill('https://practice.example.com/');
      await page.getByRole('button', { name: 'Choose All' }).click();
      return page.getByRole('button', { name: 'Add Endpoint' });
    },
  },
  {
    sends: 'rotate-webhook',
    what: 'Make Secret',
    changes: true,
    route: 'POST /api/webhooks/:id/rotate',
    toasts: 1,
    async show(page) {
      await page.goto(`${list}?dialog=rotate-webhook:${webhookIdOf(2)}`);
      return page.getByRole('button', { name: 'Make Secret' });
    },
  },
  {
    sends: 'delete-webhook',
    what: 'Delete Endpoint',
    route: 'DELETE /api/webhooks/:id',
    toasts: 1,
    async show(page) {
      await page.goto(`${list}?dialog=delete-webhook:${webhookIdOf(2)}`);
      return page.getByRole('button', { name: 'Delete Endpoint' });
    },
  },
  {
    sends: 'test-webhook',
    what: 'Send Test',
    route: 'POST /api/webhooks/:id/test',
    toasts: 1,
    async show(page) {
      await page.goto(list);
      return page.getByRole('button', { name: 'Send Test to Practice software' });
    },
  },
  {
    sends: 'repeat-delivery',
    what: 'Send Again',
    route: `POST /api/webhooks/:id/deliveries/:id/repeat`,
    toasts: 1,
    async show(page) {
      await page.goto(`${list}?dialog=deliveries:${webhookIdOf(2)}`);
      await page.getByRole('list', { name: 'Deliveries' }).locator('summary').last().click();
      return page.getByRole('button', { name: 'Send Again' });
    },
  },
  {
    sends: 'repeat-range',
    what: 'Send Range Again',
    changes: true,
    route: 'POST /api/webhooks/:id/repeat',
    toasts: 0,
    async show(page) {
      await page.goto(`${list}?dialog=deliveries:${webhookIdOf(2)}`);
      await page.getByText('Send a span of time again').click();
      return page.getByRole('button', { name: 'Send Range Again' });
    },
  },
  {
    sends: 'load-more-deliveries',
    what: 'Load More of deliveries',
    route: 'GET /api/webhooks/:id/deliveries',
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.webhooksDesk.deliveries = Array.from({ length: 45 }, (_, n) => deliveryOf(45 - n));
      await page.goto(`${list}?dialog=deliveries:${webhookIdOf(2)}`);
      return page.getByRole('button', { name: 'Load More' });
    },
  },
];

testPressedTwice(buttons);
