import type { CallDirection, TerminalStatus } from '@parley/contract';

/** What an event says of a call, read when the event is passed on. */
export interface CallFacts {
  readonly callId: string;
  readonly externalId: string | null;
  readonly direction: CallDirection;
  readonly from: string | null;
  readonly to: string | null;
  readonly agentId: string | null;
  readonly campaignId: string | null;
  readonly sandbox: boolean;
  readonly reason: string | null;
  readonly startedAt: Date;
  readonly answeredAt: Date | null;
  readonly endedAt: Date | null;
  readonly durationSeconds: number | null;
  readonly status: TerminalStatus | string;
  readonly summary: string | null;
  readonly result: string | null;
  readonly recordingMs: number | null;
}

export interface TransferFacts {
  readonly kind: 'cold' | 'warm';
  readonly target: string;
  readonly why: string | null;
}

/** What events are about. Null where it is gone. */
export interface WebhookFacts {
  /** Also null for a try, and for a call that was deleted, though it can still be brought back. */
  call(tenantId: string, callId: string): Promise<CallFacts | null>;
  transfer(tenantId: string, callId: string, session: number): Promise<TransferFacts | null>;
  campaign(tenantId: string, id: string): Promise<{ readonly name: string } | null>;
  recipient(
    tenantId: string,
    campaignId: string,
    row: number,
  ): Promise<{ readonly number: string | null; readonly externalId: string | null } | null>;
  /** An entry of the do-not-call list. Also null once its owner was erased. */
  listed(tenantId: string, entryId: string): Promise<{ readonly number: string } | null>;
  followUp(
    tenantId: string,
    id: string,
  ): Promise<{ readonly what: string; readonly number: string | null; readonly dueAt: Date } | null>;
}
