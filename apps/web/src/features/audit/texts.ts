import { type AuditActorKind, type AuditEntryKind, auditActions } from '@parley/contract';
import type { AuditActor } from '../../lib/parsing/audit.ts';

/** An action of another release is shown by its name. */
export function actionText(action: string): string {
  return (auditActions as Readonly<Record<string, string>>)[action] ?? action;
}

export const kindNames: Readonly<Record<AuditActorKind, string>> = {
  person: 'People',
  key: 'API keys',
  server: 'Parley itself',
  'command line': 'Command line',
};

export const entryNames: Readonly<Record<AuditEntryKind, string>> = { change: 'Change', read: 'Reading' };

const fixedActors: Readonly<Record<string, string>> = {
  'command line': 'Command line',
  system: 'Parley',
  environment: 'Settings of the server',
  'sign-up': 'Sign-up',
};

/** By name where the account still exists; without one by its id. */
export function actorText({ id, name }: AuditActor): string {
  if (name !== null) return name;
  if (id.startsWith('agent ')) return `Agent ${id.slice('agent '.length)}`;
  return fixedActors[id] ?? id;
}
