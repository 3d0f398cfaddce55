import { outcomeRoutes } from '@parley/contract';
import { Pencil } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Correction, OutcomeValue, ProvedValue } from '../../../../lib/parsing/outcomes.ts';
import { useMay } from '../../../../lib/permissions.ts';
import { Instant } from '../../../../ui/instant.tsx';
import type { Pointed } from '../use-lit-entry.ts';
import { type Corrected, CorrectionForm } from './correction-form.tsx';
import { QuotationButton } from './quotation-button.tsx';
import { useWithdraw } from './use-outcome-actions.ts';
import { valueText } from './value-text.ts';

interface OutcomeRowProps {
  callId: string;
  corrected: Corrected;
  /** The value that was read, with its proof if it has one. */
  read: Pick<ProvedValue, 'value' | 'proof'> | null;
  correction: Correction | null;
  /** How what counts is shown. */
  children: ReactNode;
  /** Below it, while it is not corrected. */
  note?: ReactNode;
  onLight: (pointed: Pointed) => void;
}

/** A value, what proves it, and what a person says instead. Both stay visible. */
export function OutcomeRow(props: OutcomeRowProps) {
  const { callId, corrected, read, correction, children, note, onLight } = props;
  const may = useMay();
  const labelId = useId();
  const correct = useRef<HTMLButtonElement>(null);
  const [editing, setEditing] = useState(false);
  const current = correction === null ? (read?.value ?? null) : correction.value;

  function close(): void {
    // The button is there again before it gets the focus.
    flushSync(() => setEditing(false));
    correct.current?.focus();
  }

  if (editing)
    return (
      <li className="border-t px-5 py-3 first:border-t-0">
        <CorrectionForm
          callId={callId}
          corrected={corrected}
          value={current}
          revision={correction?.revision ?? 0}
          onClose={close}
        />
      </li>
    );
  return (
    <li className="grid gap-1 border-t px-5 py-3 first:border-t-0">
      <div className="flex items-baseline justify-between gap-3">
        <span id={labelId} className="wrap-anywhere text-ink-3 text-xs">
          {corrected.label}
        </span>
        {may(outcomeRoutes.correctOutcome.permission) && (
          <button
            ref={correct}
            type="button"
            aria-describedby={labelId}
            onClick={() => setEditing(true)}
            className="-mr-1.5 print:hidden inline-flex shrink-0 items-baseline gap-1 rounded-box px-1.5 py-1 text-ink-3 text-xs underline-offset-4 hover:text-ink hover:underline"
          >
            <Pencil aria-hidden="true" className="size-3 self-center" />
            Correct
          </button>
        )}
      </div>
      {children}
      {correction === null && note}
      {read?.proof != null && <QuotationButton proof={read.proof} onLight={onLight} />}
      {correction !== null && (
        <CorrectionNote
          callId={callId}
          correction={correction}
          type={corrected.type}
          was={read?.value ?? null}
          labelId={labelId}
        />
      )}
    </li>
  );
}

interface CorrectionNoteProps {
  callId: string;
  correction: Correction;
  type: string;
  was: OutcomeValue | null;
  labelId: string;
}

function CorrectionNote({ callId, correction, type, was, labelId }: CorrectionNoteProps) {
  const may = useMay();
  const { busy, send } = useWithdraw(callId);
  const who = correction.by === null ? 'Corrected' : `Corrected by ${correction.by.displayName}`;
  return (
    <p className="wrap-anywhere flex flex-wrap items-baseline gap-x-2 text-ink-3 text-xs">
      <span>{`${who} · was: ${was === null ? 'not known' : valueText(type, was)}`}</span>
      {correction.at !== '' && <Instant at={correction.at} />}
      {may(outcomeRoutes.withdrawCorrection.permission) && (
        <button
          type="button"
          disabled={busy}
          aria-describedby={labelId}
          onClick={() => send({ field: correction.field, revision: correction.revision })}
          className="min-h-6 print:hidden rounded-box underline underline-offset-4 hover:text-ink disabled:opacity-55"
        >
          {busy ? 'Withdrawing...' : 'Withdraw'}
        </button>
      )}
    </p>
  );
}
