import { createServer, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeAuthority, makeCertificate } from '../../../testing/certificate.ts';
import { type MailServerOptions, startMailServer } from '../../../testing/mail-server.ts';
import { MailError } from '../../ports/mail.ts';
import { createSmtpMailer, type SmtpOptions } from './mailer.ts';

const authority = makeAuthority();
const trusted = makeCertificate({ names: ['localhost'], issuer: authority });
const login = { user: 'desk', password: 'pass word%@' };
const message = { to: 'maria@example.com', subject: 'Grüße', text: 'Line one\nLine two\n' };
const closers: (() => Promise<void>)[] = [];
const systemCertificates = getCACertificates();

beforeAll(() => setDefaultCACertificates([authority.cert]));
afterAll(() => setDefaultCACertificates(systemCertificates));
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function serverWith(options: MailServerOptions) {
  const server = await startMailServer(options);
  closers.push(() => server.close());
  return server;
}

function mailerFor(port: number, options: Partial<SmtpOptions> = {}) {
  return createSmtpMailer({
    host: 'localhost',
    port,
    security: 'plain',
    user: null,
    password: () => null,
    from: 'Parley <desk@example.com>',
    lookup: (_host, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
    ...options,
  });
}

const withLogin = { user: login.user, password: () => login.password };

const failure = async (work: Promise<void>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MailError);
  const { failure, code, message: text } = error as MailError;
  return { failure, code, text };
};

test.each(['tls', 'starttls'] as const)(
  'a message arrives encrypted by %s, after a login',
  async (security) => {
    const server = await serverWith({ security, certificate: trusted, login });
    await mailerFor(server.port, { security, ...withLogin }).send(message);
    expect(server.received).toMatchObject([
      { from: 'desk@example.com', to: ['maria@example.com'], encrypted: true, user: 'desk' },
    ]);
    expect(server.received[0]?.source).toMatch(/^From: Parley <desk@example.com>$/m);
    expect(server.received[0]?.source).toMatch(/Line one\r\nLine two/);
  },
);

test('without a login and unencrypted, where that is set', async () => {
  const server = await serverWith({});
  const mailer = mailerFor(server.port);
  await mailer.verify();
  expect(server.received).toEqual([]);
  await mailer.send(message);
  expect(server.received).toMatchObject([{ encrypted: false, user: null }]);
});

test('a text with commas or line breaks is no further recipient and no further header', async () => {
  const server = await serverWith({});
  await mailerFor(server.port)
    .send({ to: 'a@example.com, b@example.com', subject: 'x\r\nBcc: c@example.com', text: 'y' })
    .catch(() => {});
  expect(server.received.flatMap(({ to }) => to)).not.toContain('b@example.com');
  expect(server.received.flatMap(({ to }) => to)).not.toContain('c@example.com');
  expect(server.received.map(({ source }) => source).join()).not.toMatch(/^Bcc/m);
});

test('a new password applies to the next message', async () => {
  const server = await serverWith({ login });
  let password = 'old';
  const mailer = mailerFor(server.port, { user: login.user, password: () => password });
  expect(await failure(mailer.verify())).toMatchObject({ failure: 'login', code: '535' });
  password = login.password;
  await mailer.verify();
});

test('a refused login is told without what the server wrote, which may hold the password', async () => {
  const server = await serverWith({ login, security: 'starttls', certificate: trusted });
  const wrong = mailerFor(server.port, { security: 'starttls', user: 'desk', password: () => 'canary-2f6c' });
  const told = await failure(wrong.send(message));
  expect(told).toEqual({
    failure: 'login',
    code: '535',
    text: 'The mail server does not accept the login (535).',
  });
  expect(server.logins).toEqual([{ user: 'desk', password: 'canary-2f6c' }]);
  const without = mailerFor(server.port, { security: 'starttls' });
  expect(await failure(without.send(message))).toMatchObject({ failure: 'login', code: '530' });
});

test.each([
  ['signed by itself', makeCertificate({ names: ['localhost'] }), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [
    'expired',
    makeCertificate({ names: ['localhost'], days: [-9, -1], issuer: authority }),
    'CERT_HAS_EXPIRED',
  ],
  [
    'of another name',
    makeCertificate({ names: ['mail.example.com'], issuer: authority }),
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ],
])('a certificate %s is not accepted, and no password is sent', async (_what, certificate, code) => {
  for (const security of ['tls', 'starttls'] as const) {
    const server = await serverWith({ security, certificate, login });
    const mailer = mailerFor(server.port, { security, ...withLogin });
    expect(await failure(mailer.send(message))).toMatchObject({ failure: 'tls', code });
    expect(server.logins).toEqual([]);
  }
});

test('a server that does not encrypt gets no password', async () => {
  const server = await serverWith({ login, security: 'plain' });
  for (const security of ['tls', 'starttls'] as const) {
    const mailer = mailerFor(server.port, { security, ...withLogin });
    expect(await failure(mailer.send(message))).toMatchObject({ failure: 'tls' });
  }
  expect(server.logins).toEqual([]);
});

test('the sender, the recipient or the message is refused', async () => {
  const server = await serverWith({
    onSender: (address) => (address.startsWith('other') ? { code: 553, text: 'not yours' } : null),
    onRecipient: (address) => (address.startsWith('nobody') ? { code: 550, text: 'unknown' } : null),
    onMessage: (text) => (text.includes('spam') ? { code: 554, text: 'no spam' } : null),
  });
  const mailer = mailerFor(server.port);
  const other = mailerFor(server.port, { from: 'other@example.com' });
  expect(await failure(other.send(message))).toMatchObject({ failure: 'from_refused', code: '553' });
  const nobody = { ...message, to: 'nobody@example.com' };
  expect(await failure(mailer.send(nobody))).toMatchObject({ failure: 'recipient_refused', code: '550' });
  expect(await failure(mailer.send({ ...message, text: 'spam' }))).toMatchObject({
    failure: 'refused',
    code: '554',
  });
  expect(server.received).toEqual([]);
});

test('nobody listens, or the name does not exist', async () => {
  const server = await startMailServer();
  await server.close();
  expect(await failure(mailerFor(server.port).verify())).toMatchObject({
    failure: 'unreachable',
    code: 'ECONNREFUSED',
  });
  const lost = mailerFor(1, {
    lookup: (_host, _options, found) => found(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []),
  });
  expect(await failure(lost.verify())).toMatchObject({ failure: 'unreachable', code: 'ENOTFOUND' });
});

test.each([
  ['says nothing', ''],
  ['greets and says nothing more', '220 ready\r\n'],
  ['drips', '220-'],
])('a server that %s is given up', async (_what, greeting) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.resume();
    socket.write(greeting);
    if (greeting.endsWith('-')) {
      const drip = setInterval(() => socket.write('a'), 20);
      socket.on('close', () => clearInterval(drip));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  const mailer = mailerFor(port, { timeoutMs: 300 });
  expect(await failure(mailer.send(message))).toMatchObject({
    failure: 'unreachable',
    code: 'nothing within 0.3 seconds',
  });
  // The connection does not stay behind.
  await expect.poll(() => [...sockets].every((socket) => socket.destroyed)).toBe(true);
});

test('a server that is no mail server', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => void server.close());
  const { port } = server.address() as { port: number };
  expect(await failure(mailerFor(port).verify())).toMatchObject({ failure: 'unreachable' });
});
