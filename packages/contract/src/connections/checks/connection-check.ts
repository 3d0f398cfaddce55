import type { Check, ConnectionKind, ShownConnection } from '../connection.ts';
import type { Problem } from '../problems.ts';
import { broken, ready, toDo } from './finding.ts';

/** What is known of a connection: asked for just now, or remembered from the last time. */
export interface ConnectionFacts {
  /** Null: neither connected nor set in the environment. */
  readonly shown: ShownConnection | null;
  readonly problem: Problem | null;
  /** Replaces the remedy of the problem. */
  readonly remedy?: string | undefined;
}

const missing: Readonly<Record<ConnectionKind, string>> = {
  phone: 'No phone account is connected.',
  address: 'There is no public address.',
  model: 'No model is connected.',
  speech: 'No speech service is connected.',
  mail: 'No mail server is connected.',
  storage: 'There is no storage for files.',
};

/** One line for a connection: what the page and the command say about it is the same. */
export function connectionCheck(id: ConnectionKind, { shown, problem, remedy }: ConnectionFacts): Check {
  if (problem) return broken(id, problem, remedy);
  if (!shown) return toDo(id, missing[id], 'Connect one in Settings, Connections.');
  return ready(id, wordsOf(shown));
}

function wordsOf(shown: ShownConnection): string {
  switch (shown.kind) {
    case 'phone':
      return `${shown.name ?? shown.account} is connected.`;
    case 'address':
      return `The carrier calls back at ${shown.url}.`;
    case 'model':
    case 'speech':
      return `${shown.model} speaks on calls.`;
    case 'mail':
      return `${shown.host} sends mail.`;
    case 'storage':
      return shown.bucket === null
        ? 'Files are stored in the folder of this server.'
        : `Files are stored in the bucket ${shown.bucket}.`;
  }
}
