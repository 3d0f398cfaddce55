import type {
  AttemptResult,
  Campaign,
  CampaignEvent,
  CampaignEventKind,
  CampaignProgress,
  ConsentGiven,
  PauseReason,
  Recipient,
  RecipientAttempt,
  RecipientState,
  RecipientWait,
  Side,
} from '@parley/contract';
import type { CallRecord, MachineOrder } from './call.ts';
import type { Caller } from './caller.ts';

/** The key with which the call of an attempt is placed: whoever places it again gets the call that there is. */
export function attemptKey(campaignId: string, row: number, attempt: number): string {
  return `campaign/${campaignId}/${row}/${attempt}`;
}

export type NotStarted =
  | 'missing'
  | 'changed'
  | 'state'
  | 'nobody'
  | 'incomplete'
  | 'no_agent'
  | 'agent_archived'
  | 'agent_not_published';

/** What people decide about campaigns. Whoever comes second finds the state that the first one left. */
export interface CampaignRuns {
  /** A campaign that runs already stays as it is. */
  start(
    caller: Caller,
    id: string,
    order: {
      readonly revision: number;
      readonly at: Date | null;
      readonly ground: boolean;
      readonly pretendMs?: number | null;
      readonly side: Side;
      readonly now: Date;
    },
  ): Promise<Campaign | NotStarted>;
  pause(caller: Caller, id: string, now: Date): Promise<Campaign | 'missing' | 'state'>;
  /** `side`: that of the organization now. */
  resume(
    caller: Caller,
    id: string,
    side: Side,
    now: Date,
  ): Promise<Campaign | 'missing' | 'state' | 'other_side' | 'agent_archived'>;
  stop(
    caller: Caller,
    id: string,
    order: { readonly endCalls: boolean; readonly now: Date },
  ): Promise<Campaign | 'missing' | 'state'>;
  /** Null: there is no such row. */
  recipient(
    tenantId: string,
    id: string,
    row: number,
  ): Promise<{ readonly recipient: Recipient; readonly attempts: RecipientAttempt[] } | null>;
  /** `state`: the campaign or the row is in none in which this can be done. */
  changeRow(
    caller: Caller,
    id: string,
    row: number,
    change: 'hold' | 'release' | 'skip',
    now: Date,
    /** For how long it is held; null or left out: until somebody releases it. */
    until?: Date | null,
  ): Promise<Recipient | 'missing' | 'no_row' | 'campaign_state' | 'row_state'>;
  progress(tenantId: string, id: string, now: Date): Promise<StoredProgress | null>;
  events(
    tenantId: string,
    id: string,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<{ readonly events: CampaignEvent[]; readonly nextCursor: number | null } | null>;
  /** Writes what somebody did into the timeline and the audit log. */
  note(
    caller: Caller,
    id: string,
    kind: Extract<CampaignEventKind, 'tested' | 'called'>,
    row: number | null,
    now: Date,
  ): Promise<void>;
}

export type StoredProgress = Omit<CampaignProgress, 'breaker' | 'atOnce' | 'slowedBy'> & {
  readonly campaign: Campaign;
  readonly breakerSince: Date | null;
  /** Somebody's turn has come. */
  readonly due: boolean;
  readonly lastDialAt: Date | null;
  readonly lines: Omit<ClaimContext, 'campaign'>;
  /** The last attempts that are over, the latest first. */
  readonly recent: readonly { readonly at: Date; readonly result: AttemptResult }[];
};

/** A campaign that has something to do now. */
export interface ActiveCampaign {
  readonly tenantId: string;
  readonly campaign: Campaign;
  readonly stopNow: boolean;
  /** Somebody may be called now. */
  readonly due: boolean;
  readonly live: number;
  /** Somebody waits, is held or is in a call. */
  readonly unfinished: boolean;
}

/** Somebody whose turn it is, with what has to be known before the number is dialled. */
export interface Candidate {
  readonly row: number;
  readonly number: string;
  readonly name: string;
  readonly zones: readonly string[];
  readonly cells: readonly string[];
  readonly attempts: number;
  /** Of the row and of the contact. */
  readonly consent: readonly ConsentGiven[];
  readonly doNotCall: boolean;
  readonly beingErased: boolean;
  readonly inCall: boolean;
  readonly reached: boolean;
  /** In whichever campaign somebody else had the number. */
  readonly wrongNumber: boolean;
  /** The organization has declared why it may call people for the purpose; null: it has never declared anything. */
  readonly ground: boolean | null;
  readonly registry: { readonly listed: boolean; readonly dated: Date } | null;
  /** Of the person, for the purpose, by all campaigns; those that do not count are left out. */
  readonly past: readonly { readonly at: Date; readonly result: AttemptResult | null }[];
  /** The same of the number in the last days, whoever was asked for and for whichever purpose. */
  readonly pastOfNumber: Candidate['past'];
}

/** Left out: the row stays as it is. */
export type ClaimDecision =
  | { readonly row: number; readonly dial: true; readonly callId: string }
  | {
      readonly row: number;
      readonly dial: false;
      readonly state: RecipientState;
      readonly reason: RecipientWait;
      readonly nextAt: Date | null;
      readonly zone: string | null;
    };

export interface ClaimOrder {
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly limit: number;
  /** This one, whether its time has come or not. */
  readonly row?: number;
}

export interface ClaimContext {
  readonly campaign: Campaign;
  readonly ofCampaign: number;
  /** Calls of the organization that are up or being dialled. */
  readonly ofAccount: number;
}

/** An attempt that a server has taken on. */
export interface Claimed {
  readonly tenantId: string;
  readonly campaign: Campaign;
  readonly row: number;
  readonly number: string;
  readonly zones: readonly string[];
  readonly cells: readonly string[];
  readonly attempt: number;
  readonly callId: string;
}

/** An attempt whose lease has run out: nobody has told what became of it. */
export interface ExpiredAttempt {
  readonly tenantId: string;
  readonly campaignId: string;
  readonly row: number;
  readonly attempt: number;
  readonly callId: string;
  /** Left out: whether there was a call is not known. */
  readonly inCall?: boolean;
}

/** What was known of the attempts of a row before the one that is over. */
export interface AttemptFacts {
  readonly campaign: Campaign;
  readonly number: string;
  readonly zones: readonly string[];
  readonly startedAt: Date;
  /** The results of the others, the latest first. */
  readonly before: readonly { readonly result: AttemptResult; readonly counts: boolean }[];
}

export interface Settled {
  readonly result: AttemptResult;
  readonly counts: boolean;
  readonly detail: string;
  readonly state: RecipientState;
  readonly waits: RecipientWait | null;
  readonly nextAt: Date | null;
}

/** What the dispatcher does. Several servers may do it at once: rows are locked, and each attempt is dialled once. */
export interface CampaignDispatch {
  active(now: Date): Promise<ActiveCampaign[]>;
  /** A scheduled campaign whose time has come runs. */
  begin(tenantId: string, id: string, now: Date): Promise<void>;
  /** Null: it does not run any more. */
  claim(
    tenantId: string,
    id: string,
    order: ClaimOrder,
    decide: (candidates: readonly Candidate[], context: ClaimContext) => readonly ClaimDecision[],
  ): Promise<readonly Claimed[] | null>;
  /** The call of an attempt exists. `callId` differs where another server has placed it. */
  placed(claimed: Claimed, callId: string, leaseUntil: Date): Promise<void>;
  /** The attempt was not dialled: it is as if it had not begun. */
  returnAttempt(
    attempt: Omit<ExpiredAttempt, 'tenantId'> & { readonly tenantId: string },
    to: {
      readonly state: 'pending' | 'suppressed' | 'held';
      readonly reason: RecipientWait | null;
      readonly nextAt: Date | null;
    },
  ): Promise<void>;
  /** Null: the call belongs to no attempt, or it is settled in the same way. Returns the id of the campaign. */
  settle(
    tenantId: string,
    callId: string,
    endedAt: Date,
    decide: (facts: AttemptFacts) => Settled,
  ): Promise<string | null>;
  /** A call that had ended is up after all. */
  reopen(tenantId: string, callId: string, leaseUntil: Date): Promise<void>;
  expired(now: Date, limit: number): Promise<ExpiredAttempt[]>;
  /** The call of an attempt, by its id or by the key with which it was placed. */
  callOf(
    attempt: ExpiredAttempt,
  ): Promise<Pick<
    CallRecord,
    'id' | 'status' | 'reason' | 'answeredAt' | 'endedAt' | 'duration' | 'outcomeResult'
  > | null>;
  /** The call goes on. */
  prolong(attempt: ExpiredAttempt, callId: string, leaseUntil: Date): Promise<void>;
  /** False: it was not running. */
  pauseFor(tenantId: string, id: string, reason: PauseReason, detail: string, now: Date): Promise<boolean>;
  /** All that run or are scheduled on another side. */
  pauseOtherSide(tenantId: string, side: Side, now: Date): Promise<void>;
  /** Nobody is left: it is completed or stopped. */
  finish(tenantId: string, id: string, now: Date): Promise<void>;
  /** What its calls have cost so far, in millionths of the currency of the organization. */
  spent(tenantId: string, id: string): Promise<number>;
  /** The calls of a campaign that are up. */
  liveCalls(tenantId: string, id: string): Promise<string[]>;
  recent(
    tenantId: string,
    id: string,
  ): Promise<{
    readonly campaign: Campaign;
    readonly since: Date;
    readonly attempts: readonly { readonly at: Date; readonly result: AttemptResult }[];
  } | null>;
}

/** What campaigns need of calls. */
export interface AccountLimits {
  readonly callsAtOnce: number | null;
  readonly callsPerSecond: number | null;
}

/** What a test call is asked for with: the same is the same request, whatever has become of the campaign. */
export interface TestCallOrder {
  readonly caller: Caller;
  readonly phoneNumber: string;
  readonly idempotencyKey: string | null;
  /** The call gets this id if it is a new one. */
  readonly test: { readonly campaignId: string; readonly row: number | null; readonly callId: string };
}

export interface CampaignCalls {
  /** Throws an AppError where it is not placed. */
  place(order: {
    readonly caller: Caller;
    readonly agentId: string;
    readonly agentVersion: number | null;
    readonly templateId: string;
    readonly phoneNumber: string;
    readonly message: string;
    readonly idempotencyKey: string | null;
    readonly purpose: Campaign['purpose'];
    /** Null: what the agent is set to. */
    readonly onMachine: MachineOrder | null;
    /** Null: a test call. */
    readonly campaign: { readonly id: string; readonly side: Side; readonly callId: string } | null;
    readonly test?: TestCallOrder['test'];
  }): Promise<{ readonly callId: string }>;
  /** Places a call of a campaign for which somebody waits: others give way to it. */
  byHand<T>(place: () => Promise<T>): Promise<T>;
  /** Until nobody places a call by hand, for a tenth of a second at most. */
  giveWay(): Promise<void>;
  /** The call that the same test call was answered with before. Throws an AppError where its key is that of another request. */
  repeated(order: TestCallOrder): Promise<{ readonly callId: string } | null>;
  end(caller: Caller, callId: string): Promise<unknown>;
  newId(): string;
  /** On which side the organization is now. */
  side(tenantId: string): Side;
  /** How many calls its account may place, at once and a second; null: as many as there are, or it is not known. */
  accountLimits(tenantId: string): Promise<AccountLimits>;
}
