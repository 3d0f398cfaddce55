import type { DeploymentEngines, PublicConfig, VoiceEngine } from '@parley/contract';
import { isInAnotherLanguage } from '../adapters/scripted-agent/instructions/language.ts';
import type { Config } from '../config/config.ts';
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
