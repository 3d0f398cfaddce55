import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { numberText } from '../../../ui/number-text.ts';
import { ExportDialog } from './export-dialog.tsx';
import { useExport } from './use-export.ts';

export interface ExportPartProps {
  /** As they stand in the address; what is exported is what they let through. */
  filters: Readonly<Record<string, string>>;
}

/** The button and its dialog, open at first. An export goes on while the dialog is closed, and the button says so. */
export function ExportPart({ filters }: ExportPartProps) {
  const [open, setOpen] = useState(true);
  const exported = useExport();
  const { current, running } = exported;
  return (
    <>
      <Button onClick={() => setOpen(true)} id="export-calls">
        <Download aria-hidden="true" className="size-4" />
        {running && current !== null ? `Exporting… ${numberText(current.rows)}` : 'Export…'}
      </Button>
      <ExportDialog open={open} onClose={() => setOpen(false)} filters={filters} exported={exported} />
    </>
  );
}
