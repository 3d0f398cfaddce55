import { doNotCallRoutes, doNotCallRowErrors, notPermittedSentence } from '@parley/contract';
import { useState } from 'react';
import { countryOptions } from '../../lib/country-options.ts';
import { type NumbersFile, numbersFile } from '../../lib/numbers-file.ts';
import { useMay } from '../../lib/permissions.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { NoPermission } from '../../ui/no-permission.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { RowErrors } from '../../ui/row-errors.tsx';
import { type ImportedNumbers, useImportNumbers } from './use-import-numbers.ts';

interface ImportNumbersDialogProps {
  open: boolean;
  /** Of numbers without a calling code; null when the organization has not said. */
  country: string | null;
  onClose: () => void;
}

export function ImportNumbersDialog({ open, country, onClose }: ImportNumbersDialogProps) {
  const may = useMay();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Import Numbers"
      description="From a CSV file"
      wide
    >
      {may(doNotCallRoutes.importDoNotCall.permission) ? (
        <Steps country={country} onClose={onClose} />
      ) : (
        <NoPermission>{notPermittedSentence}</NoPermission>
      )}
    </Dialog>
  );
}

function Steps({ country, onClose }: Omit<ImportNumbersDialogProps, 'open'>) {
  const [file, setFile] = useState<NumbersFile | null>(null);
  const [result, setResult] = useState<ImportedNumbers | null>(null);
  if (result !== null) return <Result result={result} onClose={onClose} />;
  if (file === null) return <Choose onChosen={setFile} />;
  return <Send file={file} country={country} onBack={() => setFile(null)} onDone={setResult} />;
}

function Choose({ onChosen }: { onChosen: (file: NumbersFile) => void }) {
  const [error, setError] = useState<string | null>(null);

  async function choose(file: File): Promise<void> {
    const chosen = await file
      .arrayBuffer()
      .then((buffer) => numbersFile(file.name, new Uint8Array(buffer)))
      .catch(() => ({ error: 'The file could not be read.' }));
    if ('error' in chosen) setError(chosen.error);
    else onChosen(chosen.file);
  }

  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        A CSV file with a phone number in each row, with or without a heading. Numbers that are on the list
        already stay as they are.
      </p>
      <FileButton onFile={(file) => void choose(file)} />
      {error !== null && <AlertBox>{error}</AlertBox>}
    </div>
  );
}

interface SendProps {
  file: NumbersFile;
  country: string | null;
  onBack: () => void;
  onDone: (result: ImportedNumbers) => void;
}

function Send({ file, country: ownCountry, onBack, onDone }: SendProps) {
  const [column, setColumn] = useState(file.column);
  const [country, setCountry] = useState(ownCountry ?? '');
  const { busy, send, sent, error } = useImportNumbers(onDone);
  const count = file.rows.length;
  const preview = file.rows.slice(0, 3).map(({ cells }) => (cells[column] ?? '').slice(0, 30));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="wrap-anywhere text-ink-2">
        <span className="font-medium text-ink">{file.fileName}</span>
        {`, ${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <NativeSelect
          label="Phone Number"
          disabled={busy}
          value={String(column)}
          options={file.columns.map((label, index) => ({ value: String(index), label }))}
          hint={`Begins with ${preview.join(', ')}`}
          onValueChange={(value) => setColumn(Number(value))}
        />
        <NativeSelect
          label="Country of numbers without +"
          disabled={busy}
          value={country}
          options={countryOptions}
          onValueChange={setCountry}
        />
      </div>
      {error !== null && <AlertBox>{error}</AlertBox>}
      {busy && <ProgressBar label="Adding numbers" value={sent} max={count} unit="rows" />}
      <DialogActions>
        <Button onClick={onBack} disabled={busy}>
          Back
        </Button>
        <Button
          look="primary"
          data-autofocus
          busy={busy}
          onClick={() => send({ file, column, country: country === '' ? null : country })}
        >
          {busy ? 'Importing...' : 'Import'}
        </Button>
      </DialogActions>
    </div>
  );
}

function Result({ result, onClose }: { result: ImportedNumbers; onClose: () => void }) {
  const [added, present, refused] = [result.added, result.present, result.refused.length].map((count) =>
    count.toLocaleString('en-US'),
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <AlertBox tone={result.refused.length === 0 ? 'green' : 'grey'}>
        {`Added ${added} · already there ${present} · refused ${refused}`}
      </AlertBox>
      {result.refused.length > 0 && (
        <RowErrors errors={result.refused} problems={doNotCallRowErrors} hasMore={false} />
      )}
      <DialogActions>
        <Button look="primary" data-autofocus onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </div>
  );
}
