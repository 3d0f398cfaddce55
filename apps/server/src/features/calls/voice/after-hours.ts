import { type AgentConfig, fillSpoken, type OrganizationSettings } from '@parley/contract';
import { openingAt } from '../../../lib/opening-hours.ts';
import type { AgentStore } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallScript } from '../../../ports/call-script.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Organizations } from '../../../ports/organization-store.ts';
import type { AnswerScript } from '../answer-script.ts';
import type { Background } from '../background.ts';
import type { CallLifecycle } from '../call-lifecycle.ts';
import { spokenContext } from './brief.ts';

export interface AfterHoursDeps {
  readonly agents: Pick<AgentStore, 'forCall'>;
  readonly organizations: Organizations;
  readonly life: Pick<CallLifecycle, 'apply'>;
  readonly background: Pick<Background, 'retry'>;
  readonly clock: Clock;
}

/**
 * Outside opening hours a caller hears what the agent has for that, and then the call ends. The hours are in memory, so
 * that a call within them waits for nothing.
 */
export function answerWithinHours(deps: AfterHoursDeps, answer: AnswerScript): AnswerScript {
  return async (call) => {
    if (call.direction === 'outbound') return answer(call);
    const organization = await deps.organizations.of(call.tenantId);
    if (isOpen(organization, deps.clock.now())) return answer(call);
    const agent = await deps.agents.forCall(call);
    const script = agent && afterHoursScript(call, agent.config, organization, deps.clock.now());
    if (!script) return answer(call);
    void deps.background.retry({ task: 'noting a call outside opening hours', callId: call.id }, async () => {
      await deps.life.apply({ id: call.id }, { type: 'noted', reason: 'after_hours', at: deps.clock.now() });
    });
    return script;
  };
}

function isOpen({ openingHours, timeZone }: OrganizationSettings, now: Date): boolean {
  return openingAt(openingHours, timeZone, now.getTime()).open;
}

/** Null for an agent that answers at all hours. */
export function afterHoursScript(
  call: CallRecord,
  config: AgentConfig,
  { name, timeZone }: OrganizationSettings,
  now: Date,
): CallScript | null {
  const { afterHours } = config.conversation;
  if (afterHours.trim() === '') return null;
  const context = spokenContext(call, config, { now, timeZone, organizationName: name });
  return { kind: 'say', text: fillSpoken(afterHours, context), language: config.speech.language };
}
