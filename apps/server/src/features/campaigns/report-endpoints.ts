import { limits } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { OrderFile } from '../../ports/call-exports.ts';
import type { CampaignReports } from '../../ports/campaign-reports.ts';
import type { CampaignStore } from '../../ports/campaigns.ts';
import type { Endpoints } from '../../ports/endpoint.ts';

export type CampaignReportEndpoints = Pick<
  Endpoints,
  'getCampaignReport' | 'exportCampaignResults' | 'createResultsFile' | 'repeatCampaign'
>;

export interface CampaignReportDeps {
  readonly reports: CampaignReports;
  readonly campaigns: Pick<CampaignStore, 'get'>;
  readonly orderFile: OrderFile;
}

export function campaignReportEndpoints(deps: CampaignReportDeps): CampaignReportEndpoints {
  const { reports, campaigns, orderFile } = deps;
  return {
    getCampaignReport: async ({ caller, params }) => ({
      report: (await reports.report(caller.tenantId, params.id)) ?? throwNotFound(),
    }),

    exportCampaignResults: async ({ caller, params, query }) =>
      (await reports.results(caller, params.id, query.after, limits.campaignResultsPage)) ?? throwNotFound(),

    createResultsFile: async ({ caller, params, body }) => {
      const campaign = (await campaigns.get(caller.tenantId, params.id)) ?? throwNotFound();
      // How many calls there are is not counted for it.
      const total = body.kind === 'people' ? campaign.rows : null;
      return orderFile(caller, { campaignId: campaign.id, kind: body.kind, format: 'csv' }, total);
    },

    repeatCampaign: async ({ caller, params }) => {
      const made = await reports.repeat(caller, params.id);
      if (made === 'missing') throwNotFound();
      if (made === 'running')
        throw new AppError('campaign_state', 'The campaign is not over. Stop it first.');
      if (made === 'nobody')
        throw new AppError('campaign_not_ready', 'Everybody who can be called was reached.');
      if (made === 'too_many')
        throw new AppError(
          'too_many_campaigns',
          `There may be at most ${limits.campaignsMax} campaigns. Delete some of the old ones.`,
        );
      return { campaign: made };
    },
  };
}

function throwNotFound(): never {
  throw new AppError('campaign_not_found', 'There is no such campaign.');
}
