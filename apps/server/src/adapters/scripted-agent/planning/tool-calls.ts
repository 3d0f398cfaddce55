import type { ToolCall } from '../../../ports/voice-tools.ts';

/** The tools that the script knows how to use. It uses them only where they are offered. */

export function endCall(
  reason: 'finished' | 'wrong_number' | 'call_later' | 'declined' | 'voicemail',
): ToolCall {
  return { name: 'end_call', input: { reason } };
}

export const doNotCall: ToolCall = { name: 'do_not_call', input: {} };

export const transferCall: ToolCall = {
  name: 'transfer_call',
  input: { reason: 'They asked for a person.' },
};

export function lookUp(question: string): ToolCall {
  return { name: 'look_up', input: { question } };
}

export function citeKnowledge(question: string, entries: readonly number[]): ToolCall {
  return { name: 'cite_knowledge', input: { question, entries } };
}

export function checkName(name: string): ToolCall {
  return { name: 'check_name', input: { name } };
}
