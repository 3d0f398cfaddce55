import type { PublicConfig, VoiceEngine } from '@parley/contract';
import { createLanguageModel } from '../adapters/ai-sdk/language-model.ts';
import { createTextWriter } from '../adapters/ai-sdk/text-writer.ts';
import { createChatModel } from '../adapters/chat-completions/chat-model.ts';
import { realtimeEngine } from '../adapters/openai-realtime/engine.ts';
import { isInAnotherLanguage } from '../adapters/scripted-agent/instructions/language.ts';
import { createScriptedAgent } from '../adapters/scripted-agent/scripted-agent.ts';
import type { Config } from '../config/config.ts';
import type { AgentProfile } from '../ports/agent-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { Log } from '../ports/log.ts';
import type { SpeechEngine } from '../ports/speech-engine.ts';
import type { Summarizer } from '../ports/voice-summary.ts';
import { extractiveSummarizer } from '../voice/summary/extractive-summarizer.ts';
import { modelSummarizer } from '../voice/summary/model-summarizer.ts';
import type { ResolvedConfig } from './resolve-carrier.ts';

/** Who speaks on calls, as the desk is told. */
export function publicSpeakerOf(config: ResolvedConfig): PublicConfig['speaker'] {
  if (config.model.provider !== 'scripted') return 'model';
  if (config.voice.engine === 'realtime' && config.voice.realtime !== null) return 'model';
  return config.carrier.kind === 'twilio' ? 'none' : 'scripted';
}

export function canSpeak({ model, voice, carrier }: ResolvedConfig, engine: VoiceEngine): boolean {
  if (engine === 'realtime') return voice.realtime !== null;
  return model.provider !== 'scripted' || carrier.kind !== 'twilio';
}

/** A model reads any language; the scripted agent reads English by rule. */
export function canRead(
  { model }: Pick<Config, 'model'>,
  engine: VoiceEngine,
  instructions: string,
): boolean {
  return engine === 'realtime' || model.provider !== 'scripted' || !isInAnotherLanguage(instructions);
}

/** What hears and speaks by itself, where it is set up. */
export function speechEngineOf({ voice }: Config, log: Log, clock: Clock): SpeechEngine | null {
  return voice.realtime && realtimeEngine({ ...voice.realtime, log, clock });
}

/** Who speaks for an agent. The scripted agent never talks to real people. */
export function languageModelsOf({
  model,
  carrier,
}: ResolvedConfig): (agent: AgentProfile) => LanguageModel | null {
  if (model.provider === 'scripted') {
    const scripted = carrier.kind === 'twilio' ? null : createScriptedAgent();
    return () => scripted;
  }
  const voices = new Map<string | null, LanguageModel>();
  const open = model.provider === 'openai-compatible' ? createChatModel : createLanguageModel;
  return (agent) => {
    const voice = voices.get(agent.model) ?? open(model, agent.model);
    voices.set(agent.model, voice);
    return voice;
  };
}

export function summarizerOf({ model }: ResolvedConfig): Summarizer {
  return model.provider === 'scripted' ? extractiveSummarizer : modelSummarizer(createTextWriter(model));
}
