import { isTerminal } from '@parley/contract';
import type { AfterCallStep } from '../../ports/after-call.ts';
import type { CallRecord } from '../../ports/call.ts';
import type { CallStore } from '../../ports/call-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OutboxConsumer } from '../../ports/outbox.ts';
import { outboxConsumer } from '../../ports/outbox-handlers.ts';
import type { StreamTokens } from '../../ports/stream-tokens.ts';
import type { CallKey } from '../../ports/transcript-store.ts';
import type { SystemFollowUps } from './system-follow-ups.ts';
import type { UrgentMail } from './urgent-mail.ts';

export interface AfterCallDeps {
  readonly store: Pick<CallStore, 'find'>;
  readonly tokens: Pick<StreamTokens, 'openSession'>;
  readonly system: SystemFollowUps;
  readonly urgentMail: UrgentMail;
  /** In this order. Each may be run again for an event. */
  readonly steps: readonly AfterCallStep[];
  /** The one of them that looks for follow-ups. */
  readonly detect: AfterCallStep;
  readonly clock: Clock;
  /** How long the session of a call that is over may take to store its last words. */
  readonly settleMs: number;
  readonly settlePollMs: number;
}

/** An event of the outbox has a minute, and the steps need some of it. */
const longestWaitMs = 30_000;

/**
 * Does what is to be done once a call is over. It reads the outbox and not a queue of jobs: it is woken at once, so that the
 * inbox shows a follow-up within two seconds (FU5), and covers calls that a server of the release before has ended.
 */
export function createAfterCall(deps: AfterCallDeps): OutboxConsumer {
  const system: SystemFollowUps = (event) => deps.system(event);
  return outboxConsumer('after-call', 'now', {
    'call.ended': async ({ tenantId, event }, signal) => {
      const { callId } = event;
      // Most calls that nobody answers end otherwise: they have no last words to wait for, and one look at them is enough.
      const call = event.status === 'completed' ? null : await deps.store.find({ id: callId });
      if (call?.answeredAt === null) return runSteps(deps, call, event, signal);
      await untilSettled(deps, { tenantId, callId }, signal);
      await findAndRun(deps, callId, event, signal);
    },
    // Stored late, when the call was over already and its follow-ups had been looked for.
    'dnc.added': async ({ tenantId, event }, signal) => {
      if (event.unconfirmed && event.callId !== null)
        await lookAgain(deps, { tenantId, callId: event.callId }, event, signal);
    },
    'outcome.requested': ({ event }, signal) => findAndRun(deps, event.callId, event, signal),
    'connection.failing': system,
    'connection.recovered': system,
    'webhook.off': system,
    'webhook.on': system,
    'follow-up.created': async ({ tenantId, createdAt, event }) => {
      if (event.urgent) await deps.urgentMail(tenantId, event.followUpId, createdAt);
    },
    'follow-up.raised': ({ tenantId, createdAt, event }) =>
      deps.urgentMail(tenantId, event.followUpId, createdAt),
  });
}

async function findAndRun(
  deps: AfterCallDeps,
  callId: string,
  event: Parameters<AfterCallStep>[1],
  signal: AbortSignal,
): Promise<void> {
  const call = await deps.store.find({ id: callId });
  if (call) await runSteps(deps, call, event, signal);
}

async function runSteps(
  { steps }: AfterCallDeps,
  call: CallRecord,
  event: Parameters<AfterCallStep>[1],
  signal: AbortSignal,
): Promise<void> {
  // A try leaves nothing to do. What was deleted meanwhile can be brought back, and this event does not come again.
  if (call.mode === 'try') return;
  for (const step of steps) {
    signal.throwIfAborted();
    await step(call, event, signal);
  }
}

async function lookAgain(
  deps: AfterCallDeps,
  key: CallKey,
  event: Parameters<AfterCallStep>[1],
  signal: AbortSignal,
): Promise<void> {
  const call = await deps.store.find({ id: key.callId });
  if (!call || call.mode === 'try' || !isTerminal(call.status)) return;
  await untilSettled(deps, key, signal);
  await deps.detect(call, event, signal);
}

/**
 * The last words of a call are stored a moment after its end. Where its server died they never are: then what is there is
 * read, and whoever writes the summary closes the session.
 */
async function untilSettled(
  { tokens, clock, settleMs, settlePollMs }: AfterCallDeps,
  call: CallKey,
  signal: AbortSignal,
): Promise<void> {
  const deadline = clock.time() + Math.min(settleMs, longestWaitMs);
  while ((await tokens.openSession(call)) && clock.time() < deadline) {
    signal.throwIfAborted();
    await new Promise<void>((resolve) => clock.after(settlePollMs, resolve));
  }
}
