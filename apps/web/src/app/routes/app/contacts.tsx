import { contactImportRoutes, contactRoutes } from '@parley/contract';
import { Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ExportButton } from '../../../features/contacts/export/export-button.tsx';
import { ContactDialog } from '../../../features/contacts/form/contact-dialog.tsx';
import { ImportDialog, newImport } from '../../../features/contacts/import/import-dialog.tsx';
import { RunningImports } from '../../../features/contacts/import/running-imports.tsx';
import { ContactsView } from '../../../features/contacts/list/contacts-view.tsx';
import { useMay } from '../../../lib/permissions.ts';
import { useAddressParam } from '../../../lib/use-address-param.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { paths } from '../../paths.ts';
import { useCountry, useReadNumber } from '../../use-read-number.ts';

export function ContactsPage() {
  const may = useMay();
  const navigate = useNavigate();
  const readNumber = useReadNumber();
  const country = useCountry();
  const [adding, setAdding] = useState(false);
  const [shownImport, setShownImport] = useAddressParam('import');
  const mayAdd = may(contactRoutes.createContact.permission);
  const onAdd = () => setAdding(true);
  return (
    <>
      <PageHeading
        title="Contacts"
        subtitle="The people behind the numbers."
        actions={
          mayAdd ? (
            <>
              {may(contactRoutes.exportContacts.permission) && <ExportButton />}
              {may(contactImportRoutes.createContactImport.permission) && (
                <Button onClick={() => setShownImport(newImport)}>
                  <Upload aria-hidden="true" className="size-4 max-sm:hidden" />
                  Import
                </Button>
              )}
              <Button look="primary" onClick={onAdd}>
                <Plus aria-hidden="true" className="size-4" />
                Add Contact
              </Button>
            </>
          ) : undefined
        }
      />
      <RunningImports onShow={setShownImport} />
      <ContactsView pathOf={paths.contact} onAdd={mayAdd ? onAdd : null} />
      <ContactDialog
        editing={adding ? { contact: null, number: '' } : null}
        readNumber={readNumber}
        onClose={() => setAdding(false)}
        onSaved={(number) => void navigate(paths.contact(number))}
      />
      <ImportDialog
        shown={shownImport}
        country={country}
        onShow={setShownImport}
        onClose={() => setShownImport('')}
      />
    </>
  );
}
