import { callExportRoutes } from '@parley/contract';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMay } from '../../../lib/permissions.ts';
import { useCode } from '../../../lib/use-code.ts';
import { Button } from '../../../ui/button.tsx';
import { valuesOf } from '../search/filter-values.ts';

/** Not needed to see the calls, so it is loaded when somebody asks for it. */
const loadPart = async () => {
  const { ExportPart } = await import('./export-part.tsx');
  return { ExportPart };
};

/** What the filters in the address let through, as a file. */
export function ExportButton() {
  const may = useMay();
  const [params] = useSearchParams();
  const [wanted, setWanted] = useState(false);
  const { part, query, retry } = useCode('the export', loadPart, wanted);
  if (!may(callExportRoutes.createExport.permission)) return null;
  if (part !== undefined && wanted) return <part.ExportPart filters={valuesOf(params.toString())} />;
  return (
    <Button
      id="export-calls"
      busy={query.isFetching}
      onClick={() => {
        setWanted(true);
        // Code that could not be loaded is asked for again.
        if (query.isError) retry();
      }}
    >
      {!query.isFetching && <Download aria-hidden="true" className="size-4" />}
      Export…
    </Button>
  );
}
