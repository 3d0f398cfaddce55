import { afterAll, beforeAll, expect, test } from 'vitest';
import { secret, storedMail } from '../../testing/connections.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { readConfig } from '../config/config.ts';
import { createHostGuard } from '../lib/host-guard.ts';
import type { StoredConnection } from '../ports/connections.ts';
import { openMail } from './mail.ts';

let server: MailServer;
let accepted = 'first';
beforeAll(async () => {
  server = await startMailServer({ login: { user: 'desk', password: () => accepted } });
});
afterAll(() => server.close());

const guard = createHostGuard({ loopback: true, hosts: [] });
const message = { to: 'kit@example.com', subject: 'Hello', text: 'Hello.' };
const connection = (password: string | null): StoredConnection =>
  storedMail({
    settings: {
      ...{ version: 1, kind: 'mail', host: '127.0.0.1', port: server.port, security: 'plain' },
      ...{ user: 'desk', from: 'connected@example.com' },
    },
    secrets: new Map(password === null ? [] : [['password', secret(password)]]),
  });

test('CN6: messages go through what is connected now, with the password of now', async () => {
  let connected: StoredConnection | null = null;
  const mail = openMail(null, () => connected, guard);
  expect(mail.current()).toBeNull();
  connected = connection('first');
  await mail.current()?.send(message);
  expect(server.received.at(-1)).toMatchObject({ from: 'connected@example.com', to: ['kit@example.com'] });
  accepted = 'second';
  await expect(mail.current()?.send(message)).rejects.toMatchObject({ failure: 'login' });
  connected = connection('second');
  await mail.current()?.send(message);
  expect(server.received).toHaveLength(2);
  connected = null;
  expect(mail.current()).toBeNull();
});

test('a password that cannot be read sends nothing, and nothing without a login', async () => {
  const before = server.logins.length;
  const mail = openMail(null, () => connection(null), guard);
  await expect(mail.current()?.send(message)).rejects.toMatchObject({ failure: 'login' });
  expect(server.logins).toHaveLength(before);
});

test('CN2: the mail server of the environment is used before a connected one', async () => {
  accepted = 'set';
  const { mail } = readConfig({
    SMTP_URL: `smtp://desk:set@127.0.0.1:${server.port}?tls=off`,
    MAIL_FROM: 'set@example.com',
  });
  await openMail(mail, () => connection('other'), guard)
    .current()
    ?.send(message);
  expect(server.received.at(-1)).toMatchObject({ from: 'set@example.com' });
});
