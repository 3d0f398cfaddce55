import type { Check, Problem } from '@parley/contract';
import { broken, ready, toDo } from './finding.ts';

export interface MailFacts {
  /** The host of the mail server; null: none is connected. */
  readonly host: string | null;
  readonly problem: Problem | null;
  /** Replaces the remedy of the problem. */
  readonly remedy?: string | undefined;
}

export function mailCheck({ host, problem, remedy }: MailFacts): Check {
  if (problem) return broken('mail', problem, remedy);
  if (host === null) return toDo('mail', 'No mail server is connected: no messages are sent.', null);
  return ready('mail', `${host} accepts the login.`);
}

export interface StorageFacts {
  /** As people read it: a folder or a bucket. */
  readonly place: string;
  readonly problem: Problem | null;
  readonly remedy?: string | undefined;
}

export function storageCheck({ place, problem, remedy }: StorageFacts): Check {
  if (problem) return broken('storage', problem, remedy);
  return ready('storage', `${place}: a file was stored, read and deleted.`);
}
