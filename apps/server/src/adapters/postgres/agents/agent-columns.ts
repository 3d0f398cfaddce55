import { type AgentConfig, fixedAgentNameOf, normalizePhoneNumber } from '@parley/contract';
import type { AgentProfile } from '../../../ports/agent-store.ts';
import { greetingOf, withoutPlaceholders } from './earlier-texts.ts';

/** A version of an agent as calls need it. */
export function profileOf(row: {
  tenantId: string;
  id: string;
  version: number;
  config: AgentConfig;
}): AgentProfile {
  const { tenantId, id, version, config } = row;
  return {
    ...{ tenantId, id, version, config, displayName: nameOf(id, config), language: config.speech.language },
    model: config.engine.model,
    transferNumber: normalizePhoneNumber(config.conversation.transfers[0]?.number ?? ''),
  };
}

/**
 * The columns of an agent that stay in step with its published version. The list reads name, language and engine; the
 * others are for servers of the release before, which know one greeting, one number to transfer to, and no placeholders.
 */
export function columnsOf(id: string, config: AgentConfig, organization: string | null) {
  const { identity, speech, engine } = config;
  const values = { Agent: nameOf(id, config), Organization: organization };
  return {
    displayName: values.Agent,
    persona: withoutPlaceholders(identity.persona, values),
    greeting: greetingOf(config, values),
    abilities: withoutPlaceholders(identity.abilities, values),
    language: speech.language,
    voice: voiceOf(config),
    engine: engine.engine,
    model: engine.model,
    transferNumber: transferNumberOf(config),
  };
}

function nameOf(id: string, { identity }: AgentConfig): string {
  return fixedAgentNameOf(id) ?? identity.displayName.trim();
}

/** They send a voice without its provider, so the carrier takes it for one of ElevenLabs and refuses any other. */
function voiceOf({ speech: { voice }, engine: { engine } }: AgentConfig): string | null {
  if (voice === null) return null;
  const provider = engine === 'realtime' ? 'openai' : 'elevenlabs';
  return voice.provider === provider ? voice.name : null;
}

/** They know no hours of a person, so only one who is always there can be named. */
function transferNumberOf({ conversation }: AgentConfig): string | null {
  const always = conversation.transfers.find(({ hours }) => hours === 'always');
  return normalizePhoneNumber(always?.number ?? '');
}
