import { Megaphone, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { NamedAgent } from '../../../lib/known-agents.ts';
import type { ListedCampaign } from '../../../lib/parsing/campaigns.ts';
import { useSearch } from '../../../lib/use-search.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useCampaigns } from '../use-campaigns.ts';
import { useCampaignsLive } from '../use-campaigns-live.ts';
import { CampaignRow } from './campaign-row.tsx';
import { findCampaigns } from './find-campaigns.ts';

interface CampaignsViewProps {
  agents: readonly NamedAgent[];
  pathOf: (id: string) => string;
  /** Null for those who may not make one. */
  newPath: string | null;
}

export function CampaignsView({ agents, pathOf, newPath }: CampaignsViewProps) {
  const query = useCampaigns();
  useCampaignsLive(null);
  // The list is on the page already: what is typed finds at once, and stands in the address a moment later.
  const { typed, setTyped } = useSearch();
  const search = typed.trim();
  const nameOf = (agentId: string) => agents.find(({ id }) => id === agentId)?.displayName ?? agentId;
  return (
    <Card className="min-h-[max(20rem,calc(100dvh-14rem))] overflow-clip">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
        <div className="w-full max-w-sm">
          <SearchField
            label="Search by name or agent"
            placeholder="Search by name or agent"
            value={typed}
            onChange={setTyped}
          />
        </div>
        <p role="status" className="text-ink-3 text-sm tabular-nums">
          {countText(query.data, search)}
        </p>
      </div>
      <Found query={query} {...{ search, nameOf, pathOf, newPath }} />
    </Card>
  );
}

function countText(campaigns: readonly ListedCampaign[] | undefined, search: string): string {
  if (campaigns === undefined || search !== '') return '';
  return campaigns.length === 1 ? '1 campaign' : `${campaigns.length} campaigns`;
}

interface FoundProps extends Omit<CampaignsViewProps, 'agents'> {
  query: ReturnType<typeof useCampaigns>;
  search: string;
  nameOf: (agentId: string) => string;
}

function Found({ query, search, nameOf, pathOf, newPath }: FoundProps): ReactNode {
  const retry = useRetry(query.refetch);
  if (query.data === undefined)
    return (
      <div className="border-t p-5">
        <LoadState
          query={query}
          onRetry={retry.send}
          loading="Loading campaigns..."
          failed="Failed to load campaigns"
        />
      </div>
    );
  if (query.data.length === 0)
    return (
      <EmptyState
        icon={Megaphone}
        className="border-t py-24"
        action={
          newPath !== null && (
            <Button asChild>
              <Link to={newPath}>Make the first campaign</Link>
            </Button>
          )
        }
      >
        {newPath === null
          ? 'No campaigns yet. They appear here as soon as somebody makes one.'
          : 'No campaigns yet. Give an agent a list of people, and it calls them one after the other within the hours you choose.'}
      </EmptyState>
    );
  const found = findCampaigns(query.data, search, nameOf);
  if (found.length === 0)
    return (
      <EmptyState icon={Search} className="border-t py-24">
        No campaign or agent has this name.
      </EmptyState>
    );
  return (
    <ul aria-label="Campaigns">
      {found.map((campaign) => (
        <CampaignRow
          key={campaign.id}
          campaign={campaign}
          agentName={nameOf(campaign.agentId)}
          path={pathOf(campaign.id)}
        />
      ))}
    </ul>
  );
}
