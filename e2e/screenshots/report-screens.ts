import { at, then } from './page-shots.ts';
import type { FakeServerShot } from './shot.ts';

const page = '/app/reports?from=2026-10-12&to=2026-11-10';
const tables =
  'calls.answer-rate.length.failures.agents.versions.templates.latency.follow-ups.opt-outs.cost-USD';
const refused = { status: 403, body: { error: 'Your account may not do this any more.', code: 'forbidden' } };

/** Every state of the reports. */
export const reportScreens: readonly FakeServerShot[] = [
  at('reports', page, 'Cost a day'),
  then(at('reports-reading', page, 'Cost a day'), async (shown) => {
    for (const chart of await shown.getByRole('application').all()) {
      await chart.press('ArrowRight');
      await chart.press('ArrowRight');
    }
  }),
  at('reports-tables', `${page}&tables=${tables}`, 'Cost a day'),
  { ...at('reports-print', page, 'Cost a day'), printed: true },
  at('reports-long', '/app/reports?from=2025-11-01&to=2026-11-10', 'Cost a week'),
  at('reports-example', '/app/reports?period=7', 'These are example figures', (fakeServer) => {
    fakeServer.reportDesk.change = (report) => ({ ...report, example: true });
  }),
  at('reports-loading', page, 'Loading the report...', (fakeServer) => fakeServer.hold('GET /api/reports')),
  at('reports-error', page, 'Failed to load the report', (fakeServer) =>
    fakeServer.respondWith('GET /api/reports', refused),
  ),
  at('reports-wrong', '/app/reports?from=2026-10-12&to=2026-10-01', 'Choose other days.'),
];
