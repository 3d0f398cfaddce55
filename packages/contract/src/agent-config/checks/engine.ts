import type { AgentConfig } from '../agent-config.ts';
import type { ConfigProblem } from '../config-problem.ts';
import { agentLimits } from '../limits.ts';
import { isBlank, outOfRange, problem, tooLong } from './check.ts';

export function checkEngine({ model, temperature }: AgentConfig['engine']): ConfigProblem[] {
  return [
    ...(model !== null && isBlank(model)
      ? [problem('engine.model', 'model_missing', 'Name the model, or leave it to the deployment.')]
      : []),
    ...tooLong('engine.model', model ?? '', agentLimits.modelMax, 'The name of a model'),
    ...outOfRange('engine.temperature', temperature, {
      min: agentLimits.temperatureMin,
      max: agentLimits.temperatureMax,
      what: 'The temperature',
    }),
  ];
}
