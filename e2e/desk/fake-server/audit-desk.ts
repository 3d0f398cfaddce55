import type { AuditActor, AuditEntry } from '@parley/contract';

const ines: AuditActor = { id: 'user', kind: 'person', name: 'Ines Marchetti' };
const gone: AuditActor = { id: '7d9f1a52-6a53-4b4d-9a38-0d9f1b1c2d3e', kind: 'person', name: null };
const agent: AuditActor = { id: 'agent gs-dental', kind: 'server', name: null };
const command: AuditActor = { id: 'command line', kind: 'command line', name: null };

export function auditEntryOf(id: number, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id,
    at: new Date(Date.UTC(2026, 9, 13, 9, 0) + id * 60_000).toISOString(),
    actor: ines,
    address: '203.0.113.7',
    action: 'call.read',
    kind: 'read',
    subject: `019a8b5e-6c00-7000-8000-${String(id).padStart(12, '0')}`,
    data: {},
    ...more,
  };
}

export const auditActors: readonly AuditActor[] = [agent, command, gone, ines];

/** What Settings ▸ Audit Log shows, newest first. */
export class AuditDesk {
  entries: AuditEntry[] = [
    auditEntryOf(6),
    auditEntryOf(5, { action: 'call.placed', kind: 'change', data: { agentId: 'gs-dental' } }),
    auditEntryOf(4, { actor: gone, action: 'calls.listed', subject: 'gs-dental', data: { count: 40 } }),
    auditEntryOf(3, { actor: agent, action: 'do_not_call.added', kind: 'change', address: null }),
    auditEntryOf(2, { actor: command, action: 'access.granted', kind: 'change', address: null }),
    auditEntryOf(1, { action: 'of.another.release', kind: 'change' }),
  ];
  sealed = true;

  found(params: URLSearchParams): AuditEntry[] {
    const is = (name: string, value: string) => params.get(name) === null || params.get(name) === value;
    const from = params.get('from') ?? '';
    const to = params.get('to') ?? '9999';
    return this.entries.filter(
      ({ actor, action, kind, at }) =>
        is('actor', actor.id) &&
        is('by', actor.kind) &&
        is('action', action) &&
        is('kind', kind) &&
        at >= from &&
        at < to,
    );
  }
}
