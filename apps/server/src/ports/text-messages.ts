import type { TextOutcome } from './carrier.ts';
import type { TextReport } from './carrier-connection.ts';
import type { CallKey } from './transcript-store.ts';

/** A text message that an agent sends, once for each call of the tool. */
export interface NewTextMessage {
  readonly call: CallKey;
  /** The same for every try of a tool call, and different for every other. */
  readonly toolCallId: string;
  readonly to: string;
  readonly from: string;
  /** Its name among the texts of the agent. */
  readonly template: string;
  readonly body: string;
}

export type BegunText =
  | { readonly kind: 'begun'; readonly id: string }
  /** `stopped`: they want no text messages. `cannot receive`: an earlier one was refused because the number takes none. */
  | { readonly kind: 'stopped' | 'cannot receive' | 'too many' }
  /** The tool call has sent one, or has tried to. */
  | { readonly kind: 'repeated' };

/** What was sent as text messages, and to whom none may be sent. */
export interface TextMessages {
  /** Stores a message before the carrier is asked, unless it must not be sent. At most `most` in one call. */
  begin(message: NewTextMessage, most: number, at: Date): Promise<BegunText>;
  finish(tenantId: string, id: string, outcome: TextOutcome): Promise<void>;
  /** What the carrier reports of its delivery, in any order and any number of times; it only goes forward. */
  report(call: CallKey, report: TextReport): Promise<void>;
  /** Somebody has answered STOP, or has taken it back. */
  stop(tenantId: string, number: string, at: Date): Promise<void>;
  allow(tenantId: string, number: string): Promise<void>;
}
