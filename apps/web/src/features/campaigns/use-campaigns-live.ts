import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { atMostEvery } from '../../lib/at-most-every.ts';
import { liveListeners } from '../../lib/live-listeners.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** A campaign that calls changes with every call. */
const everyMs = 1_000;

/** Fetches what is shown again when others, or its calls, change a campaign; null: any of them. */
export function useCampaignsLive(id: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    const queryKey = id === null ? queryKeys.campaigns : queryKeys.campaign(id);
    const refresh = atMostEvery(everyMs, () => void client.invalidateQueries({ queryKey }));
    const listener: Parameters<typeof liveListeners.add>[0] = (event) => {
      if (event === null) refresh();
      else if (event.type === 'campaign.changed' && (id === null || event.campaignId === id)) refresh();
    };
    liveListeners.add(listener);
    return () => void liveListeners.delete(listener);
  }, [client, id]);
}
