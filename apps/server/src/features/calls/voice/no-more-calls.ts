import { asksForNoCalls } from '@parley/contract';
import type { AgentStore } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallStore } from '../../../ports/call-store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { DoNotCallList } from '../../../ports/do-not-call.ts';
import type { TranscriptStore } from '../../../ports/transcript-store.ts';
import { otherParty } from './brief.ts';

export interface NoMoreCallsDeps {
  readonly doNotCall: Pick<DoNotCallList, 'add'>;
  readonly store: Pick<CallStore, 'change'>;
  readonly clock: Clock;
}

/** The other party has asked for no more calls: their number goes on the list. */
export async function addOtherParty(
  { doNotCall, store, clock }: NoMoreCallsDeps,
  call: CallRecord,
  agentId: string,
): Promise<void> {
  const { id, tenantId } = call;
  const number = otherParty(call);
  if (number === null) return;
  await doNotCall.add(tenantId, {
    number,
    source: `call ${id}`,
    callId: id,
    // A number that we dialled belongs to the person who answered; the number that a caller shows can be forged.
    unconfirmed: call.direction === 'inbound',
  });
  await store.change({ id }, () => ({
    at: clock.now(),
    changes: {},
    event: { kind: 'do_not_call', data: {} },
    audit: { actor: `agent ${agentId}`, action: 'do_not_call.added' },
  }));
}

export interface LostRefusalDeps extends NoMoreCallsDeps {
  readonly doNotCall: Pick<DoNotCallList, 'add' | 'find'>;
  readonly agents: Pick<AgentStore, 'forCall'>;
  readonly transcripts: Pick<TranscriptStore, 'read'>;
}

/**
 * The server of a session was killed: what it had promised it may not have done. Who has said in plain words that they want
 * no more calls gets none. A try lists nobody.
 */
export async function keepLostRefusal(deps: LostRefusalDeps, call: CallRecord): Promise<void> {
  const number = otherParty(call);
  const agent = call.mode === 'try' || number === null ? null : await deps.agents.forCall(call);
  if (!agent || !number || (await deps.doNotCall.find(call.tenantId, number))) return;
  const { language, otherLanguages } = agent.config.speech;
  const languages = [language, ...otherLanguages.map((one) => one.language)];
  const transcript = await deps.transcripts.read({ tenantId: call.tenantId, callId: call.id });
  const hasAsked = transcript.some(
    ({ speaker, message }) => speaker === 'user' && asksForNoCalls(message, languages),
  );
  if (hasAsked) await addOtherParty(deps, call, agent.id);
}
