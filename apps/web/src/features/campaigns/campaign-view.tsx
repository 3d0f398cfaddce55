import type { ReactNode } from 'react';
import { isNotFound } from '../../lib/api-error.ts';
import type { CampaignDetail } from '../../lib/parsing/campaigns.ts';
import { useRetry } from '../../lib/use-send.ts';
import { Card } from '../../ui/card.tsx';
import { LoadStateCard } from '../../ui/load-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { BackToCampaigns } from './back-to-campaigns.tsx';
import { type FetchBeside, useCampaign, useFetchedBeside } from './use-campaigns.ts';
import { useCampaignsLive } from './use-campaigns-live.ts';

interface CampaignViewProps {
  id: string;
  listPath: string;
  fetchBeside: FetchBeside | null;
  /** A draft, and a campaign that was started. */
  children: (detail: CampaignDetail) => ReactNode;
}

/** Loads a campaign and keeps it in sync. What is shown of it depends on whether it was started. */
export function CampaignView({ id, listPath, fetchBeside, children }: CampaignViewProps) {
  const query = useCampaign(id);
  const retry = useRetry(query.refetch);
  useCampaignsLive(id);
  useFetchedBeside(id, fetchBeside);
  if (query.data !== undefined && !isNotFound(query.error)) return children(query.data);
  return (
    <>
      <BackToCampaigns to={listPath} />
      <PageHeading title="Campaign" />
      {isNotFound(query.error) ? (
        <Card className="grid min-h-80 content-center justify-items-center gap-3 p-6 text-center">
          <p className="font-medium">Campaign not found</p>
          <p className="text-ink-2">It may have been deleted, or the address is not complete.</p>
        </Card>
      ) : (
        <LoadStateCard
          query={query}
          onRetry={retry.send}
          loading="Loading campaign..."
          failed="Failed to load the campaign"
        />
      )}
    </>
  );
}
