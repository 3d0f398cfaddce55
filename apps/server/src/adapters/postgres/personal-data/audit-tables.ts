import { keep, type RegisteredTable } from './registered-table.ts';

export const tablesOfAudit: readonly RegisteredTable[] = [
  {
    table: 'audit_log',
    columns: {
      ...{ tenant_id: 'none', actor: 'user id', actor_kind: 'none', address: 'network address' },
      ...{ action: 'none', subject: 'none', data: 'none' },
    },
    byUser: { where: 'actor = $1', action: keep('It proves who did what, by ids.') },
  },
  {
    table: 'audit_unsealed',
    columns: {},
    none: 'ids of entries of the audit log',
  },
  {
    table: 'audit_readings',
    columns: {
      ...{ tenant_id: 'none', actor: 'user id', actor_kind: 'none', address: 'network address' },
      ...{ action: 'none', entries: 'none' },
    },
    byUser: { where: 'actor = $1', action: keep('It proves who read what, by ids.') },
  },
  {
    table: 'audit_unsealed_readings',
    columns: { tenant_id: 'none' },
    none: 'ids of entries of the audit log',
  },
  {
    table: 'audit_seals',
    columns: { tenant_id: 'none', entry_ids: 'none', macs: 'none' },
    none: 'ids of entries of the audit log, and what proves that these have not changed',
  },
  {
    table: 'audit_checkpoints',
    columns: { tenant_id: 'none', cut_mac: 'none', head_mac: 'none', signature: 'none' },
    none: 'where the chain of an organization begins and ends',
  },
];
