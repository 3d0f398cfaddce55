import type { Readable } from 'node:stream';
import type { Caller } from './caller.ts';

export interface EventStreamSettings {
  /** The stream ends with the token that opened it. */
  readonly expiresAt: Date;
  /** As a caller has it: the stream also ends when the token is void before that. */
  readonly whenVoid?: Caller['whenVoid'];
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** The first event or events, as text. */
  readonly first: string;
  readonly onClose: () => void;
}

/** Server-sent events for one page. */
export interface EventStreamHandle {
  readonly readable: Readable;
  /** Events as they go over the wire. */
  send(text: string): void;
  /** Ends the stream after what was sent. */
  end(): void;
}

export type OpenEventStream = (settings: EventStreamSettings) => EventStreamHandle;
