import type { AgentConfig } from './agent-config.ts';
import { checkConversation } from './checks/conversation.ts';
import { checkEngine } from './checks/engine.ts';
import { checkIdentity } from './checks/identity.ts';
import { checkKnowledge } from './checks/knowledge.ts';
import { checkOpening } from './checks/opening.ts';
import { checkOutcomeFields } from './checks/outcomes.ts';
import { checkSpeech } from './checks/speech.ts';
import { checkTools } from './checks/tools.ts';
import type { ConfigProblem } from './config-problem.ts';

/** What keeps this configuration from being published, in the order of the sections. Empty: it can be. */
export function publishable(config: AgentConfig, agentId: string | null = null): ConfigProblem[] {
  return [
    ...checkIdentity(config.identity, agentId),
    ...checkSpeech(config),
    ...checkOpening(config.opening),
    ...checkConversation(config),
    ...checkKnowledge(config.knowledge),
    ...checkOutcomeFields('outcomes.fields', config.outcomes?.fields ?? []),
    ...checkTools(config.tools ?? { use: [], texts: [] }),
    ...checkEngine(config.engine),
  ];
}
