import type { RouteExample } from '../route-example.ts';
import type { CallExport } from './export.ts';
import type { callExportRoutes } from './routes.ts';

const running: CallExport = {
  id: '019a8b5e-6c00-7000-8000-000000000070',
  state: 'running',
  problem: null,
  format: 'csv',
  rows: 1_200,
  total: 48_210,
  createdAt: '2026-10-13T10:00:00.000Z',
  finishedAt: null,
};

/** Of the routes of `call-export/`. */
export const callExportExamples: Readonly<Record<keyof typeof callExportRoutes, RouteExample>> = {
  previewExport: {
    query: 'direction=outbound&from=2026-10-01',
    response: { calls: 48_210, fields: [{ id: 'confirmed', label: 'Confirmed' }] },
  },
  createExport: {
    body: {
      filters: { direction: 'outbound', from: '2026-10-01' },
      format: 'csv',
      columns: ['id', 'created', 'to', 'status', 'summary'],
      fields: [],
      bom: true,
    },
    response: {
      export: { ...running, state: 'waiting', rows: 0 },
      link: '/api/downloads/mJ0c1N4x',
    },
  },
  getExport: { response: { export: running } },
  cancelExport: {
    response: {
      export: { ...running, state: 'cancelled', finishedAt: '2026-10-13T10:00:09.000Z' },
    },
  },
};
