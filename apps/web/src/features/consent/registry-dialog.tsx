import { consentRoutes, doNotCallRowErrors, limits, notPermittedSentence } from '@parley/contract';
import { useState } from 'react';
import { countryOptions } from '../../lib/country-options.ts';
import { type NumbersFile, numbersFile } from '../../lib/numbers-file.ts';
import { useMay } from '../../lib/permissions.ts';
import { ChooseFile } from '../../ui/choose-file.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ImportNumbersForm } from '../../ui/import-numbers-form.tsx';
import { ImportResult } from '../../ui/import-result.tsx';
import { NoPermission } from '../../ui/no-permission.tsx';
import { numberText } from '../../ui/number-text.ts';
import { TextField } from '../../ui/text-field.tsx';
import { type ImportedRegistry, useImportRegistry } from './use-import-registry.ts';

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
  const [result, setResult] = useState<ImportedRegistry | null>(null);
  if (result !== null) return <Result result={result} onClose={onClose} />;
  if (file === null)
    return (
      <ChooseFile read={readRegistry} onChosen={setFile}>
        A CSV file of a do-not-call register with a phone number in each row, with or without a heading. Only
        digests of the numbers are kept.
      </ChooseFile>
    );
  return <Send file={file} country={country} onBack={() => setFile(null)} onDone={setResult} />;
}

const readRegistry = (fileName: string, bytes: Uint8Array) =>
  numbersFile(fileName, bytes, limits.registryNumbersMax);

interface SendProps {
  file: NumbersFile;
  country: string | null;
  onBack: () => void;
  onDone: (result: ImportedRegistry) => void;
}

function Send({ file, country: ownCountry, onBack, onDone }: SendProps) {
  const [column, setColumn] = useState(file.column);
  const [country, setCountry] = useState(ownCountry ?? '');
  const [dated, setDated] = useState('');
  const { busy, send, sent, error } = useImportRegistry(onDone);
  return (
    <ImportNumbersForm
      {...{ file, column, country, busy, sent, error, onBack }}
      countries={countryOptions}
      incomplete={dated === ''}
      onColumn={setColumn}
      onCountry={setCountry}
      onImport={() => send({ file, column, dated, country: country === '' ? null : country })}
    >
      <TextField
        label="Date of the register"
        type="date"
        className="sm:col-span-2 sm:max-w-xs"
        data-autofocus
        value={dated}
        disabled={busy}
        hint="When it was fetched from whoever keeps it."
        onChange={(event) => setDated(event.target.value)}
      />
    </ImportNumbersForm>
  );
}

function Result({ result, onClose }: { result: ImportedRegistry; onClose: () => void }) {
  const [numbers, refused] = [result.numbers, result.refused.length].map(numberText);
  return (
    <ImportResult
      summary={`The register has ${numbers} numbers · refused ${refused}`}
      refused={result.refused}
      problems={doNotCallRowErrors}
      onClose={onClose}
    />
  );
}
