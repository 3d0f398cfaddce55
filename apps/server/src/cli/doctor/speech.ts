import type { Config } from '../../config/config.ts';
import type { ModelFailureKind } from '../../ports/language-model.ts';
import type { SpeechBrief, SpeechLoss } from '../../ports/speech-engine.ts';
import { type Finding, ill, well } from './finding.ts';

const name = 'speech service';
const patienceMs = 20_000;

const remedies: Record<ModelFailureKind, string> = {
  unreachable: 'Check REALTIME_URL, and that this machine may connect to it.',
  cut: 'Try again; if it stays so, look at the service’s status page.',
  busy: 'Try again in a minute; if it stays so, raise the limits of the provider’s account.',
  refused: 'Check OPENAI_API_KEY and REALTIME_MODEL.',
  unusable: 'Check that REALTIME_URL speaks the Realtime protocol and that REALTIME_MODEL speaks.',
};

const brief: SpeechBrief = { prompt: 'Answer shortly.', tools: [], voice: null, language: 'en', history: [] };

/** What became of the attempt; null when a first sound was heard. */
type Outcome = Pick<SpeechLoss, 'kind' | 'detail'> | null;

/** Lets the service say one word, where calls are held by it. */
export async function checkSpeech({ voice: { engine, realtime } }: Config): Promise<Finding[]> {
  if (realtime === null || (engine !== 'realtime' && !realtime.asked)) return [];
  const { realtimeEngine } = await import('../../adapters/openai-realtime/engine.ts');
  const silent = () => {};
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const session = realtimeEngine({ ...realtime, log }).connect(brief, {
    event: (event) => {
      if (event.type === 'engine.audio') resolve(null);
      else if (event.type === 'engine.failed') resolve({ kind: event.kind, detail: 'no answer' });
      else if (event.type === 'engine.done') resolve({ kind: 'unusable', detail: 'no sound' });
    },
    lost: resolve,
  });
  const late = setTimeout(
    () => resolve({ kind: 'cut', detail: `nothing within ${patienceMs / 1000} seconds` }),
    patienceMs,
  );
  session.say('doctor', 'Yes.');
  const outcome = await promise;
  clearTimeout(late);
  session.close();
  return [
    outcome === null
      ? well(name, `${realtime.model} speaks`)
      : ill(name, `${realtime.model} does not speak (${outcome.detail})`, remedies[outcome.kind]),
  ];
}
