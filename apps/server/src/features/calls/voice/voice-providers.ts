import type { AgentProfile } from '../../../ports/agent-store.ts';
import type { LanguageModel } from '../../../ports/language-model.ts';
import type { SpeechEngine } from '../../../ports/speech-engine.ts';
import type { ToolRegistry } from '../../../voice/tools/tool-registry.ts';

/** What speaks for the agents, and at which speed. */
export interface VoiceProviders {
  /** The model that speaks for an agent, in the sandbox or on a real call; null when none is set up for it. */
  readonly modelFor: (agent: AgentProfile, sandbox: boolean) => LanguageModel | null;
  /** The speech-to-speech service; null when none is set up. */
  readonly speechEngine: SpeechEngine | null;
  /** What agents can do on calls besides speaking. */
  readonly tools: ToolRegistry;
  /** How many times faster than real time conversations run; above one only in tests. */
  readonly speed: number;
}
