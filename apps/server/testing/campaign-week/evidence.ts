import type { AttemptResult, CampaignPolicy, ConsentPurpose, RecipientState } from '@parley/contract';

/** A call that the carrier was asked to make, out of its ledger. */
export interface Dial {
  readonly sid: string;
  readonly number: string;
  /** Our id of the call, out of the addresses that the carrier was given or our own record of it; null: neither tells. */
  readonly callId: string | null;
  /** Which time was pretended when it was created. */
  readonly at: number;
  /** In real time. */
  readonly createdAt: number;
  readonly endedAt: number | null;
  readonly answered: boolean;
  /** Whether the phone rang: not where the line was busy. */
  readonly status: string;
  /** The person asked on this call not to be called again, and the agent has answered that in the same session. */
  readonly optedOut: boolean;
}

export interface ListedPerson {
  readonly campaign: string;
  readonly row: number;
  readonly number: string;
  readonly name: string;
  /** As the list says it, not as the server found it. */
  readonly zones: readonly string[];
}

export interface StoredAttempt {
  readonly campaign: string;
  readonly row: number;
  readonly attempt: number;
  readonly callId: string;
  readonly result: AttemptResult | null;
  readonly counts: boolean;
}

export interface StoredRecipient {
  readonly campaign: string;
  readonly row: number;
  readonly state: RecipientState;
  readonly result: AttemptResult | null;
  readonly waits: string | null;
}

/** From the moment at which somebody was told that a campaign is paused until it was resumed, in real time. */
export interface Pause {
  readonly campaign: string;
  readonly from: number;
  readonly until: number;
}

/** What a list is for, and when its people may be called, as it was asked for. */
export interface ListRules {
  readonly purpose: ConsentPurpose;
  readonly hours: CampaignPolicy['hours'];
}

export interface WeekEvidence {
  readonly people: readonly ListedPerson[];
  /** By campaign. */
  readonly lists: ReadonlyMap<string, ListRules>;
  readonly policy: Pick<CampaignPolicy, 'attempts' | 'caps'>;
  readonly dials: readonly Dial[];
  readonly attempts: readonly StoredAttempt[];
  readonly recipients: readonly StoredRecipient[];
  readonly campaigns: readonly {
    readonly id: string;
    readonly state: string;
    readonly pause: string | null;
  }[];
  readonly pauses: readonly Pause[];
  /** When numbers were put on the do-not-call list by hand, in real time. */
  readonly listed: ReadonlyMap<string, number>;
}
