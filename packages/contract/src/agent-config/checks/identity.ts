import type { AgentConfig } from '../agent-config.ts';
import type { ConfigProblem } from '../config-problem.ts';
import { fixedAgentNameOf } from '../fixed-agent-names.ts';
import { agentLimits } from '../limits.ts';
import { checkFilledText, isBlank, noPlaceholders, problem, tooLong } from './check.ts';

export function checkIdentity(identity: AgentConfig['identity'], agentId: string | null): ConfigProblem[] {
  const { displayName, persona, abilities } = identity;
  const fixed = agentId === null ? null : fixedAgentNameOf(agentId);
  const problems: ConfigProblem[] = [];
  if (isBlank(displayName))
    problems.push(problem('identity.displayName', 'name_missing', 'Give the agent a name.'));
  else if (fixed !== null && displayName !== fixed) {
    problems.push(problem('identity.displayName', 'name_fixed', `This agent is always called ${fixed}.`));
  }
  problems.push(...tooLong('identity.displayName', displayName, agentLimits.displayNameMax, 'A name'));
  problems.push(...noPlaceholders('identity.displayName', displayName));
  if (isBlank(persona)) {
    problems.push(
      problem('identity.persona', 'persona_missing', 'Describe who the agent is and how it speaks.'),
    );
  }
  problems.push(...checkFilledText('identity.persona', persona, agentLimits.personaMax, 'The persona'));
  problems.push(
    ...checkFilledText(
      'identity.abilities',
      abilities,
      agentLimits.abilitiesMax,
      'What it may do for callers',
    ),
  );
  return problems;
}
