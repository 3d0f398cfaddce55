import type { Problem } from '@parley/contract';
import { HostRefused } from '../../../lib/host-guard.ts';
import type { Clock } from '../../../ports/clock.ts';
import { ModelFailure } from '../../../ports/language-model.ts';
import type { RefusalReason } from '../../../ports/model-refusal.ts';
import type { SpeechBrief, SpeechEngine, SpeechLoss } from '../../../ports/speech-engine.ts';
import { problemOfSpeech, type VoiceNames } from './voice-problems.ts';

/** Shorter than the time that a browser waits for an answer of ours. */
const limitMs = 12_000;

const brief: SpeechBrief = { prompt: 'Answer shortly.', tools: [], voice: null, language: 'en', history: [] };

/** Lets a speech service speak one word: how long that takes in milliseconds, or what is wrong. */
export async function checkSpeech(
  engine: SpeechEngine,
  names: VoiceNames,
  clock: Clock,
): Promise<{ readonly readyMs: number | null; readonly problem: Problem | null }> {
  const begun = clock.time();
  const { promise, resolve } = Promise.withResolvers<ModelFailure | null>();
  const session = engine.connect(brief, {
    event: (event) => {
      if (event.type === 'engine.audio') resolve(null);
      else if (event.type === 'engine.failed') resolve(new ModelFailure(event.kind, 'It does not speak.'));
      else if (event.type === 'engine.done') resolve(new ModelFailure('unusable', 'It made no sound.'));
    },
    lost: (loss) => resolve(failureOfLoss(loss)),
  });
  const stop = clock.after(limitMs, () => resolve(new ModelFailure('unreachable', 'It was silent.')));
  session.say('check', 'Yes.');
  const failure = await promise;
  const readyMs = clock.time() - begun;
  stop();
  session.close();
  return failure ? { readyMs: null, problem: problemOfSpeech(failure, names) } : { readyMs, problem: null };
}

/** Why a session ended, as a model would say it. */
export function failureOfLoss({ kind, detail }: Pick<SpeechLoss, 'kind' | 'detail'>): ModelFailure {
  const cause = detail === 'host_not_allowed' ? new HostRefused('private') : null;
  return new ModelFailure(kind, 'The connection was lost.', cause, reasonOf(detail));
}

/** Codes of the service and of the handshake; the service's sentences are not kept. */
function reasonOf(detail: string): RefusalReason | null {
  if (/quota|billing/.test(detail)) return 'credit';
  if (/^http_40[13]$|api_key|authentication/.test(detail)) return 'key';
  if (/model/.test(detail)) return 'model';
  return /^http_429$|rate_limit/.test(detail) ? 'rate' : null;
}
