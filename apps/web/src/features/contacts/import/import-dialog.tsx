import { contactImportRoutes, notPermittedSentence } from '@parley/contract';
import { useState } from 'react';
import { useMay } from '../../../lib/permissions.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { NoPermission } from '../../../ui/no-permission.tsx';
import type { ChosenFile } from './chosen-file.ts';
import { ColumnsStep } from './columns-step.tsx';
import { FileStep } from './file-step.tsx';
import { ResultStep } from './result-step.tsx';

/** In the address, in the place of the id of an import: a file is to be chosen. */
export const newImport = 'new';

interface ImportDialogProps {
  /** The id of an import that is shown, `new`, or empty while the dialog is closed. */
  shown: string;
  country: string | null;
  onShow: (importId: string) => void;
  onClose: () => void;
}

export function ImportDialog({ shown, country, onShow, onClose }: ImportDialogProps) {
  return (
    <Dialog
      open={shown !== ''}
      onOpenChange={(open) => !open && onClose()}
      title="Import Contacts"
      description="From a CSV file"
      wide
    >
      {shown === newImport ? (
        <NewImport country={country} onShow={onShow} />
      ) : (
        shown !== '' && <ResultStep importId={shown} onClose={onClose} />
      )}
    </Dialog>
  );
}

function NewImport({ country, onShow }: Pick<ImportDialogProps, 'country' | 'onShow'>) {
  const may = useMay();
  const [file, setFile] = useState<ChosenFile | null>(null);
  const mayImport =
    may(contactImportRoutes.createContactImport.permission) &&
    may(contactImportRoutes.putContactImportPart.permission) &&
    may(contactImportRoutes.startContactImport.permission);
  if (!mayImport) return <NoPermission>{notPermittedSentence}</NoPermission>;
  return file === null ? (
    <FileStep onChosen={setFile} onShow={onShow} />
  ) : (
    <ColumnsStep file={file} country={country} onBack={() => setFile(null)} onStarted={onShow} />
  );
}
