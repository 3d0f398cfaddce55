import type { DeploymentEngines, PublicConfig, VoiceEngine } from '@parley/contract';
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

/** What speaks on calls, for the public configuration. */
export function publicSpeakerOf(config: ResolvedConfig): PublicConfig['speaker'] {
  if (config.model.provider !== 'scripted') return 'model';
  if (config.voice.engine === 'realtime' && config.voice.realtime !== null) return 'model';
  return config.carrier.kind === 'real' ? 'none' : 'scripted';
}

/** What speaks with each engine, for the editor of agents. */
export function deploymentEnginesOf(
  config: Pick<ResolvedConfig, 'carrier' | 'model' | 'voice'>,
): DeploymentEngines {
  const scripted = config.carrier.kind === 'real' ? 'none' : 'scripted';
  return {
    standard: config.voice.engine,
    relay: config.model.provider === 'scripted' ? scripted : 'model',
    realtime: config.voice.realtime === null ? 'none' : 'model',
    models: {
      relay: config.model.provider === 'scripted' ? null : config.model.model,
      realtime: config.voice.realtime?.model ?? null,
    },
  };
}

export function canSpeak({ model, voice }: Config, engine: VoiceEngine, sandbox: boolean): boolean {
  if (engine === 'realtime') return voice.realtime !== null;
  return model.provider !== 'scripted' || sandbox;
}

/** A model understands any language; the scripted agent only English. */
export function canRead(
  { model }: Pick<Config, 'model'>,
  engine: VoiceEngine,
  instructions: string,
): boolean {
  return engine === 'realtime' || model.provider !== 'scripted' || !isInAnotherLanguage(instructions);
}

/** The speech-to-speech service, if one is set up. */
export function speechEngineOf({ voice }: Config, log: Log, clock: Clock): SpeechEngine | null {
  const { realtime } = voice;
  return realtime && realtimeEngine({ ...realtime, key: () => realtime.apiKey, log, clock });
}

export type LanguageModels = (agent: AgentProfile, sandbox: boolean) => LanguageModel | null;

/**
 * The language model of an agent. The scripted agent never speaks on real calls. The SDK of the providers takes a fifth of
 * the server's loading time, so only a server that uses it loads it.
 */
export async function openLanguageModels({ model }: Pick<Config, 'model'>): Promise<LanguageModels> {
  if (model.provider === 'scripted') {
    const scripted = createScriptedAgent();
    return (_agent, sandbox) => (sandbox ? scripted : null);
  }
  const open =
    model.provider === 'openai-compatible'
      ? (await import('../adapters/chat-completions/chat-model.ts')).createChatCompletionsModel
      : (await import('../adapters/ai-sdk/language-model.ts')).createLanguageModel;
  return keepRecentModels((name) => open({ ...model, key: () => model.apiKey }, name));
}

/** More names than the agents of a deployment use at a time. */
const modelsKept = 50;

/** Names are what people type, so only the models used last are kept; a call keeps the one that it has. */
export function keepRecentModels(open: (name: string | null) => LanguageModel): LanguageModels {
  const models = new Map<string | null, LanguageModel>();
  return ({ model: name }) => {
    const found = models.get(name) ?? open(name);
    models.delete(name);
    models.set(name, found);
    for (const oldest of models.keys()) {
      if (models.size <= modelsKept) break;
      models.delete(oldest);
    }
    return found;
  };
}

export async function openSummarizer({ model }: Pick<Config, 'model'>): Promise<Summarizer> {
  if (model.provider === 'scripted') return extractiveSummarizer;
  const { createTextGenerator } = await import('../adapters/ai-sdk/text-generator.ts');
  return modelSummarizer(createTextGenerator({ ...model, key: () => model.apiKey }));
}
