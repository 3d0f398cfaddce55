import type {
  Campaign,
  CampaignFileBody,
  ChangeCampaignBody,
  CreateCampaignBody,
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
  /** By number: the contacts with their folded names and, where it is known, their zone. */
  readonly contacts: ReadonlyMap<
    string,
    readonly { readonly nameKey: string; readonly timeZone: string | null }[]
  >;
  /** Who of the campaign will be called already, as `personKey` names them. */
  readonly people: ReadonlySet<string>;
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

export interface CampaignStore {
  list(tenantId: string): Promise<Campaign[]>;
  create(
    caller: Caller,
    body: CreateCampaignBody,
  ): Promise<Campaign | 'no_agent' | 'no_template' | 'too_many'>;
  get(tenantId: string, id: string): Promise<Campaign | null>;
  counts(tenantId: string, id: string): Promise<RecipientCount[]>;
  change(caller: Caller, id: string, body: ChangeCampaignBody): Promise<Campaign | 'missing' | 'changed'>;
  remove(caller: Caller, id: string): Promise<boolean>;
  /** Removes the rows of the file before. */
  setFile(
    caller: Caller,
    id: string,
    body: CampaignFileBody,
  ): Promise<{
    readonly campaign: Campaign;
    readonly sameFile: { readonly id: string; readonly name: string; readonly createdAt: string }[];
  } | null>;
  /** `numbers`: those that `check` will ask for. Rows that are there already stay as they are. */
  addRows(
    tenantId: string,
    id: string,
    rows: { readonly file: number; readonly numbers: readonly string[]; readonly most: number },
    check: CheckRows,
  ): Promise<Campaign | 'missing' | 'changed' | 'too_many'>;
  /** Checks one row again with other cells. */
  mend(
    caller: Caller,
    id: string,
    row: { readonly row: number; readonly numbers: readonly string[] },
    check: CheckRows,
  ): Promise<Recipient | 'missing' | 'no_row'>;
  /** Null: there is no such campaign. */
  recipients(
    tenantId: string,
    id: string,
    query: RecipientsQuery,
  ): Promise<{ readonly recipients: Recipient[]; readonly hasMore: boolean } | null>;
  /** Where those are who will be called. */
  places(tenantId: string, id: string): Promise<PeopleAtPlace[]>;
  /** How long calls of the organization took on average since a time, in seconds; null: there were none. */
  secondsPerCall(tenantId: string, since: Date): Promise<number | null>;
  /** Removes campaigns that nobody has changed since. Returns how many. */
  removeUnchanged(before: Date): Promise<number>;
}
