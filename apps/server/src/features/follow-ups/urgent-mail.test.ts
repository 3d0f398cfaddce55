import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { UrgentMails } from '../../ports/follow-ups.ts';
import { MailError, type MailFailure, type MailMessage } from '../../ports/mail.ts';
import { createUrgentMail } from './urgent-mail.ts';

function harness(failures: (MailFailure | null)[] = [], { connected = true } = {}) {
  const clock = new ManualClock();
  const sent: MailMessage[] = [];
  const states = new Map<string, string>();
  const warnings: string[] = [];
  const mails: UrgentMails = {
    recipients: async () => [
      { userId: 'ann', email: 'ann@example.com' },
      { userId: 'ben', email: 'ben@example.com' },
    ],
    begin: async (_tenant, _id, userId) => {
      if (states.has(userId)) return false;
      states.set(userId, 'sending');
      return true;
    },
    finish: async (_tenant, _id, userId, state) => void states.set(userId, state),
    takeBack: async (_tenant, _id, userId) => void states.delete(userId),
  };
  const mailer = {
    from: 'desk@example.com',
    verify: async () => {},
    send: async (message: MailMessage) => {
      const failure = failures.shift();
      if (failure) throw new MailError(failure, null);
      sent.push(message);
    },
  };
  const mail = createUrgentMail({
    mails,
    mailers: { current: () => (connected ? mailer : null) },
    webOrigin: 'https://desk.example.com',
    clock,
    log: { debug() {}, info() {}, error() {}, warn: (_: object, text: string) => void warnings.push(text) },
  });
  return { mail, clock, sent, states, warnings };
}

test('FU10 everybody who wants it gets one mail, which says neither who nor what', async () => {
  const { mail, clock, sent, states } = harness();
  await mail('one', 'f1', clock.now());
  await mail('one', 'f1', clock.now());
  expect(sent).toEqual(
    ['ann', 'ben'].map((name) => ({
      to: `${name}@example.com`,
      subject: 'Urgent follow-up',
      text: 'An urgent follow-up is waiting.\nhttps://desk.example.com/app/follow-ups?open=f1\n',
    })),
  );
  expect([...states.values()]).toEqual(['sent', 'sent']);
});

test('FU10 what was certainly not sent is tried again, for those who have none', async () => {
  const { mail, clock, sent, warnings } = harness(['login']);
  await expect(mail('one', 'f1', clock.now())).rejects.toThrow('login');
  expect(sent.map(({ to }) => to)).toEqual(['ben@example.com']);
  await mail('one', 'f1', clock.now());
  expect(sent.map(({ to }) => to)).toEqual(['ben@example.com', 'ann@example.com']);
  expect(warnings).toEqual(['an urgent follow-up could not be announced by e-mail']);
});

test('FU10 what may have been sent is not sent again', async () => {
  const { mail, clock, sent, states } = harness(['unreachable', 'recipient_refused']);
  await mail('one', 'f1', clock.now());
  await mail('one', 'f1', clock.now());
  expect(sent).toEqual([]);
  expect([...states.values()]).toEqual(['failed', 'failed']);
});

test('FU10 no mail without a mail server, and none an hour later', async () => {
  const none = harness([], { connected: false });
  await none.mail('one', 'f1', none.clock.now());
  expect(none.states.size).toBe(0);
  const late = harness();
  const made = late.clock.now();
  late.clock.advance(61 * 60_000);
  await late.mail('one', 'f1', made);
  expect(late.sent).toEqual([]);
});
