import { AppError } from '../../errors.ts';
import type { Endpoints } from '../../ports/endpoint.ts';

export type RunEndpoints = Pick<
  Endpoints,
  | 'startCampaign'
  | 'pauseCampaign'
  | 'resumeCampaign'
  | 'stopCampaign'
  | 'testCampaign'
  | 'getCampaignProgress'
  | 'listCampaignEvents'
  | 'getRecipient'
  | 'holdRecipient'
  | 'releaseRecipient'
  | 'skipRecipient'
  | 'callRecipient'
>;

export function runEndpoints(): RunEndpoints {
  const notFound = async (): Promise<never> => {
    throw new AppError('campaign_not_found', 'There is no such campaign.');
  };
  return {
    ...{ startCampaign: notFound, pauseCampaign: notFound, resumeCampaign: notFound, stopCampaign: notFound },
    ...{ testCampaign: notFound, getCampaignProgress: notFound, listCampaignEvents: notFound },
    ...{ getRecipient: notFound, holdRecipient: notFound, releaseRecipient: notFound },
    ...{ skipRecipient: notFound, callRecipient: notFound },
  };
}
