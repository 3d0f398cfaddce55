import type { AgentConfig, AgentVoice } from '../agent-config/agent-config.ts';
import type { DeploymentEngines } from '../agent-editing.ts';
import type { VoiceEngine } from '../agents.ts';
import { knownLanguage, languageName } from './languages.ts';
import {
  canChangeSpeed,
  defaultVoice,
  engineOfVoice,
  languageOfVoice,
  voiceProviderNames,
} from './voices.ts';

/** What somebody who edits an agent should know, and may publish all the same. */
export interface SpeechWarning {
  /** Where in the configuration, such as `speech.language`. */
  readonly path: string;
  readonly code:
    | 'language_falls_back'
    | 'model_not_set_up'
    | 'scripted_agent_english'
    | 'speed_not_supported'
    | 'temperature_not_supported'
    | 'voice_of_other_language'
    | 'voice_of_other_engine';
  readonly sentence: string;
}

export interface SpeechSurroundings {
  /** The engine that the agent uses where it has chosen none. */
  readonly defaultEngine: VoiceEngine;
  /** Whether the scripted agent speaks, because no model is set up. */
  readonly scripted: boolean;
  /** The models that the deployment has set up, as far as they are known. */
  readonly models?: DeploymentEngines['models'];
}

export function speechWarnings(
  { speech, engine }: Pick<AgentConfig, 'speech' | 'engine'>,
  { defaultEngine, scripted, models }: SpeechSurroundings,
): SpeechWarning[] {
  const used = engine.engine ?? defaultEngine;
  const languages = [
    { at: 'speech', language: speech.language, voice: speech.voice },
    ...speech.otherLanguages.map((one, index) => ({ at: `speech.otherLanguages.${index}`, ...one })),
  ];
  return [
    ...languages.flatMap(({ at, language, voice }) => [
      ...fallsBack(`${at}.language`, language),
      ...voiceWarnings(`${at}.voice`, language, voice, used),
    ]),
    ...(scripted && used === 'relay' && knownLanguage(speech.language) !== 'en'
      ? [
          {
            path: 'speech.language',
            code: 'scripted_agent_english' as const,
            sentence:
              'No language model is set up, so the scripted agent speaks here. It understands and speaks English only.',
          },
        ]
      : []),
    ...speedWarnings(speech, used),
    ...modelWarnings(engine.model, used, models?.[used] ?? null),
    ...(used === 'realtime' && engine.temperature !== null
      ? [
          {
            path: 'engine.temperature',
            code: 'temperature_not_supported' as const,
            sentence: 'The realtime engine has no temperature, so this one is not used.',
          },
        ]
      : []),
  ];
}

/**
 * Any model of the same provider may be named, so only a name that tells of the other engine is doubted. A deployment whose
 * own speech-to-speech model has another kind of name has a service with names of its own.
 */
function modelWarnings(name: string | null, engine: VoiceEngine, own: string | null): SpeechWarning[] {
  if (name === null || name.trim() === '' || name === own) return [];
  const warning = (sentence: string) => [
    { path: 'engine.model', code: 'model_not_set_up' as const, sentence },
  ];
  if (engine === 'relay' && isSpeechToSpeech(name))
    return warning(
      'By its name this is a speech-to-speech model. The relay needs a language model, so the agent could not speak.',
    );
  if (engine === 'realtime' && !isSpeechToSpeech(name) && (own === null || isSpeechToSpeech(own)))
    return warning(
      'By its name this is no speech-to-speech model. The realtime engine needs one, so the agent could not speak.',
    );
  return [];
}

function isSpeechToSpeech(model: string): boolean {
  return /realtime/i.test(model);
}

function fallsBack(path: string, tag: string): SpeechWarning[] {
  if (knownLanguage(tag) !== null) return [];
  return [
    {
      path,
      code: 'language_falls_back',
      sentence: `The agent speaks ${languageName(tag)}, but what is said without it, such as a goodbye after silence, exists in English, Spanish, German and French only and is said in English. You can word these sentences for the agent.`,
    },
  ];
}

function voiceWarnings(path: string, tag: string, voice: AgentVoice, engine: VoiceEngine): SpeechWarning[] {
  if (voice === null) return [];
  if (engineOfVoice(voice) !== engine)
    return [
      {
        path,
        code: 'voice_of_other_engine',
        sentence: 'This voice belongs to the other engine, so the default voice speaks.',
      },
    ];
  const own = languageOfVoice(voice);
  if (own === null || own.toLowerCase() === tag.toLowerCase()) return [];
  return [
    {
      path,
      code: 'voice_of_other_language',
      sentence: `This voice is made for ${languageName(own)}, not for ${languageName(tag)}.`,
    },
  ];
}

function speedWarnings(
  { speed, voice, language }: AgentConfig['speech'],
  engine: VoiceEngine,
): SpeechWarning[] {
  if (speed === null || speed === 1) return [];
  const used = voice && engineOfVoice(voice) === engine ? voice : defaultVoice(language, engine);
  if (engine === 'realtime' || (used !== null && canChangeSpeed(used.provider))) return [];
  return [
    {
      path: 'speech.speed',
      code: 'speed_not_supported',
      sentence: `Voices of ${voiceProviderNames[used?.provider ?? 'google']} speak at their own speed on calls. Choose one of ElevenLabs, or the realtime engine, to change it.`,
    },
  ];
}
