import { setMailer } from '../../composition/mail.ts';
import type { Config } from '../../config/config.ts';
import { MailError, type MailFailure } from '../../ports/mail.ts';
import { type Finding, fault, ok } from './finding.ts';

const name = 'mail';

const remedies: Record<MailFailure, string> = {
  login: 'Check the user and the password in SMTP_URL; special characters are percent-encoded (%40 for @).',
  tls: 'Check the scheme, the host and the port in SMTP_URL: smtps:// for port 465, smtp:// for 587.',
  unreachable: 'Check the host and the port in SMTP_URL, and that this machine may connect to it.',
  host_not_allowed: 'Check the host in SMTP_URL.',
  from_refused: 'Set MAIL_FROM to an address that the account may send from.',
  recipient_refused: 'Try again; if it stays so, ask whoever runs the mail server.',
  refused: 'Try again; if it stays so, ask whoever runs the mail server.',
};

/** Logs in to the mail server, if one is set, and sends nothing. */
export async function checkMail({ mail }: Pick<Config, 'mail'>): Promise<Finding[]> {
  if (mail === null) return [];
  const { login } = mail;
  const mailer = setMailer(mail);
  const place = `${mail.host}:${mail.port}`;
  try {
    await mailer.verify();
    const how = login === null ? 'answers' : 'accepts the login';
    return [ok(name, `${place} ${how}; messages come from ${mail.from}`)];
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return [fault(name, `${place}: ${error.message.replace(/\.$/, '')}`, remedies[error.failure])];
  }
}
