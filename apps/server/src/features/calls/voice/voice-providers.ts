import type { AgentProfile } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { LanguageModel } from '../../../ports/language-model.ts';
import type { SpeechEngine } from '../../../ports/speech-engine.ts';
import type { ToolRegistry } from '../../../voice/tools/tool-registry.ts';

/** What of a call says who speaks on it. */
export type CallWithVoice = Pick<CallRecord, 'tenantId' | 'voiceSource' | 'carrier' | 'engine'>;

/** What speaks for the agents, and at which speed. A call keeps the source that it began with. */
export interface VoiceProviders {
  /** The model that speaks for an agent on a call; null where there is none, or it is gone. */
  readonly modelFor: (call: CallWithVoice, agent: AgentProfile) => LanguageModel | null;
  /** The speech-to-speech service of a call; null where there is none, or it is gone. */
  readonly speechEngineFor: (call: CallWithVoice) => SpeechEngine | null;
  /** What agents can do on calls besides speaking. */
  readonly tools: ToolRegistry;
  /** How many times faster than real time conversations run; above one only in tests. */
  readonly speed: number;
}
