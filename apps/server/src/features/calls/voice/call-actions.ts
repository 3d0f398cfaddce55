import { callReasons } from '@parley/contract';
import type { AgentProfile } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallStore } from '../../../ports/call-store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { DoNotCallList } from '../../../ports/do-not-call.ts';
import type { Knowledge, KnowledgeQuestions } from '../../../ports/knowledge.ts';
import { type Log, withFields } from '../../../ports/log.ts';
import type { TranscriptStore } from '../../../ports/transcript-store.ts';
import type { CallActions } from '../../../voice/effect-handler.ts';
import { reservedPlaces } from '../../../voice/stored-history.ts';
import type { Background } from '../background.ts';
import type { CallLifecycle } from '../call-lifecycle.ts';
import type { Carriers } from '../carriers.ts';
import type { HandOverScript } from './hand-over-script.ts';
import { addOtherParty } from './no-more-calls.ts';

export interface CallActionsDeps {
  readonly store: CallStore;
  readonly life: CallLifecycle;
  readonly transcripts: TranscriptStore;
  readonly doNotCall: DoNotCallList;
  readonly knowledgeQuestions: KnowledgeQuestions;
  readonly carriers: Carriers;
  readonly background: Background;
  readonly handOverScript: HandOverScript;
  readonly clock: Clock;
  readonly log: Log;
}

export interface CallControls extends CallActions {
  /** False when the carrier refused, or there is nobody of that name. */
  transfer(to: string | null, reason: string): Promise<boolean>;
  /** Adds the stored reason to the transcript, where the session did not know it. */
  noteReasonInTranscript(): Promise<void>;
  /** The session was lost. Where its server was stopped meanwhile, another one has noted the loss too: one note stays. */
  noteLossOnce(): Promise<void>;
}

/** What a voice session does to its call, over relay and media stream alike. */
export function createCallActions(
  deps: CallActionsDeps,
  call: CallRecord,
  agent: AgentProfile,
  session: number,
  knowledge: Knowledge | null,
): CallControls {
  const { store, life, transcripts, background, clock, carriers } = deps;
  const { id, tenantId } = call;
  const log = withFields(deps.log, { callId: id });
  const callRef = { tenantId, callId: id };
  /** A session that was lost and resumed elsewhere does nothing more to the call. */
  const isLatest = (now: CallRecord) => now.session <= session;
  return {
    call: callRef,
    transcripts,
    clock,
    log,

    noteReason: (reason) => {
      const at = clock.now();
      return background.retry({ task: 'storing why a call ends', callId: id }, () =>
        life.apply({ id }, { type: 'noted', reason, session, at }),
      );
    },

    doNotCall: () =>
      background.retry({ task: 'adding to the do-not-call list', callId: id }, () =>
        addOtherParty(deps, call, agent.id),
      ),

    citeKnowledge: (question, numbers) => {
      const entries = numbers.flatMap((number) => knowledge?.entries[number - 1] ?? []);
      // Numbers that are none: nothing is known of what the answer rests on, so it is not listed as unanswered.
      if (numbers.length > 0 && entries.length === 0) return;
      const asked = { question, entries, at: clock.now() };
      void background.retry({ task: 'storing what a call asked', callId: id }, () =>
        deps.knowledgeQuestions.add(callRef, asked),
      );
    },

    claimMessage: async () => {
      const claimed = await life.apply({ id }, { type: 'message_claimed', session, at: clock.now() });
      return claimed?.changed ?? false;
    },

    hangUp: () =>
      void background.retry({ task: 'hanging up', callId: id }, async () => {
        const now = await store.find({ id });
        if (now && isLatest(now)) await life.endAtCarrier(now);
      }),

    transfer: async (to, reason) => {
      const carrier = carriers.of(call);
      const now = await store.find({ id });
      if (!carrier || call.carrierSid === null || !now || !isLatest(now)) return false;
      const script = await deps.handOverScript({ call, agent, carrier, session, to, reason });
      if (!script) return false;
      const outcome = await carrier.redirect(call.carrierSid, script, call.callbackUrl);
      if (outcome.kind !== 'accepted')
        log.warn({ outcome: outcome.kind }, 'the carrier did not transfer a call');
      return outcome.kind === 'accepted';
    },

    // Another server may have ended the call at the carrier; then this session only saw its socket close.
    noteReasonInTranscript: async () => {
      const reason = (await store.find({ id }))?.reason;
      if (reason !== 'voicemail' && reason !== 'voicemail_left' && reason !== 'ended_by_user') return;
      await transcripts.addNote(callRef, callReasons[reason], clock.now());
    },

    noteLossOnce: () => transcripts.keepLastNote(callRef, callReasons.line_dropped, reservedPlaces),
  };
}
