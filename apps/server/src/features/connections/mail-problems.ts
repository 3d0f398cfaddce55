import { type Problem, type ProblemCode, problemOf } from '@parley/contract';
import { MailError, type MailFailure } from '../../ports/mail.ts';

const codes: Record<MailFailure, ProblemCode> = {
  login: 'mail_login',
  tls: 'mail_tls',
  unreachable: 'mail_unreachable',
  host_not_allowed: 'host_not_allowed',
  from_refused: 'mail_from_refused',
  recipient_refused: 'mail_refused',
  refused: 'mail_refused',
};

/** Null when the work succeeds, otherwise what the mail server did in words. */
export async function mailProblem(
  work: Promise<void>,
  { host, from }: { readonly host: string; readonly from: string },
): Promise<Problem | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return problemOf(codes[error.failure], { host, from });
  }
}
