import { csvLine, type DoNotCallEntry, doNotCallRoutes, doNotCallSources } from '@parley/contract';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { parseDoNotCallExport } from '../../lib/parsing/do-not-call.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { numberText } from '../../ui/number-text.ts';

const heading = csvLine(['Phone Number', 'Source', 'Added By', 'Since', 'Confirmed']);

/** The whole list as a file, which can be imported again. Numbers that were erased are not in it. */
export function ExportNumbers() {
  const api = useApi();
  const [read, setRead] = useState(0);
  const { busy, send } = useSend({
    name: 'export-do-not-call',
    act: async () => {
      setRead(0);
      const lines: string[] = [];
      let after: string | undefined;
      do {
        const page = await api.get(doNotCallRoutes.exportDoNotCall, parseDoNotCallExport, {
          query: { after },
        });
        lines.push(...page.entries.flatMap(lineOf));
        setRead(lines.length);
        after = page.nextCursor ?? undefined;
      } while (after !== undefined);
      return lines;
    },
    onDone: (lines) => {
      // Programs for tables recognise UTF-8 by the mark.
      saveFile('do-not-call.csv', `\uFEFF${heading}${lines.join('')}`);
      toast.success(`${numberText(lines.length)} numbers exported`);
    },
    onFailed: (error) => toast.error('Failed to export the list.', { description: sentenceOf(error) }),
  });
  return (
    <Button busy={busy} onClick={() => send()}>
      {!busy && <Download aria-hidden="true" className="size-4 max-sm:hidden" />}
      {busy ? `Exporting... ${numberText(read)}` : 'Export'}
    </Button>
  );
}

function lineOf({ number, source, addedBy, createdAt, unconfirmed }: DoNotCallEntry): string[] {
  if (number === null) return [];
  const by = addedBy?.displayName ?? '';
  return [csvLine([number, doNotCallSources[source], by, createdAt, unconfirmed ? 'no' : 'yes'])];
}
