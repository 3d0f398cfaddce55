import { campaignRoutes } from '@parley/contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { ApiClient } from '../../lib/api-client.ts';
import { useApi } from '../../lib/api-context.ts';
import { ApiError } from '../../lib/api-error.ts';
import { parseCampaignDetail, parseCampaigns } from '../../lib/parsing/campaigns.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export function useCampaigns() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.campaignList,
    queryFn: ({ signal }) => api.get(campaignRoutes.listCampaigns, parseCampaigns, { signal }),
  });
}

/** A campaign, and how many of its rows can be called. */
export function useCampaign(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.campaign(id),
    queryFn: ({ signal }) =>
      api.get(campaignRoutes.getCampaign, parseCampaignDetail, { params: { id }, signal }),
  });
}

export type FetchBeside = (api: ApiClient, client: QueryClient, id: string) => void;

/** At the same time as the campaign, what is shown besides it. */
export function useFetchedBeside(id: string, fetch: FetchBeside | null): void {
  const api = useApi();
  const client = useQueryClient();
  useEffect(() => fetch?.(api, client, id), [api, client, id, fetch]);
}

const conflicts: readonly string[] = ['campaign_changed', 'campaign_state', 'campaign_not_found'];

/** Somebody else was first: what they have saved is shown before the refusal, so that the next try is based on it. */
export function useRefetchedOnConflict() {
  const changed = useCampaignsChanged();
  return useCallback(
    async <Result>(sent: Promise<Result>): Promise<Result> => {
      try {
        return await sent;
      } catch (error) {
        if (error instanceof ApiError && conflicts.includes(error.code)) await changed();
        throw error;
      }
    },
    [changed],
  );
}

/** After a change: whatever is shown of campaigns is fetched again, or the list alone where a campaign is gone. */
export function useCampaignsChanged() {
  const client = useQueryClient();
  return useCallback(
    (what: 'all' | 'list' = 'all') =>
      client.invalidateQueries({ queryKey: what === 'all' ? queryKeys.campaigns : queryKeys.campaignList }),
    [client],
  );
}
