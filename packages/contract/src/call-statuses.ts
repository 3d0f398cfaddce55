/** Without schemas, for pages that only compare statuses. */
export const callStatuses = [
  'queued',
  'initiated',
  'ringing',
  'in-progress',
  'completed',
  'busy',
  'no-answer',
  'failed',
  'canceled',
] as const;
export type CallStatus = (typeof callStatuses)[number];

export const terminalStatuses = ['completed', 'busy', 'no-answer', 'failed', 'canceled'] as const;
export type TerminalStatus = (typeof terminalStatuses)[number];

export function isTerminal(status: CallStatus): status is TerminalStatus {
  return (terminalStatuses as readonly string[]).includes(status);
}
