import type { CallExport } from '@parley/contract';

export const exportId = '019a8b5e-6c00-7000-a200-000000000001';
export const exportLink = '/api/downloads/once';
export const resultsLink = '/api/downloads/results';

export function exportOf(more: Partial<CallExport> = {}): CallExport {
  return {
    ...{ id: exportId, state: 'running', problem: null, format: 'csv', rows: 0, total: 48_210 },
    ...{ createdAt: '2026-10-13T10:00:00.000Z', finishedAt: null },
    ...more,
  };
}
