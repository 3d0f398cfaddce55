import type { Person } from '../../lib/parsing/people.ts';
import type { Action } from './actions.ts';

export type DialogKind = 'invite' | 'role' | 'sign-up' | Action;

/** With the id of the person or invitation that it is about. */
export type OpenDialog = (kind: DialogKind, id?: string) => void;

/** Whom a dialog is about. */
export interface Subject {
  id: string;
  name: string;
  /** Null: waits for one, or is invited. */
  role: Person['role'] | null;
}
