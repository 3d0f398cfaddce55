import {
  placeholderLabel,
  type RecipientColumn,
  type RecipientFileColumns,
  recipientColumns,
} from '@parley/contract';
import { useState } from 'react';
import { countryOptions } from '../../../../lib/country-options.ts';
import type { Campaign } from '../../../../lib/parsing/campaigns.ts';
import { useUnsavedChanges } from '../../../../lib/use-unsaved-changes.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import { DiscardQuestion } from '../../../../ui/discard-question.tsx';
import { NativeSelect } from '../../../../ui/native-select.tsx';
import { numberText } from '../../../../ui/number-text.ts';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { StepActions, StepCard } from '../step-card.tsx';
import { columnTitles } from './column-titles.ts';
import type { PeopleFile } from './people-file.ts';
import { PeoplePreview } from './people-preview.tsx';
import { SameFileNotice } from './same-file-notice.tsx';
import { useSendPeople } from './use-send-people.ts';

interface MatchColumnsProps {
  campaign: Campaign;
  file: PeopleFile;
  country: string | null;
  onBack: () => void;
  onSent: () => void;
  onCancelled: () => void;
}

/** Which column is which; then the rows are sent. */
export function MatchColumns({ campaign, file, onBack, onSent, onCancelled, ...props }: MatchColumnsProps) {
  const [columns, setColumns] = useState(file.columns);
  const [placeholders, setPlaceholders] = useState(file.placeholders);
  const [country, setCountry] = useState(props.country ?? '');
  const sending = useSendPeople({ campaignId: campaign.id, onSent, onCancelled });
  const { busy, sent, error, sameFile } = sending;
  // A file that is half sent cannot be called.
  const blocker = useUnsavedChanges(busy && !sending.cancelling && sent < file.rows.length);
  const headings = file.header.map((title, index) => ({
    value: String(index),
    label: title === '' ? `Column ${index + 1}` : title,
  }));
  const unfilled = Object.entries(placeholders)
    .filter(([name, column]) => column === null && (campaign.defaults[name] ?? '').trim() === '')
    .map(([name]) => placeholderLabel(name));
  const upload = (again: boolean) =>
    sending.send({
      ...{ file, columns, again, country: country === '' ? null : country },
      placeholders: { ...placeholders },
    });
  return (
    <>
      <StepCard
        title="Which Column Is Which"
        subtitle={
          <span className="wrap-anywhere">
            <span className="font-medium text-ink">{file.fileName}</span>
            {`, ${numberText(file.rows.length)} ${file.rows.length === 1 ? 'row' : 'rows'}`}
          </span>
        }
      >
        <Notices file={file} />
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {recipientColumns.map((name) => (
            <NativeSelect
              key={name}
              label={columnTitles[name]}
              disabled={busy}
              value={String(columns[name] ?? '')}
              options={[{ value: '', label: 'Not in the file' }, ...headings]}
              onValueChange={(value) => setColumns((given) => withColumn(given, name, value))}
            />
          ))}
          <NativeSelect
            label="Country of numbers without +"
            disabled={busy}
            value={country}
            options={countryOptions}
            onValueChange={setCountry}
          />
        </div>
        {Object.keys(placeholders).length > 0 && (
          <fieldset className="grid gap-3 border-t pt-4">
            <legend className="sr-only">Placeholders of the template</legend>
            <p aria-hidden="true" className="font-medium">
              Placeholders of the template
            </p>
            <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {Object.entries(placeholders).map(([name, column]) => (
                <NativeSelect
                  key={name}
                  label={placeholderLabel(name)}
                  disabled={busy}
                  value={column === null ? '' : String(column)}
                  options={[{ value: '', label: sameForAll(campaign.defaults[name] ?? '') }, ...headings]}
                  onValueChange={(value) =>
                    setPlaceholders((given) => ({ ...given, [name]: value === '' ? null : Number(value) }))
                  }
                />
              ))}
            </div>
          </fieldset>
        )}
        <PeoplePreview file={file} columns={columns} placeholders={placeholders} />
        {columns.number === null && (
          <AlertBox tone="amber">Choose the column with the phone number.</AlertBox>
        )}
        {columns.consent === null && (columns.consentSource ?? columns.consentDate ?? null) !== null && (
          <AlertBox tone="amber">
            Choose the column that says what consent is for: a purpose such as sales, or yes and no.
          </AlertBox>
        )}
        {unfilled.length > 0 && (
          <AlertBox tone="amber">{`Choose a column for ${unfilled.join(', ')}. Without a value nobody can be called.`}</AlertBox>
        )}
        {error !== null && <AlertBox title="The file was not sent to its end">{error}</AlertBox>}
        {busy && <ProgressBar label="Sending people" value={sent} max={file.rows.length} unit="rows" />}
        {sameFile.length > 0 && !busy && <SameFileNotice sameFile={sameFile} />}
      </StepCard>
      <StepActions>
        {busy ? (
          <Button disabled={sending.cancelling} onClick={sending.cancel}>
            {sending.cancelling ? 'Cancelling...' : 'Cancel'}
          </Button>
        ) : (
          <Button onClick={onBack}>Choose Another File</Button>
        )}
        <Button
          look="primary"
          busy={busy}
          disabled={columns.number === null || unfilled.length > 0}
          onClick={() => upload(sameFile.length > 0)}
        >
          {busy ? 'Sending...' : sameFile.length > 0 ? 'Use It Again' : 'Check Rows'}
        </Button>
      </StepActions>
      <DiscardQuestion
        open={blocker.state === 'blocked'}
        onKeep={() => blocker.reset?.()}
        onDiscard={() => blocker.proceed?.()}
      />
    </>
  );
}

function withColumn(given: RecipientFileColumns, name: RecipientColumn, value: string): RecipientFileColumns {
  return { ...given, [name]: value === '' ? null : Number(value) };
}

function sameForAll(value: string): string {
  if (value.trim() === '') return 'Not in the file';
  return `Always "${value.length > 30 ? `${value.slice(0, 30)}…` : value}"`;
}

function Notices({ file }: { file: PeopleFile }) {
  return (
    <>
      {file.mixedRow !== null && (
        <AlertBox title="The file is in two encodings">
          {`A part of it is in UTF-8 and the rest is not, so names such as those of row ${numberText(file.mixedRow)} are wrong below. Save it in one encoding and choose it again, or mend the rows.`}
        </AlertBox>
      )}
      {file.guessed && file.mixedRow === null && (
        <AlertBox tone="amber">
          The file is not in UTF-8. It is read as older spreadsheet programs save it: look whether the names
          below are right.
        </AlertBox>
      )}
      {file.withoutHeading && (
        <AlertBox tone="grey">
          The first row is a person and not a heading. Choose what each column is.
        </AlertBox>
      )}
    </>
  );
}
