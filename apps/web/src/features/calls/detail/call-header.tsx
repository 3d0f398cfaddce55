import { type CallCost, totalOf } from '@parley/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { moneyText } from '../../../lib/money-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { durationText, fullInstant, Instant } from '../../../ui/instant.tsx';
import { DocumentTitle } from '../../../ui/page-heading.tsx';
import { Party } from '../../../ui/party.tsx';
import { Status } from '../../../ui/status-dot.tsx';
import { counterparty, directionLabel, reasonSentence, statusTone, withheldNumber } from '../call-labels.ts';
import { DirectionIcon } from '../direction-icon.tsx';
import { CallActions, type CallActionsProps } from './call-actions.tsx';
import { AddContact, type ContactLinks, contactLink } from './contact-link.tsx';

export interface CallHeaderProps extends CallActionsProps, ContactLinks {
  /** Where a version of an agent is shown; null for those who may not see it. */
  versionPathOf: ((agentId: string, version: number) => string) | null;
}

export function CallHeader(props: CallHeaderProps) {
  const { call, live, versionPathOf, onCallAgain, leave, contactPathOf, addContactPathOf } = props;
  const party = counterparty(call);
  const number = party ?? withheldNumber;
  const links = { contactPathOf, addContactPathOf };
  const reason = reasonSentence(call);
  return (
    <Card className="flex flex-wrap items-center gap-x-10 gap-y-4 px-5 py-4">
      <DocumentTitle>{`${directionLabel(call)} ${number}`}</DocumentTitle>
      <div className="flex min-w-0 flex-1 basis-60 items-center gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-box bg-sunken">
          <DirectionIcon direction={call.direction} className="size-5 text-ink-2" />
        </span>
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-lg tracking-tight">
            <Party
              number={number}
              contact={call.contact}
              nameIn={contactLink(party, links)}
              className="[&>:first-child]:font-semibold"
            />
          </h1>
          <p className="flex flex-wrap items-center gap-x-2 text-ink-2">
            <span>{directionLabel(call)}</span>
            <span aria-hidden="true" className="text-ink-3">
              ·
            </span>
            <Instant at={call.createdAt} className="print:hidden" />
            <span className="hidden print:inline">{fullInstant(call.createdAt)}</span>
            {call.sandbox && <Badge tone="amber">Sandbox</Badge>}
            <AddContact number={party} known={call.contact != null} {...links} />
          </p>
        </div>
      </div>
      <CallActions call={call} live={live} onCallAgain={onCallAgain} leave={leave} />
      <dl className="grid basis-full grid-cols-2 gap-x-8 gap-y-3 border-t pt-3 sm:flex sm:flex-wrap">
        <Fact
          term="Status"
          className={cx('max-w-80', reason !== null && 'max-sm:col-span-2 max-sm:max-w-none')}
        >
          <Status tone={statusTone(call.status)}>{call.status}</Status>
          {reason !== null && <span className="block text-ink-3 text-sm">{reason}</span>}
        </Fact>
        <Fact term="Agent">{call.agentId ?? 'Unknown'}</Fact>
        {call.agentId !== null && call.agentVersion != null && (
          <Fact term="Agent version">
            {versionPathOf === null ? (
              `Version ${call.agentVersion}`
            ) : (
              <Link
                to={versionPathOf(call.agentId, call.agentVersion)}
                className="rounded-box underline underline-offset-4"
              >
                {`Version ${call.agentVersion}`}
              </Link>
            )}
          </Fact>
        )}
        {call.placedBy != null && (
          <Fact term="Placed by" className="wrap-anywhere max-w-48">
            {call.placedBy.displayName}
          </Fact>
        )}
        {call.externalId != null && (
          <Fact term="External ID" className="wrap-anywhere max-w-48">
            {call.externalId}
          </Fact>
        )}
        {call.duration !== null && <Fact term="Duration">{durationText(call.duration)}</Fact>}
        {call.cost != null && <CostFact cost={call.cost} />}
        {call.endTime !== null && (
          <Fact term="Ended">
            <Instant at={call.endTime} />
          </Fact>
        )}
      </dl>
    </Card>
  );
}

/** 'None' where nothing is to be paid, or no price is known. */
function CostFact({ cost }: { cost: CallCost }) {
  const { micros, state } = totalOf(cost);
  return (
    <Fact term="Cost" className={cx(cost.told !== null && 'max-sm:col-span-2')}>
      {state === 'none' ? (
        'None counted'
      ) : (
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <span className="tabular-nums">{moneyText(micros, cost.currency)}</span>
          {state === 'estimate' && <Badge>Estimate</Badge>}
        </span>
      )}
      {cost.told !== null && (
        <span className="block text-ink-3 text-sm">
          {`The carrier charged ${moneyText(cost.told.micros, cost.told.currency)}; there is no exchange rate.`}
        </span>
      )}
    </Fact>
  );
}

function Fact({ term, className, children }: { term: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt className="text-ink-3 text-xs">{term}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
