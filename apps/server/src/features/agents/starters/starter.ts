import type { AgentConfig } from '@parley/contract';

/** What differs from an empty configuration. */
export interface Starter {
  readonly persona: readonly string[];
  readonly abilities: readonly string[];
  readonly conduct: Partial<AgentConfig['identity']['conduct']>;
  readonly opening: { readonly outbound: string; readonly inbound: string };
  readonly conversation: Partial<AgentConfig['conversation']>;
}
