import { doNotCallRoutes, doNotCallRowErrors, notPermittedSentence } from '@parley/contract';
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
  if (file === null)
    return (
      <ChooseFile read={numbersFile} onChosen={setFile}>
        A CSV file with a phone number in each row, with or without a heading. Numbers that are on the list
        already stay as they are.
      </ChooseFile>
    );
  return <Send file={file} country={country} onBack={() => setFile(null)} onDone={setResult} />;
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
  return (
    <ImportNumbersForm
      {...{ file, column, country, busy, sent, error, onBack }}
      countries={countryOptions}
      onColumn={setColumn}
      onCountry={setCountry}
      onImport={() => send({ file, column, country: country === '' ? null : country })}
    />
  );
}

function Result({ result, onClose }: { result: ImportedNumbers; onClose: () => void }) {
  const [added, present, refused] = [result.added, result.present, result.refused.length].map((count) =>
    numberText(count),
  );
  return (
    <ImportResult
      summary={`Added ${added} · already there ${present} · refused ${refused}`}
      refused={result.refused}
      problems={doNotCallRowErrors}
      onClose={onClose}
    />
  );
}
