import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Certificate } from './certificate.ts';

export interface MailServerOptions {
  /** Null: no login is wanted. */
  readonly login?: { readonly user: string; readonly password: string | (() => string) } | null;
  /** `tls`: from the first byte; `starttls`: offered; `plain`: not offered. */
  readonly security?: 'tls' | 'starttls' | 'plain';
  readonly certificate?: Certificate;
  /** Replies with this error where it is not null. */
  readonly onSender?: (address: string) => SmtpReply | null;
  readonly onRecipient?: (address: string) => SmtpReply | null;
  readonly onMessage?: (text: string) => SmtpReply | null;
}

export interface SmtpReply {
  readonly code: number;
  readonly text: string;
}

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they arrived. */
  readonly source: string;
  readonly encrypted: boolean;
  readonly user: string | null;
}

export interface MailServer {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** Those that were tried, accepted or not. */
  readonly logins: readonly { readonly user: string; readonly password: string }[];
  close(): Promise<void>;
}

/** A real SMTP server on loopback that keeps what it receives. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { login = null, security = 'plain', certificate } = options;
  const received: ReceivedMail[] = [];
  const logins: { user: string; password: string }[] = [];
  const server = new SMTPServer({
    ...certificate,
    secure: security === 'tls',
    authOptional: login === null,
    disabledCommands: [...(security === 'starttls' ? [] : ['STARTTLS']), ...(login === null ? ['AUTH'] : [])],
    allowInsecureAuth: true,
    closeTimeout: 100,
    logger: false,
    onAuth(auth, _session, callback) {
      const [username, password] = [auth.username ?? '', auth.password ?? ''];
      logins.push({ user: username, password });
      const wanted = typeof login?.password === 'function' ? login.password() : login?.password;
      if (username === login?.user && password === wanted) callback(null, { user: username });
      else callback(new Error(`Who is ${username} with ${password}?`));
    },
    onMailFrom: ({ address }, _session, callback) => callback(reply(options.onSender?.(address))),
    onRcptTo: ({ address }, _session, callback) => callback(reply(options.onRecipient?.(address))),
    onData(stream, { envelope, secure, user }, callback) {
      let source = '';
      stream.setEncoding('utf8');
      stream.on('data', (part: string) => {
        source += part;
      });
      stream.on('end', () => {
        const refused = reply(options.onMessage?.(source));
        if (refused === undefined)
          received.push({
            from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
            to: envelope.rcptTo.map(({ address }) => address),
            source,
            encrypted: secure,
            user: (user as string | undefined) ?? null,
          });
        callback(refused);
      });
    },
  } satisfies SMTPServerOptions);
  // Clients that do not trust the certificate break off.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    logins,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function reply(refusal: SmtpReply | null | undefined): Error | undefined {
  if (!refusal) return undefined;
  return Object.assign(new Error(refusal.text), { responseCode: refusal.code });
}
