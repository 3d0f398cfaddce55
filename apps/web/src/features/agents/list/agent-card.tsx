import { languageLabel } from '@parley/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { agentBadge, agentName } from '../../../lib/known-agents.ts';
import type { AgentCard } from '../../../lib/parsing/agent-cards.ts';
import { Badge, InitialBadge } from '../../../ui/badge.tsx';
import { numberText } from '../../../ui/number-text.ts';
import { PhoneNumber } from '../../../ui/phone-number.tsx';
import { engineNames } from '../engine-names.ts';

/** The whole card opens the editor; the name is the link that the keyboard reaches. */
export function AgentCardItem({ card, path }: { card: AgentCard; path: string }) {
  const [first, ...others] = card.numbers;
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-box border bg-surface p-4 hover:border-control has-focus-visible:border-control">
      <div className="flex items-center gap-2">
        <InitialBadge {...agentBadge(card)} />
        <h2 className="min-w-0 flex-1 truncate font-semibold text-md">
          <Link to={path} className="rounded-box after:absolute after:inset-0">
            {agentName(card)}
          </Link>
        </h2>
        <StateBadge card={card} />
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm">
        <Fact term={card.numbers.length > 1 ? 'Numbers' : 'Number'}>
          {first === undefined ? (
            <span className="text-ink-3">None</span>
          ) : (
            <>
              <PhoneNumber>{first}</PhoneNumber>
              {others.length > 0 && (
                <span title={others.join(', ')} className="text-ink-3">
                  {` and ${others.length} more`}
                </span>
              )}
            </>
          )}
        </Fact>
        <Fact term="Language">{languageLabel(card.language)}</Fact>
        <Fact term="Engine">{engineNames[card.engine] ?? card.engine}</Fact>
        <Fact term="Version">{versionText(card)}</Fact>
        <Fact term="Calls in the last 7 days">
          <span className="tabular-nums">{numberText(card.callsInLastWeek)}</span>
        </Fact>
      </dl>
    </li>
  );
}

function StateBadge({ card: { archivedAt, publishedVersion } }: { card: AgentCard }) {
  if (archivedAt !== null) return <Badge>Archived</Badge>;
  return publishedVersion === null ? <Badge tone="amber">Not published</Badge> : null;
}

function versionText({ publishedVersion, changed }: AgentCard): string {
  if (publishedVersion === null) return 'None yet';
  return changed ? `${publishedVersion}, draft differs` : String(publishedVersion);
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-3 text-xs">{term}</dt>
      <dd className="wrap-anywhere mt-0.5">{children}</dd>
    </div>
  );
}
