import type { Check, Problem } from '@parley/contract';
import { broken, ready, toDo } from './finding.ts';

export interface VoiceFacts {
  /** The name of the model; null: none is connected. */
  readonly model: string | null;
  readonly problem: Problem | null;
  /** Replaces the remedy of the problem. */
  readonly remedy?: string | undefined;
}

export function modelCheck({ model, problem, remedy }: VoiceFacts): Check {
  if (problem) return broken('model', problem, remedy);
  if (model === null) return toDo('model', 'No model is connected.', 'Connect one in Settings, Connections.');
  return ready('model', `${model} answers.`);
}

export function speechCheck({ model, problem, remedy }: VoiceFacts): Check {
  if (problem) return broken('speech', problem, remedy);
  if (model === null)
    return toDo('speech', 'No speech service is connected.', 'Connect one in Settings, Connections.');
  return ready('speech', `${model} speaks.`);
}
