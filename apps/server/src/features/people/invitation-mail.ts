import type { CreatedInvitation } from '@parley/contract';
import type { Log } from '../../ports/log.ts';
import type { Mailers } from '../../ports/mail.ts';

interface InvitationMail {
  /** Null: the link is for whoever gets it. */
  readonly to: string | null;
  readonly link: string;
  readonly from: string;
  readonly days: number;
}

/** Sent once; where that fails, whoever invites still has the link. */
export async function mailInvitation(
  { mailers, log }: { readonly mailers: Mailers; readonly log: Log },
  { to, link, from, days }: InvitationMail,
): Promise<CreatedInvitation['mail']> {
  const mailer = mailers.current();
  if (mailer === null || to === null) return 'none';
  const text = [
    `${from} invites you to Parley.`,
    `Open this link to create your account, or to sign in with the one you have:\n${link}`,
    `It works once, and until ${days === 1 ? 'tomorrow' : `${days} days from now`}. If you did not expect it, ignore it.\n`,
  ].join('\n\n');
  try {
    await mailer.send({ to, subject: 'Your invitation to Parley', text });
    return 'sent';
  } catch (err) {
    log.warn({ err }, 'an invitation could not be sent by e-mail; its link was shown to whoever invited');
    return 'failed';
  }
}
