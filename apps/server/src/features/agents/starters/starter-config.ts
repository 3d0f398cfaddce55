import { type AgentConfig, type AgentStarterId, emptyAgentConfig } from '@parley/contract';
import { inboundStarters } from './inbound-starters.ts';
import { outboundStarters } from './outbound-starters.ts';
import type { Starter } from './starter.ts';

/** Exhaustive: a starter of the contract without a configuration does not compile. */
const starters: Record<AgentStarterId, Starter> = { ...inboundStarters, ...outboundStarters };

/** What a new agent begins with when it is made from a starter. It can be published as it is, and knows no facts yet. */
export function starterConfig(id: AgentStarterId, displayName: string): AgentConfig {
  const starter = starters[id];
  const config = emptyAgentConfig(displayName);
  const { outbound, inbound } = starter.opening;
  return {
    ...config,
    identity: {
      ...config.identity,
      persona: starter.persona.join(' '),
      abilities: starter.abilities.join('\n'),
      conduct: { ...config.identity.conduct, ...starter.conduct },
    },
    opening: { ...config.opening, outbound, inbound },
    conversation: { ...config.conversation, ...starter.conversation },
  };
}
