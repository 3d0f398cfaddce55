import type { AgentConfig, AgentTools } from '@parley/contract';

const noTools: AgentTools = { use: [], texts: [] };

/**
 * Whoever sends no outcome fields and no tools knows none, nor the kind of a transfer, and leaves those that are there; a
 * version that had none is restored so.
 */
export function withEarlier(config: AgentConfig, draft: AgentConfig, isRestored: boolean): AgentConfig {
  const outcomes = config.outcomes ?? (isRestored ? draft.outcomes && { fields: [] } : draft.outcomes);
  const tools = config.tools ?? (isRestored ? draft.tools && noTools : draft.tools);
  const isOlder = config.tools === undefined && draft.tools !== undefined && !isRestored;
  return withMarkedKinds({
    ...config,
    ...(isOlder && { conversation: withKnownKinds(config.conversation, draft.conversation) }),
    ...(outcomes && { outcomes }),
    ...(tools && { tools }),
  });
}

/** Beside a kind there are always tools: without them a server of the release before has saved it, and kinds are kept. */
export function withMarkedKinds(config: AgentConfig): AgentConfig {
  const hasKinds = config.conversation.transfers.some(({ kind }) => kind !== undefined);
  return hasKinds && config.tools === undefined ? { ...config, tools: noTools } : config;
}

type Conversation = AgentConfig['conversation'];

function withKnownKinds(conversation: Conversation, { transfers: known }: Conversation): Conversation {
  const transfers = conversation.transfers.map((target) => {
    const earlier = known.find(({ name, number }) => name === target.name && number === target.number);
    return target.kind === undefined && earlier?.kind !== undefined
      ? { ...target, kind: earlier.kind }
      : target;
  });
  return { ...conversation, transfers };
}
