import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts';
import { readConfig } from '../../config/config.ts';
import { checkMail } from './mail.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer({ login: { user: 'desk', password: 'p@ss' } });
});
afterAll(() => server.close());

const check = (url: string) => checkMail(readConfig({ SMTP_URL: url, MAIL_FROM: 'desk@example.com' }));

test('no mail server is set: nothing to check', async () => {
  expect(await checkMail(readConfig({}))).toEqual([]);
});

test('the login is tried and nothing is sent', async () => {
  const place = `127.0.0.1:${server.port}`;
  expect(await check(`smtp://desk:p%40ss@${place}?tls=off`)).toEqual([
    {
      name: 'mail',
      message: `${place} accepts the login; messages come from desk@example.com`,
      remedy: null,
    },
  ]);
  expect(server.received).toEqual([]);
  const wrong = await check(`smtp://desk:not-this@${place}?tls=off`);
  expect(wrong).toMatchObject([
    {
      message: `${place}: The mail server does not accept the login (535)`,
      remedy: expect.stringMatching('SMTP_URL'),
    },
  ]);
  expect(JSON.stringify(wrong)).not.toContain('not-this');
  expect(await check(`smtps://${place}`)).toMatchObject([
    { remedy: expect.stringMatching('smtps:// for port 465') },
  ]);
});
