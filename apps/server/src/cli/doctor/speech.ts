import type { Config } from '../../config/config.ts';
import type { ModelFailureKind } from '../../ports/language-model.ts';
import type { SpeechBrief, SpeechLoss } from '../../ports/speech-engine.ts';
import { type Finding, fault, ok } from './finding.ts';

const name = 'speech service';
const timeoutMs = 20_000;

const remedies: Record<ModelFailureKind, string> = {
  unreachable: 'Check REALTIME_URL, and that this machine may connect to it.',
  cut: 'Try again; if it persists, look at the service’s status page.',
  busy: 'Try again in a minute; if it persists, raise the limits of the provider’s account.',
  refused: 'Check OPENAI_API_KEY and REALTIME_MODEL.',
  unusable: 'Check that REALTIME_URL speaks the Realtime protocol and that REALTIME_MODEL speaks.',
};

const brief: SpeechBrief = { prompt: 'Answer shortly.', tools: [], voice: null, language: 'en', history: [] };

/** Why the attempt failed; null when audio arrived. */
type Failure = Pick<SpeechLoss, 'kind' | 'detail'> | null;

/** Lets the speech service speak one word, if calls use it. */
export async function checkSpeech({ voice: { engine, realtime } }: Config): Promise<Finding[]> {
  if (realtime === null || (engine !== 'realtime' && !realtime.urlGiven)) return [];
  const { realtimeEngine } = await import('../../adapters/openai-realtime/engine.ts');
  const silent = () => {};
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const { promise, resolve } = Promise.withResolvers<Failure>();
  const session = realtimeEngine({ ...realtime, key: () => realtime.apiKey, log }).connect(brief, {
    event: (event) => {
      if (event.type === 'engine.audio') resolve(null);
      else if (event.type === 'engine.failed') resolve({ kind: event.kind, detail: 'no answer' });
      else if (event.type === 'engine.done') resolve({ kind: 'unusable', detail: 'no sound' });
    },
    lost: resolve,
  });
  const late = setTimeout(
    () => resolve({ kind: 'cut', detail: `nothing within ${timeoutMs / 1000} seconds` }),
    timeoutMs,
  );
  session.say('doctor', 'Yes.');
  const outcome = await promise;
  clearTimeout(late);
  session.close();
  return [
    outcome === null
      ? ok(name, `${realtime.model} speaks`)
      : fault(name, `${realtime.model} does not speak (${outcome.detail})`, remedies[outcome.kind]),
  ];
}
