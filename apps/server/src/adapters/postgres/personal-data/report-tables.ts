import type { RegisteredTable } from './registered-table.ts';

/** Figures. They are about nobody: sums, and how each call was counted, by its id. */
export const tablesOfReports: readonly RegisteredTable[] = [
  {
    table: 'report_days',
    columns: { tenant_id: 'none', day: 'none', side: 'none', kind: 'none', key: 'none' },
    none: 'sums of a day; without a call they are subtracted again',
  },
  {
    table: 'report_counted',
    columns: { tenant_id: 'none', kind: 'none', facts: 'none' },
    none: 'what a call has added to sums, by its id; the row goes once the call is subtracted',
  },
  {
    table: 'report_tenants',
    columns: { tenant_id: 'none', zone: 'none', stage: 'none' },
    none: 'how far counting has come',
  },
];
