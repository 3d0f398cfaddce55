import { callReasons, isTerminal } from '@parley/contract';
import type { CallStore } from '../../../ports/call-store.ts';
import type { SessionKey } from '../../../ports/session-directory.ts';
import type { StreamTokens } from '../../../ports/stream-tokens.ts';
import type { TranscriptStore } from '../../../ports/transcript-store.ts';
import { reservedPlaces } from '../../../voice/stored-history.ts';
import type { CallLifecycle } from '../call-lifecycle.ts';

export interface LostSessionDeps {
  readonly store: Pick<CallStore, 'find'>;
  readonly life: CallLifecycle;
  readonly transcripts: Pick<TranscriptStore, 'addNote'>;
  readonly tokens: Pick<StreamTokens, 'finish'>;
}

/** A session that is still there may store more. Of two notes of one cut, which are less than the reserved places apart, one stays. */
const placesBeforeNote = reservedPlaces - 1;

/** The session is over, and its server cannot say so. `beforeFinish`: what has to be stored before another one may begin. */
export async function storeLoss(
  { life, transcripts, tokens }: Omit<LostSessionDeps, 'store'>,
  { tenantId, callId, session }: SessionKey,
  at: Date,
  beforeFinish: () => Promise<void> = async () => {},
): Promise<void> {
  await life.apply({ id: callId }, { type: 'noted', reason: 'line_dropped', session, at });
  await transcripts.addNote({ tenantId, callId }, callReasons.line_dropped, at, placesBeforeNote);
  await beforeFinish();
  await tokens.finish({ tenantId, callId, session }, at, 'lost');
}

/** A session that could not begin. Of a call that is over meanwhile nothing was lost. */
export async function giveUpSession(deps: LostSessionDeps, key: SessionKey, at: Date): Promise<void> {
  const call = await deps.store.find({ id: key.callId });
  if (call && !isTerminal(call.status)) return storeLoss(deps, key, at);
  await deps.tokens.finish(key, at, 'lost');
}
