/** Sends mail. Every failure is a MailError. */
export interface Mailer {
  /** Whom messages come from, as people see it. */
  readonly from: string;
  /** To one address, as plain text. Not repeated: after `unreachable` the message may have been sent. */
  send(message: MailMessage): Promise<void>;
  /** Connects and logs in, and sends nothing. */
  verify(): Promise<void>;
}

/** The mail server of the deployment, asked for with each message: it may be connected or replaced at any time. */
export interface Mailers {
  /** Null: none is set or connected, so no mail can be sent. */
  current(): Mailer | null;
}

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * `login`: not accepted, or none was given where one is wanted. `tls`: no encryption, or a certificate that is not
 * accepted. `unreachable`: no answer, none in time, or one that is no mail server's. `host_not_allowed`: it leads into the
 * network of this server. The others: what the mail server refused.
 */
export type MailFailure =
  | 'login'
  | 'tls'
  | 'unreachable'
  | 'host_not_allowed'
  | 'from_refused'
  | 'recipient_refused'
  | 'refused';

/** Its message is ours: what the other side wrote may repeat what it was sent. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly failure: MailFailure;
  /** The reply of the mail server, or what kept the connection from being made. */
  readonly code: string | null;
  constructor(failure: MailFailure, code: string | null) {
    super(`${sentences[failure]}${code === null ? '' : ` (${code})`}.`);
    this.failure = failure;
    this.code = code;
  }
}

const sentences: Record<MailFailure, string> = {
  login: 'The mail server does not accept the login',
  tls: 'The connection to the mail server cannot be encrypted',
  unreachable: 'The mail server does not answer',
  host_not_allowed: 'The mail server is in the network of this server',
  from_refused: 'The mail server does not accept the sender',
  recipient_refused: 'The mail server does not accept the recipient',
  refused: 'The mail server refused the message',
};
