import type { SettingsOf } from '../../../ports/connections.ts';
import type { ModelAccess } from '../../../ports/model-access.ts';
import type { SpeechEngine } from '../../../ports/speech-engine.ts';
import type { OpenedModel } from './check-model.ts';
import type { VoiceNames } from './voice-problems.ts';

export type EnteredModel = Pick<SettingsOf<'model'>, 'provider' | 'baseUrl' | 'model' | 'onThisMachine'>;
export type EnteredSpeech = Pick<SettingsOf<'speech'>, 'url' | 'model'>;

/** Opens what somebody entered, just as calls would use it. */
export interface VoiceOpener {
  model(settings: EnteredModel, key: string | null): OpenedModel;
  speech(settings: EnteredSpeech, key: string | null): SpeechEngine;
  /** Throws ModelFailure. */
  list(
    access: ModelAccess & Pick<EnteredModel, 'onThisMachine'>,
    signal: AbortSignal,
  ): Promise<readonly string[]>;
}

const providerNames = { openai: 'OpenAI', anthropic: 'Anthropic' } as const;

export function modelNames({ provider, baseUrl, model, onThisMachine }: EnteredModel): VoiceNames {
  const host = URL.parse(baseUrl ?? '')?.host;
  const own = onThisMachine ? 'The server on this machine' : host;
  const name = provider === 'openai-compatible' || host ? own : providerNames[provider];
  return { ...(name && { provider: name }), ...(host && { host }), ...(model !== '' && { model }) };
}

export function speechNames({ url, model }: EnteredSpeech): VoiceNames {
  const host = URL.parse(url)?.host ?? '';
  return { provider: host === 'api.openai.com' ? 'OpenAI' : host, host, model };
}
