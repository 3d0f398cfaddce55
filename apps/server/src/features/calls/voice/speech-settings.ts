import {
  type AgentConfig,
  type AgentVoice,
  defaultVoice,
  engineOfVoice,
  fillSpoken,
  phrasesFor,
  type SpokenContext,
} from '@parley/contract';
import type { RelaySpeech, RelayVoice } from '../../../ports/call-script.ts';
import { type LineLanguage, type Phrases, phrasesFrom } from '../../../voice/session/settings.ts';

/** How the carrier hears and speaks on a call of the agent. */
export function relaySpeechOf({ speech }: Pick<AgentConfig, 'speech'>): RelaySpeech {
  return {
    language: speech.language,
    voice: relayVoice(speech.voice, speech.language),
    speed: speech.speed,
    hints: speech.hints,
    otherLanguages: speech.otherLanguages.map(({ language, voice }) => ({
      language,
      voice: relayVoice(voice, language),
    })),
  };
}

/** A voice always comes with its provider: the carrier ends a call whose voice is not one of its provider. */
function relayVoice(voice: AgentVoice, language: string): RelayVoice {
  const used = voice && engineOfVoice(voice) === 'relay' ? voice : defaultVoice(language, 'relay');
  if (used === null || used.provider === 'openai') return { provider: 'google', name: null };
  return { provider: used.provider, name: used.name };
}

/** The further languages that the line can change to; the wording of the agent is that of its own language. */
export function lineLanguagesOf({ speech }: Pick<AgentConfig, 'speech'>): LineLanguage[] {
  return speech.otherLanguages.map(({ language }) => ({
    language,
    phrases: phrasesFrom(phrasesFor(language)),
  }));
}

/** The voice for a speech engine; null for its default. */
export function engineVoiceOf({ speech }: Pick<AgentConfig, 'speech'>): string | null {
  const { voice } = speech;
  return voice && engineOfVoice(voice) === 'realtime' ? voice.name : null;
}

/** What the session of an agent says itself: in its language, worded for the agent, with its placeholders filled. */
export function phrasesOf({ speech, conversation }: AgentConfig, context: SpokenContext): Phrases {
  const named = phrasesFor(speech.language, conversation.phrases);
  for (const name of Object.keys(named) as (keyof typeof named)[])
    named[name] = fillSpoken(named[name], context);
  return phrasesFrom(named);
}
