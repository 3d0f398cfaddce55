import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import type { Transporter } from 'nodemailer';
import type { MailConfig } from '../../config/mail.ts';
import { MailError, type Mailer } from '../../ports/mail.ts';
import { mailError } from './failures.ts';

export interface SmtpOptions extends Omit<MailConfig, 'login'> {
  readonly user: string | null;
  /** Read for each connection, so that a new password applies at once. */
  readonly password: () => string | null;
  /** Where the host may be; the machine's name service unless told. */
  readonly lookup?: LookupFunction;
  /** For a whole message, from the connection to the server's last reply. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;

/** One connection for each message: a desk sends few, and an idle connection would be closed by the server. */
export function createSmtpMailer(options: SmtpOptions): Mailer {
  const { from, timeoutMs = defaultTimeoutMs } = options;

  const withTransport = async (work: (transport: Transporter) => Promise<unknown>): Promise<void> => {
    const { createTransport } = await import('nodemailer');
    const deadline = Promise.withResolvers<never>();
    let socket: Socket | undefined;
    const timer = setTimeout(() => {
      deadline.reject(new MailError('unreachable', `nothing within ${timeoutMs / 1000} seconds`));
      socket?.destroy();
    }, timeoutMs);
    const transport = createTransport({
      ...transportOptions(options),
      // A connection of our own, because the library resolves names by itself.
      getSocket: (_options: unknown, callback: SocketCallback) => {
        socket = open(options, callback);
      },
    });
    try {
      await Promise.race([work(transport), deadline.promise]);
    } catch (error) {
      throw mailError(error);
    } finally {
      clearTimeout(timer);
      transport.close();
      socket?.destroy();
    }
  };

  return {
    from,
    send: ({ to, subject, text }) =>
      withTransport((transport) =>
        // As an object: a text would be read as a list of recipients.
        transport.sendMail({ from, to: { name: '', address: to }, subject, text }),
      ),
    verify: () => withTransport((transport) => transport.verify()),
  };
}

type SocketCallback = (error: Error | null, socket?: { connection: Socket }) => void;

function open({ host, port, lookup }: SmtpOptions, callback: SocketCallback): Socket {
  const socket = connect({ host, port, ...(lookup && { lookup }) });
  const failed = (error: Error) => callback(error);
  socket.once('error', failed);
  socket.once('connect', () => {
    socket.off('error', failed);
    callback(null, { connection: socket });
  });
  return socket;
}

function transportOptions({ host, port, security, user, password }: SmtpOptions) {
  const pass = password();
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'plain',
    ...(user !== null && { auth: { user, pass: pass ?? '' } }),
    tls: { minVersion: 'TLSv1.2' as const, ...(isIP(host) === 0 && { servername: host }) },
    // Content comes as text alone.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
