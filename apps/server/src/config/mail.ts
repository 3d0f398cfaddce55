import type { Environment } from './environment.ts';
import { isLoopbackHost } from './loopback.ts';

/** A mail server, and whom messages come from. */
export interface MailConfig {
  readonly host: string;
  readonly port: number;
  /** `tls`: from the first byte; `starttls`: before the login, or nothing is sent; `plain`: not encrypted. */
  readonly security: MailSecurity;
  readonly login: MailLogin | null;
  /** An address, alone or as `Name <address>`. */
  readonly from: string;
}

export type MailSecurity = 'tls' | 'starttls' | 'plain';

export interface MailLogin {
  readonly user: string;
  readonly password: string;
}

const form = 'SMTP_URL must be smtps://USER:PASSWORD@HOST or smtp://USER:PASSWORD@HOST:PORT.';
const fromForm = 'MAIL_FROM must be an address such as desk@example.com, or Parley <desk@example.com>.';

const addressPattern = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/;

/** Whether a text is one address, alone or behind a name in plain words. */
export function isMailSender(text: string): boolean {
  const [, name, address] = /^([^<>"@,:;\\\r\n]*)<([^<>]+)>$/.exec(text) ?? [null, '', text];
  return text.length <= 200 && name !== undefined && addressPattern.test(address ?? '');
}

/** Null: no mail is sent. */
export function readMail(env: Environment): MailConfig | null {
  const text = env.secret('SMTP_URL');
  const from = env.text('MAIL_FROM');
  if (text === null) {
    if (from !== null) env.fault('MAIL_FROM is set but SMTP_URL is not.');
    return null;
  }
  if (from === null) env.fault('SMTP_URL is set, so MAIL_FROM must say whom messages come from.');
  else if (!isMailSender(from)) env.fault(fromForm);
  // What was typed is not repeated: it holds a password.
  const url = URL.parse(text);
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    env.fault(form);
    return null;
  }
  if (!['', '/'].includes(url.pathname) || url.hash !== '') env.fault(form);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const { tls = 'on', ...others } = Object.fromEntries(url.searchParams);
  if (Object.keys(others).length > 0 || !['on', 'off'].includes(tls))
    env.fault('SMTP_URL takes ?tls=off, for a mail server that does not encrypt, and nothing else.');
  const security = url.protocol === 'smtps:' ? 'tls' : tls === 'off' ? 'plain' : 'starttls';
  const login = readLogin(env, url);
  if (security === 'plain' && login !== null && !isLoopbackHost(host))
    env.fault('SMTP_URL has a password and tls=off: it would be sent unencrypted. Leave one of them out.');
  const port = url.port === '' ? (security === 'tls' ? 465 : 587) : Number(url.port);
  return { host, port, security, login, from: from ?? '' };
}

function readLogin(env: Environment, url: URL): MailLogin | null {
  if (url.username === '' && url.password === '') return null;
  if (url.username === '' || url.password === '')
    env.fault('SMTP_URL needs a user and a password, or neither.');
  try {
    return { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  } catch {
    env.fault('The user and the password in SMTP_URL must be percent-encoded: %40 for @, %25 for %.');
    return null;
  }
}
