import { isTerminal } from '@parley/contract';
import type { AmdAnswer, CallRecord } from '../../ports/call.ts';
import type { CallScript } from '../../ports/call-script.ts';
import type { Carrier } from '../../ports/carrier.ts';
import type {
  CarrierNotice,
  InboundText,
  TextReport,
  WebhookHandler,
} from '../../ports/carrier-connection.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { CallRecordings } from '../../ports/recordings.ts';
import type { LiveSessions } from '../../voice/live-sessions.ts';
import { type AnswerScript, announcement } from './answer-script.ts';
import type { Background } from './background.ts';
import type { CallLifecycle } from './call-lifecycle.ts';
import { greetingEndOf, isMachine } from './call-machine.ts';
import type { CallTimes } from './call-times.ts';
import type { ReceiveCall } from './receive-call.ts';
import type { Reconcile } from './reconcile.ts';
import type { AfterSession } from './voice/after-session.ts';
import type { ReportGreetingEnd } from './voice/greeting-end.ts';
import type { CallHandOvers } from './voice/hand-overs.ts';
import type { TakeRecordingAnswer } from './voice/recording-question.ts';

export interface WebhookDeps {
  readonly life: CallLifecycle;
  readonly receive: ReceiveCall;
  readonly answer: AnswerScript;
  readonly afterSession: AfterSession;
  readonly handOvers: CallHandOvers;
  readonly receiveText: (carrier: Carrier, text: InboundText) => Promise<void>;
  readonly takeTextReport: (carrier: Carrier, callId: string, report: TextReport) => Promise<void>;
  readonly recordings: Pick<CallRecordings, 'hint'>;
  readonly takeRecordingAnswer: TakeRecordingAnswer;
  readonly reportGreetingEnd: ReportGreetingEnd;
  readonly reconcile: Reconcile;
  readonly background: Background;
  readonly times: CallTimes;
  readonly sessions: LiveSessions;
  readonly clock: Clock;
}

const hangUp: CallScript = { kind: 'hang-up' };

type Failed = Extract<CarrierNotice, { kind: 'failed' }>;

/** Answers the webhooks of the carriers. One that is old, or about a call that is not the carrier's, changes nothing. */
export function callWebhooks(deps: WebhookDeps): WebhookHandler {
  const { life, receive, answer, clock } = deps;
  return async (connection, path, request, log) => {
    const signed = connection.webhooks[path]?.(request, clock.now()) ?? null;
    if (signed === null) return null;
    return signed.respond(await scriptFor(connection.carrier, signed.notice, log));
  };

  async function scriptFor(carrier: Carrier, notice: CarrierNotice, log: Log): Promise<CallScript | null> {
    switch (notice.kind) {
      case 'status':
        await applyUpdate(carrier, notice);
        return null;

      case 'answered': {
        const call = await applyUpdate(carrier, notice);
        return call && isWanted(call) ? answer(call) : hangUp;
      }

      case 'inbound':
        return notice.inbound ? (await receive(carrier, notice.inbound)).script : hangUp;

      case 'amd': {
        const { result, callId } = notice;
        const applied = result && (await life.applyAmdResult(carrier, result, callId));
        if (result && applied?.kind === 'ours') sendAmdResult(applied.call, result.answeredBy);
        return null;
      }

      case 'session-ended': {
        const call = await applyUpdate(carrier, notice);
        if (!call || (notice.update && isTerminal(notice.update.status))) return hangUp;
        return notice.end
          ? deps.afterSession.relay(call, notice.end, notice.session)
          : deps.afterSession.stream(call, notice.session);
      }

      case 'hand-over-answered':
        return deps.handOvers.brief(carrier, notice);

      case 'hand-over-key':
        return deps.handOvers.take(carrier, notice);

      case 'hand-over-ended': {
        const call = await applyUpdate(carrier, notice);
        return call ? deps.handOvers.ended(call, notice) : hangUp;
      }

      case 'text':
        if (notice.text) await deps.receiveText(carrier, notice.text);
        return null;

      case 'text-report':
        if (notice.report && notice.callId) await deps.takeTextReport(carrier, notice.callId, notice.report);
        return null;

      case 'recording-answer': {
        const call = await applyUpdate(carrier, notice);
        return call && isWanted(call) ? deps.takeRecordingAnswer(call, notice) : hangUp;
      }

      case 'recording':
        if (notice.callId && notice.sid)
          await deps.recordings.hint(carrier, { callId: notice.callId, carrierSid: notice.sid });
        return null;

      case 'failed':
        // The last resort before silence: the apology is played even when nothing can be stored.
        try {
          await storeFailure(carrier, notice, log);
        } catch (err) {
          log.error({ err, callId: notice.callId }, 'failure reason of the call could not be stored');
        }
        return announcement.apology;
    }
  }

  /**
   * A machine that talks is hung up on at the carrier, wherever the session runs; a session on this server also learns the
   * reason. What follows the end of a greeting is decided by the session.
   */
  function sendAmdResult(call: CallRecord, answeredBy: AmdAnswer): void {
    const greetingEnd = greetingEndOf(answeredBy);
    if (greetingEnd !== null) {
      deps.reportGreetingEnd(call, greetingEnd);
      return;
    }
    const who = isMachine(answeredBy) && answeredBy !== 'fax' ? 'machine' : answeredBy;
    deps.sessions.send(call.id, { type: 'control.amdResult', answeredBy: who, greetingEnd });
  }

  /** The call that was updated; null when the update is not about a call of this carrier. */
  async function applyUpdate(
    carrier: Carrier,
    { callId, update }: Extract<CarrierNotice, { readonly update: unknown }>,
  ): Promise<CallRecord | null> {
    if (!update) return null;
    const applied = await life.applyUpdate(carrier, update, callId);
    if (applied.kind !== 'ours') return null;
    if (isTerminal(update.status) && !isTerminal(applied.call.status)) compareAfterEnd(applied.call.id);
    return applied.call;
  }

  function compareAfterEnd(id: string): void {
    const task = { task: 'comparing an ended call', callId: id };
    deps.background.later(deps.times.checksAfterEnd, task, () => deps.reconcile.byId(id));
  }

  async function storeFailure(carrier: Carrier, notice: Failed, log: Log): Promise<void> {
    const { inbound } = notice;
    const call = (await applyUpdate(carrier, notice)) ?? (inbound && (await receive(carrier, inbound)).call);
    log.warn(
      { callId: call?.id ?? null },
      'carrier requested the fallback URL because the voice webhook failed; an apology is played. Check PUBLIC_URL and earlier errors',
    );
    if (call) await life.apply({ id: call.id }, { type: 'noted', reason: 'agent_failed', at: clock.now() });
  }
}

function isWanted(call: CallRecord): boolean {
  return !isTerminal(call.status) && call.endRequestedAt === null;
}
