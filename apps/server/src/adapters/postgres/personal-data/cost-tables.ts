import { blank, goesWith, isOfTheirCall, type RegisteredTable } from './registered-table.ts';

/** What calls cost. The sums of days stay when calls are erased; they are about nobody. */
export const tablesOfCosts: readonly RegisteredTable[] = [
  {
    table: 'call_costs',
    columns: {
      ...{ tenant_id: 'none', currency: 'none', carrier_state: 'none', model_state: 'none' },
      ...{ told_currency: 'none', day: 'none', prices: 'none' },
    },
    byNumber: { where: isOfTheirCall, action: goesWith('calls') },
  },
  {
    table: 'call_usage',
    columns: { tenant_id: 'none', source: 'none', model: 'none' },
    byNumber: { where: isOfTheirCall, action: goesWith('calls') },
  },
  {
    table: 'spending_days',
    columns: { tenant_id: 'none', day: 'none', currency: 'none' },
    none: 'what the calls of a day have cost',
  },
  {
    table: 'spending_reservations',
    columns: { tenant_id: 'none', day: 'none', currency: 'none' },
    none: 'what calls that are up are expected to cost',
  },
  {
    table: 'spending_limits',
    columns: { tenant_id: 'none', rates: 'none', changed_by: 'user id', changed_by_name: 'name' },
    byUser: { where: 'changed_by = $1', action: blank({ changed_by: null, changed_by_name: null }) },
  },
];
