import { type AgentConfig, fixedNameOf, normalizePhoneNumber } from '@parley/contract';
import type { AgentProfile } from '../../../ports/agent-store.ts';

/** A version of an agent as calls need it. */
export function profileOf(row: {
  tenantId: string;
  id: string;
  version: number;
  config: AgentConfig;
}): AgentProfile {
  const { tenantId, id, version, config } = row;
  const { displayName, language, model, transferNumber } = columnsOf(id, config);
  return { tenantId, id, version, config, displayName, language, model, transferNumber };
}

/**
 * The columns of an agent that stay in step with its published version, for the list and for servers of the release
 * before. They know one greeting, which they shorten for outbound calls, and one number to transfer to.
 */
export function columnsOf(id: string, { identity, speech, opening, conversation, engine }: AgentConfig) {
  return {
    displayName: fixedNameOf(id) ?? identity.displayName.trim(),
    persona: identity.persona,
    greeting: opening.inbound,
    abilities: identity.abilities,
    language: speech.language,
    voice: speech.voice?.name ?? null,
    engine: engine.engine,
    model: engine.model,
    transferNumber: normalizePhoneNumber(conversation.transfers[0]?.number ?? ''),
  };
}
