import type { Clock } from '../../ports/clock.ts';
import type { UrgentMails } from '../../ports/follow-ups.ts';
import type { Log } from '../../ports/log.ts';
import { MailError, type Mailer, type Mailers } from '../../ports/mail.ts';

export interface UrgentMailDeps {
  readonly mails: UrgentMails;
  readonly mailers: Mailers;
  /** Where people open the app. */
  readonly webOrigin: string;
  readonly clock: Clock;
  readonly log: Log;
}

export type UrgentMail = (tenantId: string, followUpId: string, madeAt: Date) => Promise<void>;

/** Whoever has not opened the inbox for so long gets no mail any more. */
const lapsesMs = 30 * 24 * 60 * 60_000;
/** Mail about something urgent that is older than this helps nobody. */
const givenUpMs = 60 * 60_000;

/** Tells by e-mail that something urgent waits, without names and without words (FU10). */
export function createUrgentMail({ mails, mailers, webOrigin, clock, log }: UrgentMailDeps): UrgentMail {
  return async (tenantId, followUpId, madeAt) => {
    const mailer = mailers.current();
    const now = clock.now().getTime();
    const isLate = now - madeAt.getTime() > givenUpMs;
    if (mailer === null || isLate) return;
    const text = `An urgent follow-up is waiting.\n${webOrigin}/app/follow-ups?open=${followUpId}\n`;
    const recipients = await mails.recipients(tenantId, followUpId, new Date(now - lapsesMs));
    const failed: unknown[] = [];
    for (const { userId, email } of recipients) {
      if (!(await mails.begin(tenantId, followUpId, userId))) continue;
      const failure = await send(mailer, email, text);
      if (failure === null) {
        await mails.finish(tenantId, followUpId, userId, 'sent');
        continue;
      }
      log.warn(
        { err: failure, tenantId, followUpId },
        'an urgent follow-up could not be announced by e-mail',
      );
      if (isFinal(failure)) await mails.finish(tenantId, followUpId, userId, 'failed');
      else {
        await mails.takeBack(tenantId, followUpId, userId);
        failed.push(failure);
      }
    }
    // Tried again by the outbox; those who have their mail get no second one.
    if (failed.length > 0) throw failed[0];
  };
}

async function send(mailer: Mailer, to: string, text: string): Promise<unknown> {
  try {
    await mailer.send({ to, subject: 'Urgent follow-up', text });
    return null;
  } catch (error) {
    return error;
  }
}

/** After `unreachable` it may have been sent; what a recipient's server refuses it refuses again. */
function isFinal(failure: unknown): boolean {
  return (
    failure instanceof MailError &&
    ['unreachable', 'recipient_refused', 'from_refused', 'host_not_allowed'].includes(failure.failure)
  );
}
