import { isTerminal } from '@parley/contract';
import type { CallRecord } from '../../ports/call.ts';
import type { CallScript, CarrierWire, SignedWebhook, WebhookHandlers } from '../../ports/carrier-wire.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LiveSessions } from '../../voice/live-sessions.ts';
import { type AnswerScript, announcement } from './answer-script.ts';
import type { Background } from './background.ts';
import type { CallLifecycle } from './call-lifecycle.ts';
import { isMachine } from './call-machine.ts';
import type { CallTimes } from './call-times.ts';
import type { ReceiveCall } from './receive-call.ts';
import type { Reconcile } from './reconcile.ts';
import type { AfterSession } from './voice/after-session.ts';

export interface WebhookDeps {
  readonly wire: CarrierWire;
  readonly life: CallLifecycle;
  readonly receive: ReceiveCall;
  readonly answer: AnswerScript;
  readonly afterSession: AfterSession;
  readonly reconcile: Reconcile;
  readonly background: Background;
  readonly times: CallTimes;
  readonly sessions: LiveSessions;
  readonly clock: Clock;
}

const hangUp: CallScript = { kind: 'hang-up' };

/** Handlers of the carrier's webhooks. A webhook that is old, or about an unknown call, changes nothing. */
export function callWebhooks(deps: WebhookDeps): WebhookHandlers {
  const { wire, life, receive, answer, clock } = deps;
  const applyUpdate = async ({ callId, params }: SignedWebhook): Promise<CallRecord | null> => {
    const word = wire.readUpdate(params, clock.now());
    const heard = word && (await life.applyUpdate(word, callId));
    if (!word || heard?.kind !== 'ours') return null;
    if (isTerminal(word.status) && !isTerminal(heard.call.status)) compareAfterEnd(heard.call.id);
    return heard.call;
  };
  const compareAfterEnd = (id: string) =>
    deps.background.later(deps.times.checksAfterEnd, { task: 'comparing an ended call', callId: id }, () =>
      deps.reconcile.byId(id),
    );
  const isOver = ({ params }: SignedWebhook): boolean => {
    const word = wire.readUpdate(params, clock.now());
    return word !== null && isTerminal(word.status);
  };

  return {
    voice: async (webhook) => {
      const call = await applyUpdate(webhook);
      return wire.write(call && isWanted(call) ? await answer(call) : hangUp);
    },

    inbound: async ({ params }) => {
      const inbound = wire.readInbound(params, clock.now());
      const received = inbound && (await receive(inbound));
      return wire.write(received ? received.script : hangUp);
    },

    status: async (webhook) => {
      await applyUpdate(webhook);
      return null;
    },

    amd: async ({ callId, params }) => {
      const verdict = wire.readAmdResult(params);
      const heard = verdict && (await life.applyAmdResult(verdict, callId));
      // The call is ended at the carrier wherever its session runs; a session on this server also learns the reason.
      if (heard?.kind === 'ours' && isMachine(verdict?.answeredBy ?? '')) {
        deps.sessions.send(heard.call.id, { type: 'control.amdResult', answeredBy: 'machine' });
      }
      return null;
    },

    relayDone: async (webhook) => {
      const call = await applyUpdate(webhook);
      const end = wire.readSessionEnd(webhook.params);
      return wire.write(call && !isOver(webhook) ? await deps.afterSession.relay(call, end) : hangUp);
    },

    streamDone: async (webhook) => {
      const call = await applyUpdate(webhook);
      return wire.write(call && !isOver(webhook) ? await deps.afterSession.stream(call) : hangUp);
    },

    fallback: async (webhook) => {
      // The last resort before silence: the apology is played even when nothing can be stored.
      try {
        await storeFailure(webhook);
      } catch (err) {
        webhook.log.error({ err }, 'failure reason of the call could not be stored');
      }
      return wire.write(announcement.apology);
    },
  };

  async function storeFailure(webhook: SignedWebhook): Promise<void> {
    const inbound = webhook.callId === null ? wire.readInbound(webhook.params, clock.now()) : null;
    const call = (await applyUpdate(webhook)) ?? (inbound && (await receive(inbound)).call);
    webhook.log.warn(
      { callId: call?.id ?? null },
      'carrier requested the fallback URL because the voice webhook failed; an apology is played. Check PUBLIC_URL and earlier errors',
    );
    if (call) await life.apply({ id: call.id }, { type: 'noted', reason: 'agent_failed', at: clock.now() });
  }
}

function isWanted(call: CallRecord): boolean {
  return !isTerminal(call.status) && call.endRequestedAt === null;
}
