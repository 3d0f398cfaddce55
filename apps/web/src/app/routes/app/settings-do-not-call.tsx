import { doNotCallRoutes } from '@parley/contract';
import { Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { AddNumberDialog } from '../../../features/do-not-call/add-dialog.tsx';
import { DoNotCallView } from '../../../features/do-not-call/do-not-call-view.tsx';
import { ExportNumbers } from '../../../features/do-not-call/export-numbers.tsx';
import { ImportNumbersDialog } from '../../../features/do-not-call/import-dialog.tsx';
import { useMay } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { paths } from '../../paths.ts';
import { useCountry, useReadNumber } from '../../use-read-number.ts';

export function DoNotCallPage() {
  const may = useMay();
  const readNumber = useReadNumber();
  const country = useCountry();
  const [open, setOpen] = useState<'add' | 'import' | null>(null);
  const mayAdd = may(doNotCallRoutes.addDoNotCall.permission);
  const close = () => setOpen(null);
  return (
    <>
      <PageHeading
        title="Do Not Call"
        subtitle="Numbers that neither agents nor people call."
        actions={
          mayAdd ? (
            <>
              {may(doNotCallRoutes.exportDoNotCall.permission) && <ExportNumbers />}
              {may(doNotCallRoutes.importDoNotCall.permission) && (
                <Button onClick={() => setOpen('import')}>
                  <Upload aria-hidden="true" className="size-4 max-sm:hidden" />
                  Import
                </Button>
              )}
              <Button look="primary" onClick={() => setOpen('add')}>
                <Plus aria-hidden="true" className="size-4" />
                Add Number
              </Button>
            </>
          ) : undefined
        }
      />
      <DoNotCallView
        paths={{ contact: paths.contact, call: paths.call }}
        onAdd={mayAdd ? () => setOpen('add') : null}
      />
      <AddNumberDialog open={open === 'add'} readNumber={readNumber} onClose={close} />
      <ImportNumbersDialog open={open === 'import'} country={country} onClose={close} />
    </>
  );
}
