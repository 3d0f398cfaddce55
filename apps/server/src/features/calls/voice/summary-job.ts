import { callReasons, isTerminal, type SummaryState } from '@parley/contract';
import type { QueueName } from '../../../jobs/queues.ts';
import { otherPartyResponded } from '../../../lib/other-party.ts';
import type { AgentStore } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallTokens } from '../../../ports/call-costs.ts';
import type { CallStore } from '../../../ports/call-store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { DoNotCallList } from '../../../ports/do-not-call.ts';
import type { Job, JobHandler } from '../../../ports/jobs.ts';
import type { OnTokens } from '../../../ports/language-model.ts';
import type { Log } from '../../../ports/log.ts';
import type { Organizations } from '../../../ports/organization-store.ts';
import type { SessionDirectory, SessionKey } from '../../../ports/session-directory.ts';
import type { StreamTokens } from '../../../ports/stream-tokens.ts';
import type { TranscriptStore } from '../../../ports/transcript-store.ts';
import { type Summarizer, type SummaryMaterial, summaryMaterialOf } from '../../../ports/voice-summary.ts';
import { extractiveSummarizer } from '../../../voice/summary/extractive-summarizer.ts';
import type { CallLifecycle } from '../call-lifecycle.ts';
import type { CallTimes } from '../call-times.ts';
import { keepLostRefusal, mayOweRefusal } from './lost-refusal.ts';
import type { CallWithVoice } from './voice-providers.ts';

export const summaryQueue: QueueName = 'call-summary';

/** Only an answered call has a transcript to summarize. Nobody reads a summary of a try. */
export function summaryJobs(call: CallRecord): Job[] {
  if (call.answeredAt === null || call.agentId === null || call.mode === 'try') return [];
  return [{ queue: summaryQueue, data: { tenantId: call.tenantId, callId: call.id }, key: call.id }];
}

export interface SummaryDeps {
  readonly store: CallStore;
  readonly agents: AgentStore;
  readonly organizations: Organizations;
  readonly life: CallLifecycle;
  readonly transcripts: TranscriptStore;
  readonly doNotCall: Pick<DoNotCallList, 'add'>;
  readonly tokens: StreamTokens;
  readonly directory: Pick<SessionDirectory, 'find'>;
  /** By the source that has spoken. */
  readonly summarizerFor: (call: CallWithVoice) => Summarizer;
  readonly callTokens: Pick<CallTokens, 'add'>;
  readonly times: CallTimes;
  readonly clock: Clock;
  readonly log: Log;
}

/** Writes a call's summary. Idempotent: run twice, or again by another server, it stores one summary. */
export function createSummaryJob(deps: SummaryDeps): JobHandler {
  const { store, transcripts, clock, times } = deps;
  return async ({ callId }, { signal, useFallback, sentAt }) => {
    const call = await store.find({ id: String(callId) });
    if (!call || !isTerminal(call.status) || isWritten(call)) return;
    await untilTranscriptStored(call, sentAt, signal);
    // Of sessions that others have closed, what they could not do.
    if (mayOweRefusal(call)) await keepLostRefusal(deps, call.id);
    const material = await materialOf(call);
    if (!otherPartyResponded(material)) return;
    await storeSummary(call.id, null, 'pending');
    const summary = await write(call, material, signal, useFallback);
    if (summary !== null) await storeSummary(call.id, summary, 'ready');
  };

  /** When the model fails on the last try too, the summary quotes the transcript. */
  async function write(
    call: CallRecord,
    material: SummaryMaterial,
    signal: AbortSignal,
    useFallback: boolean,
  ): Promise<string | null> {
    try {
      return await withTimeout(
        (limited) => deps.summarizerFor(call).summarize(material, limited, count(call)),
        signal,
      );
    } catch (err) {
      if (!useFallback) throw err;
      deps.log.warn(
        { err, callId: call.id },
        'the model could not write a summary; the transcript is quoted instead',
      );
      return extractiveSummarizer.summarize(material, signal);
    }
  }

  /** Waited for by nobody: what a summary has cost is no reason to write it again. */
  function count(call: CallRecord): OnTokens {
    return (tokens) =>
      void deps.callTokens
        .add({ tenantId: call.tenantId, callId: call.id }, 'summary', tokens)
        .catch((err: unknown) =>
          deps.log.warn({ err, callId: call.id }, 'model tokens of a summary not stored; cost is too low'),
        );
  }

  /** A model that never answers must not hold the job until it expires. */
  async function withTimeout<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    const late = new AbortController();
    const stop = clock.after(times.summary, () => late.abort(new Error('The summary took too long.')));
    try {
      return await work(AbortSignal.any([signal, late.signal]));
    } finally {
      stop();
    }
  }

  async function storeSummary(id: string, summary: string | null, summaryState: SummaryState): Promise<void> {
    await store.change({ id }, (call) => {
      if (isWritten(call) || call.summaryState === summaryState) return null;
      const event = { kind: `summary_${summaryState}`, data: {} };
      return { at: clock.now(), changes: { summary, summaryState }, event };
    });
  }

  /**
   * The wait counts from the end of the call, so a job that waited in the queue does not wait again. A server that still
   * holds the session stores its end itself, later where the database was away.
   */
  async function untilTranscriptStored(call: CallRecord, endedAt: Date, signal: AbortSignal): Promise<void> {
    const spoken = { tenantId: call.tenantId, callId: call.id };
    for (;;) {
      const open = await deps.tokens.openSession(spoken);
      if (!open) return;
      signal.throwIfAborted();
      const waitedMs = clock.now().getTime() - endedAt.getTime();
      if (waitedMs >= times.settle && !(waitedMs < times.settleHeld && (await deps.directory.find(spoken))))
        return closeLostSession(open);
      await new Promise<void>((resolve) => clock.after(times.settlePoll, resolve));
    }
  }

  /** The server that held the session is gone, so this job stores why the conversation stopped. */
  async function closeLostSession(lost: SessionKey): Promise<void> {
    await deps.life.apply({ id: lost.callId }, { type: 'noted', reason: 'server_stopped', at: clock.now() });
    await transcripts.addNote(lost, callReasons.server_stopped, clock.now());
    await keepLostRefusal(deps, lost.callId);
    await deps.tokens.finish(lost, clock.now(), 'lost');
  }

  async function materialOf(ended: CallRecord): Promise<SummaryMaterial> {
    // The reason may have been stored meanwhile.
    const call = (await store.find({ id: ended.id })) ?? ended;
    const [agent, { timeZone }, transcript] = await Promise.all([
      deps.agents.forCall(call),
      deps.organizations.of(call.tenantId),
      transcripts.read({ tenantId: call.tenantId, callId: call.id }),
    ]);
    return summaryMaterialOf(call, agent, timeZone, transcript);
  }
}

function isWritten({ summaryState }: CallRecord): boolean {
  return summaryState === 'ready';
}
