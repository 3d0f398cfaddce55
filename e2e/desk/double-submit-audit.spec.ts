import { auditEntryOf } from './fake-server/audit-desk.ts';
import { type SendingButton, testPressedTwice } from './press-twice.ts';

const log = '/app/settings/audit';
const refusal = { status: 400, body: { error: 'Not now.', code: 'invalid_request' } };

const buttons: readonly SendingButton[] = [
  {
    sends: 'export-audit',
    what: 'Export CSV',
    route: 'GET /api/audit/export',
    toasts: 0,
    answer: refusal,
    async show(page) {
      await page.goto(log);
      return page.getByRole('button', { name: 'Export CSV' });
    },
  },
  {
    sends: 'load-more-audit',
    what: 'Load More of the audit log',
    route: 'GET /api/audit',
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.auditDesk.entries = Array.from({ length: 150 }, (_, n) => auditEntryOf(150 - n));
      await page.goto(log);
      return page.getByRole('button', { name: 'Load More' });
    },
  },
  {
    sends: 'refresh-audit',
    what: 'Refresh of the audit log',
    route: 'GET /api/audit',
    toasts: 0,
    async show(page) {
      await page.goto(log);
      await page.getByText('Placed a call', { exact: true }).last().waitFor();
      return page.getByRole('button', { name: 'Refresh' });
    },
  },
];

testPressedTwice(buttons);
