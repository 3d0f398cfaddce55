import type { Campaign, CampaignReport, CampaignResult } from '@parley/contract';
import type { Caller } from './caller.ts';

export interface CampaignReports {
  /** Null: there is no such campaign. */
  report(tenantId: string, id: string): Promise<CampaignReport | null>;
  /** A page, which is noted in the audit log: somebody takes people's data away. Null: there is no such campaign. */
  results(
    caller: Caller,
    id: string,
    after: number,
    limit: number,
  ): Promise<{ readonly results: CampaignResult[]; readonly hasMore: boolean } | null>;
  /** The rows behind a row, as above, for a file: whoever asked for it is in the audit log. */
  rowsAfter(tenantId: string, id: string, after: number, limit: number): Promise<CampaignResult[]>;
  /** The fields with outcomes that its calls were asked for, by their latest names. */
  outcomeFields(tenantId: string, id: string): Promise<{ readonly id: string; readonly label: string }[]>;
  /** Makes a draft with those who were not reached. `running`: the campaign is not over. */
  repeat(caller: Caller, id: string): Promise<Campaign | 'missing' | 'running' | 'nobody' | 'too_many'>;
}
