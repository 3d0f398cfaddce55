import { campaignRoutes } from '@parley/contract';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api-client.ts';
import { useApi } from '../../lib/api-context.ts';
import { parseProgress } from '../../lib/parsing/campaign-run.ts';
import type { ListedCampaign } from '../../lib/parsing/campaigns.ts';
import { queryKeys } from '../../lib/query-keys.ts';

const progressOf = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: queryKeys.campaignProgress(id),
    queryFn: ({ signal }) =>
      api.get(campaignRoutes.getCampaignProgress, parseProgress, { params: { id }, signal }),
  });

export function useProgress(id: string) {
  return useQuery(progressOf(useApi(), id));
}

/** Fetches the progress together with the campaign, where the list has told that it was started: a draft has none. */
export function fetchProgressOfListed(api: ApiClient, client: QueryClient, id: string): void {
  const listed = client
    .getQueryData<ListedCampaign[]>(queryKeys.campaignList)
    ?.find((each) => each.id === id);
  if (listed !== undefined && listed.state !== 'draft') void client.prefetchQuery(progressOf(api, id));
}
