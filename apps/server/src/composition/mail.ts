import type { MailConfig } from '../config/mail.ts';
import type { HostGuard } from '../lib/host-guard.ts';
import type { SettingsOf, StoredConnection } from '../ports/connections.ts';
import { MailError, type Mailer, type Mailers } from '../ports/mail.ts';

/** The mail server of the environment, or the one that was connected in the browser. Neither is asked here. */
export function openMail(
  environment: MailConfig | null,
  connected: () => StoredConnection | null,
  guard: HostGuard,
): Mailers {
  const set = environment && setMailer(environment);
  return {
    current() {
      if (set !== null) return set;
      const connection = connected();
      if (connection?.settings.kind !== 'mail') return null;
      const { settings, secrets } = connection;
      return connectedMailer(settings, () => secrets.get('password')?.value ?? null, guard);
    },
  };
}

/** A mail server whose address somebody entered: it obeys the guard. */
export function connectedMailer(
  settings: Omit<SettingsOf<'mail'>, 'version' | 'kind'>,
  password: () => string | null,
  guard: HostGuard,
): Mailer {
  const { host, port, security, user, from } = settings;
  return lazyMailer(from, async () => {
    // A password that cannot be read must not turn into a message without a login.
    if (user !== null && password() === null) throw new MailError('login', null);
    const { createSmtpMailer } = await import('../adapters/smtp/mailer.ts');
    const lookup = guard.lookupFor(port);
    return createSmtpMailer({ host, port, security, user, from, password, lookup });
  });
}

/** The mail server of the environment. */
export function setMailer({ login, ...server }: MailConfig): Mailer {
  return lazyMailer(server.from, async () => {
    const { createSmtpMailer } = await import('../adapters/smtp/mailer.ts');
    return createSmtpMailer({
      ...server,
      user: login?.user ?? null,
      password: () => login?.password ?? null,
    });
  });
}

/** Loads the adapter with the first message: most servers send none. */
function lazyMailer(from: string, load: () => Promise<Mailer>): Mailer {
  return {
    from,
    send: async (message) => (await load()).send(message),
    verify: async () => (await load()).verify(),
  };
}
