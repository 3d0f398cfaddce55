import { callReasons } from '@parley/contract';
import type { SessionKey } from '../../../ports/session-directory.ts';
import type { StreamTokens } from '../../../ports/stream-tokens.ts';
import type { TranscriptStore } from '../../../ports/transcript-store.ts';
import type { CallLifecycle } from '../call-lifecycle.ts';

export interface LostSessionDeps {
  readonly life: CallLifecycle;
  readonly transcripts: Pick<TranscriptStore, 'addNote'>;
  readonly tokens: Pick<StreamTokens, 'finish'>;
}

/** The session is over, and its server cannot say so. `beforeFinish`: what has to be stored before another one may begin. */
export async function storeLoss(
  { life, transcripts, tokens }: LostSessionDeps,
  key: SessionKey,
  at: Date,
  beforeFinish: () => Promise<void> = async () => {},
): Promise<void> {
  const { callId: id, session } = key;
  await life.apply({ id }, { type: 'noted', reason: 'line_dropped', session, at });
  await transcripts.addNote(key, callReasons.line_dropped, at);
  await beforeFinish();
  await tokens.finish(key, at, 'lost');
}
