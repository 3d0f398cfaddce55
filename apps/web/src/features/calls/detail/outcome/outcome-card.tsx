import { outcomeRoutes } from '@parley/contract';
import { useId } from 'react';
import type { OutcomeField, ShownOutcome } from '../../../../lib/parsing/outcomes.ts';
import { useMay } from '../../../../lib/permissions.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card, CardHeader } from '../../../../ui/card.tsx';
import { LoadingNote } from '../../../../ui/spinner.tsx';
import { resultWords } from '../../call-labels.ts';
import type { Pointed } from '../use-lit-entry.ts';
import type { Corrected } from './correction-form.tsx';
import { OutcomeRow } from './outcome-row.tsx';
import { correctionOf, currentValue, resultFieldId, type ShownValue, shownValues } from './shown-values.ts';
import { useRunAgain } from './use-outcome-actions.ts';
import { valueText } from './value-text.ts';

interface OutcomeCardProps {
  callId: string;
  shown: ShownOutcome;
  /** Shows an entry of the transcript. */
  onLight: (pointed: Pointed) => void;
}

export function OutcomeCard({ callId, shown, onLight }: OutcomeCardProps) {
  const titleId = useId();
  const values = shownValues(shown);
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader title="Outcome" titleId={titleId} subtitle="What came of this call" className="pb-3" />
      <Standing callId={callId} shown={shown} />
      {shown.outcome !== null && (
        <ul aria-labelledby={titleId} className="border-t">
          <ResultRow callId={callId} shown={shown} onLight={onLight} />
          {values.map((value) => (
            <FieldRow key={value.field.id} callId={callId} value={value} onLight={onLight} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Whether the call is being read, could not be, or should be read again. */
function Standing({ callId, shown: { state, fieldsChanged, outcome } }: Omit<OutcomeCardProps, 'onLight'>) {
  if (state === 'pending') return <LoadingNote className="py-4">Reading the call...</LoadingNote>;
  const sentence =
    state === 'failed'
      ? 'The outcome could not be read.'
      : fieldsChanged
        ? outcome === null
          ? 'There are fields to read from this call.'
          : 'The fields have changed since.'
        : null;
  if (sentence === null) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 px-5 pb-3">
      <p role="status" className={state === 'failed' ? 'text-red' : 'text-ink-2'}>
        {sentence}
      </p>
      <RunAgain callId={callId} />
    </div>
  );
}

function RunAgain({ callId }: { callId: string }) {
  const may = useMay();
  const { busy, send } = useRunAgain(callId);
  if (!may(outcomeRoutes.runOutcome.permission)) return null;
  return (
    <Button busy={busy} onClick={() => send()}>
      Run again
    </Button>
  );
}

const results: Corrected = {
  id: resultFieldId,
  label: 'Result',
  type: 'result',
  choices: ['reached', 'partly', 'not'].map((value) => ({ value, label: valueText('result', value) })),
};

function ResultRow({ callId, shown: { outcome, corrections }, onLight }: OutcomeCardProps) {
  const read = outcome?.result == null ? null : { value: outcome.result, proof: null };
  const correction = correctionOf(corrections, resultFieldId);
  const value = correction === null ? (read?.value ?? null) : correction.value;
  const words = resultWords(typeof value === 'string' ? value : null);
  return (
    <OutcomeRow
      callId={callId}
      corrected={results}
      read={read}
      correction={correction}
      note={outcome?.sentence && <p className="wrap-anywhere">{outcome.sentence}</p>}
      onLight={onLight}
    >
      {words === null ? (
        <p className="text-ink-3">–</p>
      ) : (
        <p>
          <Badge tone={words.tone}>{words.label}</Badge>
        </p>
      )}
    </OutcomeRow>
  );
}

interface FieldRowProps {
  callId: string;
  value: ShownValue;
  onLight: (pointed: Pointed) => void;
}

function FieldRow({ callId, value: shown, onLight }: FieldRowProps) {
  const { field, read, correction } = shown;
  const value = currentValue(shown);
  return (
    <OutcomeRow
      callId={callId}
      corrected={{ id: field.id, label: field.label, type: field.type, choices: choicesOf(field) }}
      read={read}
      correction={correction}
      onLight={onLight}
    >
      {value === null ? (
        <p className="text-ink-3">
          –{field.required && <span className="ml-2 text-amber text-xs">required</span>}
        </p>
      ) : (
        <p className="wrap-anywhere font-medium">{valueText(field.type, value)}</p>
      )}
    </OutcomeRow>
  );
}

function choicesOf({ type, choices }: OutcomeField): Corrected['choices'] {
  if (type === 'yes_no')
    return [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ];
  return type === 'choice' ? choices.map((value) => ({ value, label: value })) : [];
}
