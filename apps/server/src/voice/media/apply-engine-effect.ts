import type { SpeechSession } from '../../ports/speech-engine.ts';
import type { Effect } from '../session/effects.ts';
import { silence } from './gaps.ts';
import { unheardEntries } from './unheard-entries.ts';

export type EngineEffect = Extract<
  Effect,
  { type: 'endOfAudio' | 'sayText' | 'respond' | 'cancel' | 'truncate' | 'toolResult' }
>;

/** Carries out effects that concern a speech engine. */
export function applyEngineEffect(engine: SpeechSession, effect: EngineEffect): void {
  switch (effect.type) {
    case 'endOfAudio':
      // The engine detects the end of an utterance by a pause.
      engine.appendAudio(silence(1_000));
      break;
    case 'sayText':
      engine.say(effect.itemId, effect.text);
      break;
    case 'respond':
      // On a second attempt the engine has these entries already.
      engine.respond(effect.itemId, effect.attempt === 1 ? unheardEntries(effect.history) : []);
      break;
    case 'cancel':
      engine.cancel(effect.itemId);
      break;
    case 'truncate':
      engine.truncate(effect.itemId, effect.ms);
      break;
    case 'toolResult':
      engine.toolResult(effect.callId, effect.result);
      break;
  }
}

export function isEngineEffect(effect: Effect): effect is EngineEffect {
  return engineEffects.has(effect.type);
}

const engineEffects: ReadonlySet<Effect['type']> = new Set<EngineEffect['type']>([
  'endOfAudio',
  'sayText',
  'respond',
  'cancel',
  'truncate',
  'toolResult',
]);
