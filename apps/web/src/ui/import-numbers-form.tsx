import type { ReactNode } from 'react';
import { AlertBox } from './alert-box.tsx';
import { Button } from './button.tsx';
import { DialogActions } from './dialog.tsx';
import { NativeSelect } from './native-select.tsx';
import { numberText } from './number-text.ts';
import { ProgressBar } from './progress-bar.tsx';
import type { SelectOption } from './select.tsx';

interface ImportNumbersFormProps {
  file: { fileName: string; columns: readonly string[]; rows: readonly { cells: readonly string[] }[] };
  column: number;
  onColumn: (column: number) => void;
  /** Empty: none. */
  country: string;
  countries: readonly SelectOption[];
  onCountry: (country: string) => void;
  /** Fields before the others. */
  children?: ReactNode;
  busy: boolean;
  /** Rows that have arrived. */
  sent: number;
  error: string | null;
  /** Something is still missing. */
  incomplete?: boolean;
  onBack: () => void;
  onImport: () => void;
}

/** The second step of importing numbers: which column has them, and the country of those without one. */
export function ImportNumbersForm(props: ImportNumbersFormProps) {
  const { file, column, country, countries, children, busy, sent, error, incomplete = false } = props;
  const count = file.rows.length;
  const preview = file.rows.slice(0, 3).map(({ cells }) => (cells[column] ?? '').slice(0, 30));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="wrap-anywhere text-ink-2">
        <span className="font-medium text-ink">{file.fileName}</span>
        {`, ${numberText(count)} ${count === 1 ? 'row' : 'rows'}`}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {children}
        <NativeSelect
          label="Phone Number"
          disabled={busy}
          value={String(column)}
          options={file.columns.map((label, index) => ({ value: String(index), label }))}
          hint={`Begins with ${preview.join(', ')}`}
          onValueChange={(value) => props.onColumn(Number(value))}
        />
        <NativeSelect
          label="Country of numbers without +"
          disabled={busy}
          value={country}
          options={countries}
          onValueChange={props.onCountry}
        />
      </div>
      {error !== null && <AlertBox>{error}</AlertBox>}
      {busy && <ProgressBar label="Sending numbers" value={sent} max={count} unit="rows" />}
      <DialogActions>
        <Button onClick={props.onBack} disabled={busy}>
          Back
        </Button>
        <Button
          look="primary"
          {...(children === undefined && { 'data-autofocus': true })}
          busy={busy}
          disabled={incomplete}
          onClick={props.onImport}
        >
          {busy ? 'Importing...' : 'Import'}
        </Button>
      </DialogActions>
    </div>
  );
}
