import { HostRefused } from '../../lib/host-guard.ts';
import { MailError, type MailFailure } from '../../ports/mail.ts';

/** The parts of an error of nodemailer that say what happened. */
interface SmtpError {
  readonly code?: unknown;
  /** What the code was before nodemailer gave it one of its own. */
  readonly originalCode?: unknown;
  readonly command?: unknown;
  /** Of the server's reply. */
  readonly responseCode?: unknown;
}

/** Its text is not passed on: a server may repeat in it what it was sent. */
export function mailError(error: unknown): MailError {
  if (error instanceof MailError) return error;
  if (error instanceof HostRefused)
    return new MailError(error.refusal === 'unresolved' ? 'unreachable' : 'host_not_allowed', null);
  const { code, originalCode, command, responseCode } = (error ?? {}) as SmtpError;
  const reply = typeof responseCode === 'number' && responseCode > 0 ? responseCode : null;
  const system = [originalCode, code].find((one) => typeof one === 'string' && /^[A-Z_]{3,60}$/.test(one));
  const failure = certificateCodes.test(String(system))
    ? 'tls'
    : failureOf(String(code), String(command), reply);
  return new MailError(failure, reply === null ? ((system as string | undefined) ?? null) : `${reply}`);
}

/** Codes of Node where a certificate is not accepted, or the other side does not speak TLS. */
const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_|_TLS_|_SSL_|EPROTO$/;

/** Replies that mean a login is wanted, whichever command they answer. */
const wantsLogin = new Set([530, 534, 535, 538]);

function failureOf(code: string, command: string, reply: number | null): MailFailure {
  // A server that is out of order for now, also in the middle of a message.
  if (reply === 421) return 'unreachable';
  if (code === 'ETLS') return 'tls';
  if (code === 'EAUTH' || code === 'ENOAUTH') return reply === 454 ? 'unreachable' : 'login';
  if (reply !== null && wantsLogin.has(reply)) return 'login';
  if (code === 'EENVELOPE' && command === 'MAIL FROM') return 'from_refused';
  if (code === 'EENVELOPE' && command === 'RCPT TO') return 'recipient_refused';
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return 'refused';
  return 'unreachable';
}
