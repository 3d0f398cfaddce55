import type { CallTool } from '../../src/ports/call-tools.ts';
import type { TransportOutcome } from '../../src/ports/tool-transport.ts';

export type Sent = Parameters<CallTool['send']>[0];

/** A tool of an organization that gives these outcomes one after the other, the last one for ever. */
export function callTool(
  outcomes: readonly (TransportOutcome | Promise<TransportOutcome>)[],
  patch: Partial<CallTool> = {},
): CallTool & { readonly sent: Sent[] } {
  const sent: Sent[] = [];
  return {
    ref: { toolId: '0193a3f0-0000-7000-8000-000000000001' },
    name: 'book_appointment',
    title: 'Booked an appointment',
    purpose: 'Books a free time.',
    inputs: { type: 'object', properties: { start: { type: 'string' } }, required: ['start'] },
    changes: true,
    honoursKey: true,
    limitMs: 10_000,
    sayMeanwhile: '',
    sayOnFailure: '',
    sampleAnswer: '',
    runInSandbox: false,
    variablesOf: () => ({}),
    ...patch,
    sent,
    send: async (request) => {
      sent.push(request);
      return outcomes[Math.min(sent.length, outcomes.length) - 1] ?? { kind: 'refused', why: 'No outcome.' };
    },
  };
}

export function answered(
  body: string,
  status = 200,
  variables: Readonly<Record<string, string>> = {},
): TransportOutcome {
  return { kind: 'answered', status, body, variables };
}
