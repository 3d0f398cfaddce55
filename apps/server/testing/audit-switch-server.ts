/** The real server, with one addition for the bench: a message says whether readings of the call list are recorded. */
import { readRoutes } from '../src/features/audit/read-routes.ts';

const rules: { listCalls: typeof readRoutes.listCalls } = readRoutes;
const { listCalls } = readRoutes;

process.on('message', (message: { readonly recordReadings: boolean }) => {
  rules.listCalls = message.recordReadings ? listCalls : null;
  process.send?.(message);
});

await import('../src/main.ts');
