import type { AgentConfig } from '../agent-config.ts';
import type { ConfigProblem } from '../config-problem.ts';
import { agentLimits } from '../limits.ts';
import { checkFilledText } from './check.ts';

export function checkOpening({ outbound, inbound }: AgentConfig['opening']): ConfigProblem[] {
  return [
    ...checkFilledText('opening.outbound', outbound, agentLimits.openingMax, 'An opening'),
    ...checkFilledText('opening.inbound', inbound, agentLimits.openingMax, 'A greeting'),
  ];
}
