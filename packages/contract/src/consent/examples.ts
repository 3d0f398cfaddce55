import type { RouteExample } from '../route-example.ts';
import type { consentRoutes } from './routes.ts';
import type { ConsentRules } from './rules.ts';

const rules: ConsentRules = {
  grounds: { service: 'ordered', reminder: 'customers', survey: null },
  revision: 2,
  changedAt: '2026-11-02T10:00:00.000Z',
  changedBy: { displayName: 'Ines Marchetti' },
  registry: {
    id: '019a8b5e-6c00-7000-8000-000000000080',
    fileName: 'registry-212.csv',
    dated: '2026-11-01',
    numbers: 1,
    importedAt: '2026-11-02T10:05:00.000Z',
    importedBy: { displayName: 'Ines Marchetti' },
  },
};
const { id, fileName, dated } = rules.registry ?? { id: '', fileName: '', dated: '' };

/** Of the routes of `consent/`. */
export const consentExamples: Readonly<Record<keyof typeof consentRoutes, RouteExample>> = {
  getConsentRules: { response: { rules } },
  declareGrounds: { body: { revision: 1, grounds: rules.grounds }, response: { rules } },
  importRegistry: {
    body: { id, fileName, dated, country: 'US', rows: [{ row: 1, number: '2125550123' }], last: true },
    response: { added: 1, present: 0, refused: [], rules },
  },
  removeRegistry: { response: { rules: { ...rules, registry: null } } },
};
