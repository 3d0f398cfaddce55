import { type SendingButton, testPressedTwice } from './press-twice.ts';

const buttons: readonly SendingButton[] = [
  {
    sends: 'export-calls',
    what: 'Export',
    changes: true,
    route: 'POST /api/calls/exports',
    toasts: 0,
    async show(page) {
      await page.goto('/app/voice-agents');
      await page.getByRole('button', { name: 'Export…' }).click();
      return page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true });
    },
  },
  {
    sends: 'cancel-export',
    what: 'Cancel Export',
    changes: true,
    route: 'DELETE /api/calls/exports/:id',
    toasts: 0,
    async show(page) {
      await page.goto('/app/voice-agents');
      await page.getByRole('button', { name: 'Export…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
      return page.getByRole('dialog').getByRole('button', { name: 'Cancel Export' });
    },
  },
];

testPressedTwice(buttons);
