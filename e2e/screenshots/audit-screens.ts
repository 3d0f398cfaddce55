import { at, then } from './page-shots.ts';
import type { FakeServerShot } from './shot.ts';

const log = '/app/settings/audit';
const refused = { status: 403, body: { error: 'Your account may not do this any more.', code: 'forbidden' } };

/** Every state of the audit log. */
export const auditScreens: readonly FakeServerShot[] = [
  at('audit', log, 'Agent gs-dental'),
  at('audit-loading', log, 'Loading the audit log...', (fakeServer) => fakeServer.hold('GET /api/audit')),
  at('audit-error', log, 'Failed to load the audit log', (fakeServer) =>
    fakeServer.respondWith('GET /api/audit', refused),
  ),
  at('audit-empty', log, 'No entries yet.', (fakeServer) => {
    fakeServer.auditDesk.entries = [];
  }),
  at('audit-nothing-found', `${log}?who=user&action=call.deleted`, 'No entry fits these filters.'),
  then(at('audit-filters', `${log}?kind=change&from=2026-10-01`, 'Agent gs-dental'), async (page) => {
    const opener = page.getByRole('button', { name: 'Filters (2)' });
    if (await opener.isVisible()) await opener.click();
    await page.getByLabel('Who').waitFor();
  }),
  then(at('audit-entry', `${log}?entry=5`, 'Sealed:'), async () => {}, { windowOnly: true }),
];
