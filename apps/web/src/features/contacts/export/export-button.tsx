import { Download } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { numberText } from '../../../ui/number-text.ts';
import { useExport } from './use-export.ts';

export function ExportButton() {
  const { busy, send, read } = useExport();
  return (
    <Button busy={busy} onClick={() => send()}>
      {!busy && <Download aria-hidden="true" className="size-4 max-sm:hidden" />}
      {busy ? `Exporting... ${numberText(read)}` : 'Export'}
    </Button>
  );
}
