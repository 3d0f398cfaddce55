import { type AgentConfig, emptyAgentConfig, voiceOfName } from '@parley/contract';
import type { AgentProfile } from '../../../ports/agent-store.ts';

/** The configuration that an agent speaks with. */
export function configOf(agent: AgentProfile): AgentConfig {
  const empty = emptyAgentConfig(agent.displayName, agent.language);
  const { displayName, persona, abilities, transferNumber } = agent;
  return {
    ...empty,
    identity: { ...empty.identity, displayName, persona, abilities },
    speech: { ...empty.speech, voice: agent.voice === null ? null : voiceOfName(agent.voice) },
    opening: { firstSpeaker: 'agent', inbound: agent.greeting, outbound: '' },
    conversation: {
      ...empty.conversation,
      transfers:
        transferNumber === null
          ? []
          : [{ name: 'Front desk', number: transferNumber, when: '', hours: 'always' }],
    },
    engine: { engine: agent.engine, model: agent.model, temperature: null },
  };
}
