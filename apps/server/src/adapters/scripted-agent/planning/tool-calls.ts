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

const lookUpName = 'look_up';

export function lookUp(question: string): ToolCall {
  return { name: lookUpName, input: { question } };
}

export function isLookUp({ name }: ToolCall): boolean {
  return name === lookUpName;
}

export function citeKnowledge(question: string, entries: readonly number[]): ToolCall {
  return { name: 'cite_knowledge', input: { question, entries } };
}

const checkNameName = 'check_name';

export function checkName(name: string): ToolCall {
  return { name: checkNameName, input: { name } };
}

export function isCheckName({ name }: ToolCall): boolean {
  return name === checkNameName;
}
