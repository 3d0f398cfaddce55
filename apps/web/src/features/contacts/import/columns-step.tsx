import { type ColumnName, columnNames, columnTitles, type ImportColumns } from '@parley/contract';
import { useEffect, useState } from 'react';
import { countryOptions } from '../../../lib/country-options.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { numberText } from '../../../ui/number-text.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import type { ChosenFile } from './chosen-file.ts';
import { ImportPreview } from './import-preview.tsx';
import { useStartImport } from './use-start-import.ts';

interface ColumnsStepProps {
  file: ChosenFile;
  /** Of numbers without a calling code; null when the organization has not said. */
  country: string | null;
  onBack: () => void;
  onStarted: (importId: string) => void;
}

/** The second step: which column is which. Then the file is sent. */
export function ColumnsStep({ file, country: ownCountry, onBack, onStarted }: ColumnsStepProps) {
  const [columns, setColumns] = useState(file.columns);
  const [country, setCountry] = useState(ownCountry ?? '');
  const { busy, send, sent, error } = useStartImport(onStarted);
  useAskBeforeUnload(busy);
  const missing = columns.number === null || columns.name === null;
  const set = (name: ColumnName, value: string) =>
    setColumns((given): ImportColumns => ({ ...given, [name]: value === '' ? null : Number(value) }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="wrap-anywhere text-ink-2">
        <span className="font-medium text-ink">{file.fileName}</span>
        {`, ${numberText(file.rows)} ${file.rows === 1 ? 'row' : 'rows'}`}
      </p>
      {file.guessed && (
        <AlertBox tone="amber">
          The file is not in UTF-8. It is read as older spreadsheet programs save it: look whether the names
          below are right.
        </AlertBox>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        {columnNames.map((name) => (
          <NativeSelect
            key={name}
            label={name === 'number' || name === 'name' ? `${columnTitles[name]} *` : columnTitles[name]}
            disabled={busy}
            value={columns[name] === null ? '' : String(columns[name])}
            options={[{ value: '', label: 'Not in the file' }, ...headings(file.header)]}
            onValueChange={(value) => set(name, value)}
          />
        ))}
        <NativeSelect
          label="Country of numbers without +"
          className="sm:col-span-2"
          disabled={busy}
          value={country}
          options={countryOptions}
          onValueChange={setCountry}
        />
      </div>
      <ImportPreview file={file} columns={columns} />
      {missing && <AlertBox tone="amber">Choose the columns of the name and of the phone number.</AlertBox>}
      {error !== null && <AlertBox>{error}</AlertBox>}
      {busy && <ProgressBar label="Sending the file" value={sent} max={file.parts.length} unit="parts" />}
      <DialogActions>
        <Button onClick={onBack} disabled={busy}>
          Back
        </Button>
        <Button
          look="primary"
          data-autofocus
          busy={busy}
          disabled={missing}
          onClick={() => send({ file, columns, country: country === '' ? null : country })}
        >
          {busy ? 'Sending...' : 'Import'}
        </Button>
      </DialogActions>
    </div>
  );
}

function headings(header: readonly string[]) {
  return header.map((title, index) => ({
    value: String(index),
    label: title.trim() === '' ? `Column ${index + 1}` : title.trim(),
  }));
}

/** A file that is half sent is not imported. */
function useAskBeforeUnload(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [busy]);
}
