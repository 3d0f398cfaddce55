import type { AgentStore } from '../../ports/agent-store.ts';
import type { CallRecord } from '../../ports/call.ts';
import type { CallScript } from '../../ports/carrier-wire.ts';

/** What happens on the line once somebody is there. */
export type AnswerScript = (call: CallRecord) => Promise<CallScript>;

const fallbackLanguage = 'en-US';

/** Speaks what the call is for, and hangs up. */
export function spokenAnswers(agents: AgentStore): AnswerScript {
  return async (call) => {
    const agent = call.agentId === null ? null : await agents.get(call.tenantId, call.agentId);
    if (!agent) return sentence.noAgent;
    const text = call.direction === 'inbound' ? agent.greeting : (call.instructions ?? agent.greeting);
    return { kind: 'say', text, language: agent.language };
  };
}

/** For lines on which no agent speaks. */
export const sentence = {
  noAgent: say('Thank you for calling. Nobody can take your call on this number. Goodbye.'),
  noModel: say(
    'Thank you for calling. Our assistant is not available right now. Please try again later. Goodbye.',
  ),
  apology: say('We are sorry, something went wrong on our side. Please try again later. Goodbye.'),
} as const;

function say(text: string): CallScript {
  return { kind: 'say', text, language: fallbackLanguage };
}
