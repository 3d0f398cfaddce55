import type { SessionKey } from './session-directory.ts';
import type { CallKey } from './transcript-store.ts';

/** What can be asked of a live call. */
export type SessionCommand =
  | { readonly kind: 'end' }
  /** Connect the other party with a person; the reason is for that person. */
  | { readonly kind: 'transfer'; readonly reason: string }
  // Of tries by text: what the person who tries the agent types.
  | { readonly kind: 'hear'; readonly text: string }
  | { readonly kind: 'typing' }
  | { readonly kind: 'press'; readonly digits: string }
  /** Write a system entry into the transcript. */
  | { readonly kind: 'note'; readonly text: string }
  /** The carrier has reported how the greeting of an answering machine ended. */
  | { readonly kind: 'greeting-ended'; readonly end: 'beep' | 'silence' | 'other' };

/** Servers of the release before know these alone; another one would keep them from carrying out what came with it. */
export const firstCommands: readonly SessionCommand['kind'][] = ['end', 'transfer'];
/** Those that servers of the release before do not know, and how the ids of such servers begin. */
export const laterCommands: readonly SessionCommand['kind'][] = ['note'];
export const earlierPrefix = 'v2-';
/** Begins the id of a server that knows all commands. */
export const serverIdPrefix = 'v3-';

/** How a command ended. `expired`: nobody has carried it out, and nobody will. */
export interface CommandOutcome {
  readonly state: 'done' | 'failed' | 'expired';
  /** In words. */
  readonly detail: string;
}

/** A command that a server has taken: no other does, and it is not taken again. */
export interface TakenCommand extends SessionKey {
  readonly id: string;
  readonly command: SessionCommand;
}

export interface CommandTimes {
  /** A command that its server has not taken by then is not carried out. */
  readonly expiresMs: number;
  /** One that was taken and has no result by then has failed. */
  readonly resultMs: number;
}

/** Commands for live calls: rows that the server which holds the session takes, carries out and answers. */
export interface SessionCommands {
  /**
   * Stores a command and wakes the server that holds the call; one that does not know it is not asked, and it has failed at
   * once. Null when no server holds a live session of the call.
   */
  send(call: CallKey, command: SessionCommand, by: string, times: CommandTimes): Promise<string | null>;
  /** Null while there is none. A command that was deleted with its call is expired. */
  outcome(tenantId: string, id: string): Promise<CommandOutcome | null>;
  /** Takes all commands for sessions that this server holds, oldest first. */
  take(serverId: string): Promise<readonly TakenCommand[]>;
  finish(command: TakenCommand, outcome: CommandOutcome): Promise<void>;
  /** Gives a result to commands whose session is over, whose server is gone, or whose time is up. */
  settleOverdue(times: CommandTimes): Promise<void>;
  /** Calls back when there may be commands for this server. */
  listen(serverId: string, onCommand: () => void): Promise<{ close(): Promise<void> }>;
}
