import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CallRecord } from '../../ports/call.ts';
import type { CallStore } from '../../ports/call-store.ts';
import type { Carrier, CarrierIdentity, TextRefusal } from '../../ports/carrier.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { TextMessages } from '../../ports/text-messages.ts';
import type { CallKey } from '../../ports/transcript-store.ts';
import type { ToolOutcome } from '../../ports/voice-tools.ts';

export interface SendTextDeps {
  readonly store: Pick<CallStore, 'find'>;
  readonly texts: Pick<TextMessages, 'begin' | 'finish'>;
  readonly carrierOf: (call: CallRecord) => Pick<Carrier, 'name' | 'account' | 'sendText'> | null;
  /** Throws for a number that nothing is sent to from here. */
  readonly guardNumber: (carrier: CarrierIdentity, number: string) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** A conversation that needs more is in a loop. */
const mostTexts = 3;
/** The service cuts nothing: it refuses what is longer. */
const longestText = 1_600;

/** Sends one of the agent's texts to the other party of a call (TX1 to TX4). Everything that stands in the way is said in words. */
export function createTextSender(deps: SendTextDeps) {
  const { texts, clock, log } = deps;
  return async (
    key: CallKey,
    { name, body, idempotencyKey }: { name: string; body: string; idempotencyKey: string },
  ): Promise<ToolOutcome> => {
    const call = await deps.store.find({ id: key.callId });
    const carrier = call && deps.carrierOf(call);
    if (!call || !carrier) return failed('It did not work: technical problem.');
    const inbound = call.direction === 'inbound';
    const [to, from] = inbound ? [call.from, call.to] : [call.to, call.from];
    if (to === null || from === null) return refused('their number is not known');
    if (body.trim() === '' || body.length > longestText) return refused('this text is empty or too long');
    if (isLandline(to)) return refused(landline);
    try {
      deps.guardNumber(carrier, to);
    } catch {
      return refused('text messages are not sent to this number from here');
    }
    const message = { call: key, toolCallId: idempotencyKey, to, from, template: name, body };
    const begun = await texts.begin(message, mostTexts, clock.now());
    if (begun.kind !== 'begun') return refused(notBegun[begun.kind]);
    const report = { callId: call.id, textId: begun.id, callbackUrl: call.callbackUrl };
    const outcome = await carrier.sendText({ to, from, body, report });
    await texts
      .finish(key.tenantId, begun.id, outcome)
      .catch((err: unknown) =>
        log.warn({ err, callId: call.id }, 'result of sending a text message could not be stored'),
      );
    switch (outcome.kind) {
      case 'sent':
        return { status: 'done', detail: 'The text message was sent to their number.' };
      case 'refused':
        log.warn(
          { callId: call.id, ...outcome.refusal },
          'the carrier refused a text message; the other party is told so',
        );
        return refused(inWordsOf[outcome.refusal.reason] ?? 'the phone network refused it');
      case 'unknown':
        // Sent again, it might arrive twice.
        return { status: 'timed_out', unknown: true, detail: notKnown };
    }
  };
}

const notKnown =
  'Nobody knows whether it was sent: the phone network did not answer. Do not send it again. Tell them that it may arrive, and say the important part now.';
const landline = 'this is a landline, which gets no text messages';
const notBegun = {
  stopped: 'they have answered STOP, and want no text messages from this number. They can text START to it',
  'cannot receive': 'this phone gets no text messages',
  'too many': 'enough text messages were sent in this call',
  repeated: 'this one was sent already',
} as const;

const inWordsOf: Partial<Record<TextRefusal['reason'], string>> = {
  opted_out: notBegun.stopped,
  cannot_receive_texts: notBegun['cannot receive'],
  cannot_send_texts: 'the number of this call cannot send text messages',
  invalid_number: 'their number gets no text messages',
  country_blocked: 'text messages to their country are switched off',
};

function refused(why: string): ToolOutcome {
  return { status: 'refused', detail: `Not sent: ${why}. Say so, and say the important part instead.` };
}

function failed(detail: string): ToolOutcome {
  return { status: 'failed', detail };
}

/** Certainly one: in some countries numbers do not tell. */
function isLandline(number: string): boolean {
  return parsePhoneNumberFromString(number)?.getType() === 'FIXED_LINE';
}
