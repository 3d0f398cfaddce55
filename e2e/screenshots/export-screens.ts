import { exportOf } from '../desk/fake-server/export-desk.ts';
import { at, then } from './page-shots.ts';
import type { FakeServerShot } from './shot.ts';

const list = '/app/voice-agents';
const start = { name: 'Export', exact: true } as const;

/** The dialog that exports calls, in every state. */
export const exportScreens: readonly FakeServerShot[] = [
  then(
    at('export-form', `${list}?direction=outbound`, 'Export…'),
    async (page) => {
      await page.getByRole('button', { name: 'Export…' }).click();
      await page.getByText('48,210 calls').waitFor();
    },
    { windowOnly: true },
  ),
  then(
    at('export-running', list, 'Export…'),
    async (page) => {
      await page.getByRole('button', { name: 'Export…' }).click();
      await page.getByRole('dialog').getByRole('button', start).click();
      await page.getByText('12,400 of 48,210 calls').waitFor();
    },
    { windowOnly: true },
  ),
  then(
    at('export-failed', list, 'Export…', (fakeServer) =>
      fakeServer.respondWith('GET /api/calls/exports/:id', {
        body: { export: exportOf({ state: 'failed', problem: 'server_lost', rows: 12_400 }) },
      }),
    ),
    async (page) => {
      await page.getByRole('button', { name: 'Export…' }).click();
      await page.getByRole('dialog').getByRole('button', start).click();
      await page.getByText('The export failed.').waitFor();
    },
    { windowOnly: true },
  ),
];
