import { campaignRoutes, rowReasons } from '@parley/contract';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { Recipient, RecipientCount } from '../../../../lib/parsing/campaigns.ts';
import { useMay } from '../../../../lib/permissions.ts';
import { useAddressParam } from '../../../../lib/use-address-param.ts';
import { wordOf } from '../../../../lib/word-of.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { NativeSelect } from '../../../../ui/native-select.tsx';
import { numberText } from '../../../../ui/number-text.ts';
import { Segments } from '../../../../ui/segments.tsx';
import type { SelectOption } from '../../../../ui/select.tsx';
import { StepActions } from '../step-card.tsx';
import type { StepProps } from '../step-props.ts';
import { countOf } from '../steps.ts';
import { CorrectRowDialog } from './correct-row-dialog.tsx';
import { DownloadRows } from './download-rows.tsx';
import { RowsTable } from './rows-table.tsx';

const shownStates = ['to_fix', 'refused', 'pending'] as const;
type ShownState = (typeof shownStates)[number];

const labels: Readonly<Record<ShownState, string>> = {
  pending: 'Good',
  to_fix: 'To fix',
  refused: 'Refused',
};

/** The third step: who can be called, who cannot and why. */
export function CheckStep({ standing, mayChange, pathOf }: StepProps) {
  const { campaign, counts, shared = 0 } = standing;
  const may = useMay();
  const headingId = useId();
  const [show, setShow] = useAddressParam('show');
  const [reason, setReason] = useAddressParam('reason');
  const [numbers, setNumbers] = useAddressParam('numbers');
  const [corrected, setCorrected] = useState<Recipient | null>(null);
  const toFix = countOf(counts, 'to_fix');
  const good = countOf(counts, 'pending');
  const state = shownStates.find((each) => each === show) ?? (toFix > 0 ? 'to_fix' : 'pending');
  const reasons = counts.filter((each) => each.state === state && each.reason !== null);
  const shownReason = reasons.find((each) => each.reason === reason)?.reason ?? '';
  const isShared = state === 'pending' && shared > 0 && numbers === 'shared';
  const mayCorrect = mayChange && may(campaignRoutes.mendRecipient.permission);
  return (
    <>
      <Card aria-labelledby={headingId} className="overflow-clip">
        <header className="grid gap-3 px-4 py-4 sm:px-5">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <div className="min-w-0">
              <h2 id={headingId} className="font-semibold text-md">
                {good === 1 ? '1 person will be called' : `${numberText(good)} people will be called`}
              </h2>
              <p className="mt-0.5 text-ink-2 text-sm">{summary(counts)}</p>
              {shared > 0 && (
                <p className="mt-0.5 text-ink-2 text-sm">
                  {`${numberText(shared)} of them share a number and are called in turn.`}
                </p>
              )}
            </div>
            <DownloadRows campaign={campaign} toFix={toFix} refused={countOf(counts, 'refused')} />
          </div>
          <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
            <Segments
              label="Show"
              value={state}
              segments={[...shownStates].map((value) => ({
                value,
                label: `${labels[value]} (${numberText(countOf(counts, value))})`,
              }))}
              onValueChange={setShow}
            />
            {reasons.length > 1 && (
              <NativeSelect
                label="Reason"
                className="w-full sm:w-80"
                value={shownReason}
                options={[{ value: '', label: 'All reasons' }, ...reasons.flatMap(reasonOption)]}
                onValueChange={setReason}
              />
            )}
            {state === 'pending' && shared > 0 && (
              <NativeSelect
                label="Numbers"
                className="w-full sm:w-80"
                value={isShared ? 'shared' : ''}
                options={[
                  { value: '', label: 'All numbers' },
                  { value: 'shared', label: `Shared by several people (${numberText(shared)})` },
                ]}
                onValueChange={setNumbers}
              />
            )}
          </div>
        </header>
        <RowsTable
          campaign={campaign}
          filter={{ state, reason: shownReason, shared: isShared }}
          onCorrect={mayCorrect ? setCorrected : null}
        />
      </Card>
      {good === 0 && (
        <AlertBox tone="amber" className="mt-5">
          Nobody can be called yet. Mend the rows that can be mended, or choose another file.
        </AlertBox>
      )}
      <StepActions>
        <Button asChild>
          <Link to={pathOf('file')}>Back</Link>
        </Button>
        <Button asChild look="primary">
          <Link to={pathOf('policy')}>Continue</Link>
        </Button>
      </StepActions>
      <CorrectRowDialog campaign={campaign} recipient={corrected} onClose={() => setCorrected(null)} />
    </>
  );
}

function reasonOption({ reason, count: rows }: RecipientCount): SelectOption[] {
  return reason === null
    ? []
    : [{ value: reason, label: `${wordOf(rowReasons, reason)} (${numberText(rows)})` }];
}

function summary(counts: readonly RecipientCount[]): string {
  const [toFix, refused] = [countOf(counts, 'to_fix'), countOf(counts, 'refused')];
  if (toFix === 0 && refused === 0) return 'Every row can be called.';
  const parts = [
    toFix > 0 && `${numberText(toFix)} ${toFix === 1 ? 'row has' : 'rows have'} to be mended first`,
    refused > 0 && `${numberText(refused)} ${refused === 1 ? 'is' : 'are'} refused`,
  ].filter((part) => part !== false);
  return `${parts.join(', ')}.`;
}
