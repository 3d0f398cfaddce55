/** Sends requests to this deployment through its public address, as the carrier does. */
export interface ThroughAddress {
  /** Throws `AddressFailed` where there is no answer. Redirects are answers. */
  send(request: RequestThrough, signal: AbortSignal): Promise<AnswerThrough>;
  /** Opens a socket, sends the text, and resolves with the first message and the one after the text was sent. */
  talk(
    request: Pick<RequestThrough, 'url' | 'headers'> & { readonly text: string },
    signal: AbortSignal,
  ): Promise<{ readonly greeting: string; readonly echo: string }>;
}

export interface RequestThrough {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface AnswerThrough {
  readonly status: number;
  /** Cut after a few kilobytes. */
  readonly body: string;
}

/** Why nothing came back. */
export type AddressFailure =
  | 'http'
  | 'private'
  | 'unknown_host'
  | 'no_answer'
  | 'certificate_untrusted'
  | 'certificate_expired'
  | 'certificate_not_yet_valid'
  | 'certificate_name'
  | 'socket_refused';

export class AddressFailed extends Error {
  override readonly name = 'AddressFailed';
  readonly failure: AddressFailure;
  /** For a socket that was refused: with which status. */
  readonly status: number | null;
  constructor(failure: AddressFailure, status: number | null = null) {
    super(failure);
    this.failure = failure;
    this.status = status;
  }
}
