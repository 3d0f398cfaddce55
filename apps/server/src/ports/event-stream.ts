import type { Readable } from 'node:stream';

export interface EventStreamSettings {
  /** The stream ends with the token that opened it. */
  readonly expiresAt: Date;
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
