import { consentRoutes, doNotCallRowErrors, limits, notPermittedSentence } from '@parley/contract';
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
import { TextField } from '../../ui/text-field.tsx';
import { type ImportedRegister, useImportRegistry } from './use-import-registry.ts';

interface RegistryDialogProps {
  open: boolean;
  country: string | null;
  onClose: () => void;
}

export function RegistryDialog({ open, country, onClose }: RegistryDialogProps) {
  const may = useMay();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Import Register"
      description="It takes the place of the one before"
      wide
    >
      {may(consentRoutes.importRegistry.permission) ? (
        <Steps country={country} onClose={onClose} />
      ) : (
        <NoPermission>{notPermittedSentence}</NoPermission>
      )}
    </Dialog>
  );
}

function Steps({ country, onClose }: Omit<RegistryDialogProps, 'open'>) {
  const [file, setFile] = useState<NumbersFile | null>(null);
  const [result, setResult] = useState<ImportedRegister | null>(null);
  if (result !== null) return <Result result={result} onClose={onClose} />;
  if (file === null) return <Choose onChosen={setFile} />;
  return <Send file={file} country={country} onBack={() => setFile(null)} onDone={setResult} />;
}

function Choose({ onChosen }: { onChosen: (file: NumbersFile) => void }) {
  const [error, setError] = useState<string | null>(null);

  async function choose(file: File): Promise<void> {
    const chosen = await file
      .arrayBuffer()
      .then((buffer) => numbersFile(file.name, new Uint8Array(buffer), limits.registryNumbersMax))
      .catch(() => ({ error: 'The file could not be read.' }));
    if ('error' in chosen) setError(chosen.error);
    else onChosen(chosen.file);
  }

  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        A CSV file of a do-not-call register with a phone number in each row, with or without a heading. Only
        digests of the numbers are kept.
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
  onDone: (result: ImportedRegister) => void;
}

function Send({ file, country: ownCountry, onBack, onDone }: SendProps) {
  const [column, setColumn] = useState(file.column);
  const [country, setCountry] = useState(ownCountry ?? '');
  const [dated, setDated] = useState('');
  const { busy, send, sent, error } = useImportRegistry(onDone);
  const count = file.rows.length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="wrap-anywhere text-ink-2">
        <span className="font-medium text-ink">{file.fileName}</span>
        {`, ${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Date of the register"
          type="date"
          data-autofocus
          value={dated}
          disabled={busy}
          hint="When it was fetched from whoever keeps it."
          onChange={(event) => setDated(event.target.value)}
        />
        <NativeSelect
          label="Phone Number"
          disabled={busy}
          value={String(column)}
          options={file.columns.map((label, index) => ({ value: String(index), label }))}
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
      {busy && <ProgressBar label="Sending numbers" value={sent} max={count} unit="rows" />}
      <DialogActions>
        <Button onClick={onBack} disabled={busy}>
          Back
        </Button>
        <Button
          look="primary"
          busy={busy}
          disabled={dated === ''}
          onClick={() => send({ file, column, dated, country: country === '' ? null : country })}
        >
          {busy ? 'Importing...' : 'Import'}
        </Button>
      </DialogActions>
    </div>
  );
}

function Result({ result, onClose }: { result: ImportedRegister; onClose: () => void }) {
  const [numbers, refused] = [result.numbers, result.refused.length].map((n) => n.toLocaleString('en-US'));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <AlertBox tone={result.refused.length === 0 ? 'green' : 'grey'}>
        {`The register has ${numbers} numbers · refused ${refused}`}
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
