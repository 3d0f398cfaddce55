import type { Call } from '../../lib/parsing/calls.ts';
import { counterparty } from './call-labels.ts';

/** What is needed to place a call again. */
export interface Repeatable {
  agentId: string;
  phoneNumber: string;
  message: string;
}

/** Null for a call without an agent, a number or instructions. */
export function repeatable(call: Call): Repeatable | null {
  const phoneNumber = counterparty(call);
  const { agentId, instructions } = call;
  if (!agentId || !phoneNumber || !instructions?.trim()) return null;
  return { agentId, phoneNumber, message: instructions };
}
