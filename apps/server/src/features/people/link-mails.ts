import type { MailedLink } from '@parley/contract';
import type { Log } from '../../ports/log.ts';
import type { Mailers, MailMessage } from '../../ports/mail.ts';

interface LinkMailDeps {
  readonly mailers: Mailers;
  readonly log: Log;
}

interface InvitationMail {
  /** Null: the link is for whoever gets it. */
  readonly to: string | null;
  readonly link: string;
  readonly from: string;
  readonly days: number;
}

/** Sent once; where that fails, whoever invites still has the link. */
export async function mailInvitation(
  deps: LinkMailDeps,
  { to, link, from, days }: InvitationMail,
): Promise<MailedLink> {
  if (to === null) return 'none';
  const text = [
    `${from} invites you to Parley.`,
    `Open this link to create your account, or to sign in with the one you have:\n${link}`,
    `It works once, and until ${days === 1 ? 'tomorrow' : `${days} days from now`}. If you did not expect it, ignore it.\n`,
  ].join('\n\n');
  return sendOnce(deps, { to, subject: 'Your invitation to Parley', text }, (err) =>
    deps.log.warn(
      { err },
      'an invitation could not be sent by e-mail; its link was shown to whoever invited',
    ),
  );
}

/** To the address of the account alone. Whoever made the link still has it. */
export async function mailPasswordLink(
  deps: LinkMailDeps,
  { to, link, from }: Omit<InvitationMail, 'to' | 'days'> & { readonly to: string },
): Promise<MailedLink> {
  const text = [
    `${from} made a link with which you can set a new password for Parley:\n${link}`,
    'It works once, and within an hour. Earlier links stop working. Whoever has it can set your password, so show it to nobody.',
    'If you did not ask for it, tell an administrator.\n',
  ].join('\n\n');
  return sendOnce(deps, { to, subject: 'A new password for Parley', text }, (err) =>
    deps.log.warn(
      { err },
      'a link for a new password could not be sent by e-mail; it was shown to whoever made it',
    ),
  );
}

async function sendOnce(
  { mailers }: LinkMailDeps,
  message: MailMessage,
  onFailed: (error: unknown) => void,
): Promise<MailedLink> {
  const mailer = mailers.current();
  if (mailer === null) return 'none';
  try {
    await mailer.send(message);
    return 'sent';
  } catch (error) {
    onFailed(error);
    return 'failed';
  }
}
