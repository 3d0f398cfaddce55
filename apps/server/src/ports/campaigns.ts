import type {
  Campaign,
  CampaignFileBody,
  ChangeCampaignBody,
  ConsentGiven,
  ConsentPurpose,
  CreateCampaignBody,
  ListedCampaign,
  Recipient,
  RecipientCount,
  RecipientsQuery,
} from '@parley/contract';
import type { Caller } from './caller.ts';

/** What has to be known of the numbers of some rows, read in the transaction that stores them. */
export interface NumberFacts {
  /** On the do-not-call list, also of people who were erased. */
  readonly doNotCall: ReadonlySet<string>;
  readonly ownNumbers: ReadonlySet<string>;
  /** By number: the contacts. */
  readonly contacts: ReadonlyMap<string, readonly ContactFacts[]>;
  /** Who of the campaign will be called already, as `personKey` names them. */
  readonly people: ReadonlySet<string>;
}

export interface ContactFacts {
  /** Folded. */
  readonly nameKey: string;
  /** Null where it is not known. */
  readonly timeZone: string | null;
  readonly consent: readonly ConsentGiven[];
}

export const personKey = (number: string, nameKey: string) => `${number} ${nameKey}`;

/** A row that was checked, as it is stored. */
export type CheckedRow = Recipient & { readonly nameKey: string };

/** Rows that have the same zones and the same rules: those who are called within the same hours. */
export interface PeopleAtPlace {
  readonly zones: readonly string[];
  /** `+1` and the area code; empty for numbers of other countries. */
  readonly area: string;
  readonly count: number;
}

export type CheckRows = (campaign: Campaign, facts: NumberFacts) => Promise<readonly CheckedRow[]>;

/** A row as somebody has corrected it. */
export interface CorrectedCells {
  readonly row: number;
  readonly cells: readonly string[];
  /** Chosen by hand; null: nobody has. */
  readonly timeZone: string | null;
}

/** The row on which a change is based; left out: whatever it is by now. */
export type SeenCells = Pick<CorrectedCells, 'cells' | 'timeZone'>;

export type ReadRow = (
  campaign: Campaign,
  row: CorrectedCells,
) => Promise<{ readonly numbers: readonly string[]; readonly check: CheckRows }>;

export interface CampaignStore {
  list(tenantId: string): Promise<ListedCampaign[]>;
  create(
    caller: Caller,
    body: CreateCampaignBody,
  ): Promise<Campaign | 'no_agent' | 'no_template' | 'too_many'>;
  get(tenantId: string, id: string): Promise<Campaign | null>;
  counts(tenantId: string, id: string): Promise<RecipientCount[]>;
  /** How many of those who will be called share their number with somebody who will be, too. */
  shared(tenantId: string, id: string): Promise<number>;
  /** Other basics remove the file and its rows. `state`: it runs or is over; with basics, it is no draft. */
  change(
    caller: Caller,
    id: string,
    body: ChangeCampaignBody,
  ): Promise<Campaign | 'missing' | 'changed' | 'state' | 'no_agent' | 'no_template'>;
  /** `state`: it may still call somebody. */
  remove(caller: Caller, id: string): Promise<'removed' | 'missing' | 'state'>;
  /** Removes the rows of the file before. `state`: it was started. */
  setFile(
    caller: Caller,
    id: string,
    body: CampaignFileBody,
  ): Promise<
    | {
        readonly campaign: Campaign;
        readonly sameFile: { readonly id: string; readonly name: string; readonly createdAt: string }[];
      }
    | 'missing'
    | 'state'
  >;
  /** `numbers`: those that `check` will ask for. Rows that are there already stay as they are. */
  addRows(
    tenantId: string,
    id: string,
    rows: { readonly file: number; readonly numbers: readonly string[]; readonly most: number },
    check: CheckRows,
  ): Promise<Campaign | 'missing' | 'state' | 'changed' | 'too_many'>;
  /**
   * Checks one row again with other cells. Where somebody is no longer called for it, the next row with this person is
   * checked again too.
   */
  correct(
    caller: Caller,
    id: string,
    row: CorrectedCells & { readonly file: number; readonly seen?: SeenCells | undefined },
    read: ReadRow,
  ): Promise<Recipient | 'missing' | 'state' | 'changed' | 'row_changed' | 'no_row'>;
  /** Null: there is no such campaign. */
  recipients(
    tenantId: string,
    id: string,
    query: RecipientsQuery,
  ): Promise<{ readonly recipients: Recipient[]; readonly hasMore: boolean } | null>;
  /** Where those are who will be called. */
  places(tenantId: string, id: string): Promise<PeopleAtPlace[]>;
  /** How many of those who will be called have said in their row that they consent to the purpose. */
  consented(tenantId: string, id: string, purpose: ConsentPurpose): Promise<number>;
  /** How long calls of the organization took on average since a time, in seconds; null: there were none. */
  secondsPerCall(tenantId: string, since: Date): Promise<number | null>;
  /** Stops campaigns that are paused and that nobody has changed since. Returns how many. */
  stopLongPaused(before: Date, now: Date, detail: string): Promise<number>;
  /** Removes drafts and campaigns that are over which nobody has changed since. Returns how many. */
  removeUnchanged(before: Date): Promise<number>;
}
