import type { PublicConfig } from '@parley/contract';
import type { ResolvedConfig } from './resolve-carrier.ts';

/** What speaks on calls, for the public configuration. */
export function publicSpeakerOf(config: ResolvedConfig): PublicConfig['speaker'] {
  if (config.model.provider !== 'scripted') return 'model';
  if (config.voice.engine === 'realtime' && config.voice.realtime !== null) return 'model';
  return config.carrier.kind === 'real' ? 'none' : 'scripted';
}
