import type { ListedCampaign } from '@parley/contract';
import { Link } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { purposes } from '../purposes.ts';

interface CampaignRowProps {
  campaign: ListedCampaign;
  agentName: string;
  path: string;
}

export function CampaignRow({ campaign, agentName, path }: CampaignRowProps) {
  return (
    <li className="border-t">
      <Link
        to={path}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2.5 -outline-offset-2 hover:bg-sunken sm:px-5 lg:grid-cols-[minmax(0,1fr)_6.5rem_11rem_8.5rem]"
      >
        <span className="min-w-0">
          <span className="block truncate font-medium">
            <bdi>{campaign.name}</bdi>
          </span>
          <span className="block truncate text-ink-3 text-sm">
            {purposes[campaign.purpose].name} · <bdi>{agentName}</bdi>
          </span>
        </span>
        <span>
          <Badge>Draft</Badge>
        </span>
        <span className="text-ink-2 text-sm tabular-nums">{rowsText(campaign)}</span>
        <Instant at={campaign.changedAt} className="text-right text-ink-3 text-sm tabular-nums" />
      </Link>
    </li>
  );
}

function rowsText({ fileName, rows }: ListedCampaign): string {
  if (fileName === null) return 'No file yet';
  return rows === 1 ? '1 row' : `${rows.toLocaleString('en-US')} rows`;
}
