import {
  type ColumnName,
  type Contact,
  columnTitles,
  consentCell,
  contactRoutes,
  csvLine,
} from '@parley/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { parseExportPage } from '../../../lib/parsing/contacts.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useSend } from '../../../lib/use-send.ts';
import { numberText } from '../../../ui/number-text.ts';

/** What an import finds again. */
const columns = [
  'number',
  'name',
  'language',
  'timeZone',
  'consent',
  'notes',
  'agentNotes',
] as const satisfies readonly ColumnName[];

export const exportHeading = csvLine(columns.map((name) => columnTitles[name]));

export function exportLine(contact: Contact): string {
  const { number, name, language, timeZone, consent, notes, agentNotes } = contact;
  return csvLine([number, name, language ?? '', timeZone ?? '', consentCell(consent), notes, agentNotes]);
}

/** Fetches all contacts, page by page, and saves them as a file. */
export function useExport() {
  const api = useApi();
  const [read, setRead] = useState(0);
  const { busy, send } = useSend({
    name: 'export-contacts',
    act: async () => {
      setRead(0);
      const lines: string[] = [];
      let afterId: string | undefined;
      do {
        const page = await api.get(contactRoutes.exportContacts, parseExportPage, { query: { afterId } });
        for (const contact of page.contacts) lines.push(exportLine(contact));
        setRead(lines.length);
        afterId = page.nextCursor ?? undefined;
      } while (afterId !== undefined);
      return lines;
    },
    onDone: (lines) => {
      // Programs for tables recognise UTF-8 by the mark.
      saveFile('contacts.csv', `\uFEFF${exportHeading}${lines.join('')}`);
      toast.success(`${numberText(lines.length)} contacts exported`);
    },
    onFailed: (error) => toast.error('Failed to export contacts.', { description: sentenceOf(error) }),
  });
  return { busy, send, read };
}
