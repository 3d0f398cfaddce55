import { type AuditFilter, auditRoutes, csvLine, limits } from '@parley/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { type AuditEntry, parseAudit } from '../../lib/parsing/audit.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useSend } from '../../lib/use-send.ts';
import { numberText } from '../../ui/number-text.ts';
import { actionText } from './texts.ts';

const heading = csvLine([
  ...['Entry', 'Time', 'Actor', 'Name', 'Kind of actor', 'Network address'],
  ...['Action', 'What', 'Kind', 'Subject', 'Details'],
]);

export function exportLine({ id, at, actor, address, action, kind, subject, data }: AuditEntry): string {
  return csvLine([
    ...[String(id), at, actor.id, actor.name ?? '', actor.kind, address ?? ''],
    ...[action, actionText(action), kind, subject, JSON.stringify(data)],
  ]);
}

/** Fetches what the filters let through, page by page, and saves it as a file. */
export function useExport(filter: AuditFilter) {
  const api = useApi();
  const [read, setRead] = useState(0);
  const { busy, send } = useSend({
    name: 'export-audit',
    act: async () => {
      setRead(0);
      const lines: string[] = [];
      let after: number | undefined;
      do {
        const page = await api.get(auditRoutes.exportAudit, parseAudit, {
          query: { ...filter, after, limit: limits.auditPageMax },
        });
        for (const entry of page.entries) lines.push(exportLine(entry));
        setRead(lines.length);
        after = page.nextCursor ?? undefined;
      } while (after !== undefined);
      return lines;
    },
    onDone: (lines) => {
      // Programs for tables recognise UTF-8 by the mark.
      saveFile('audit-log.csv', `\uFEFF${heading}${lines.join('')}`);
      toast.success(`${numberText(lines.length)} entries exported`);
    },
    onFailed: (error) => toast.error('Failed to export the audit log.', { description: sentenceOf(error) }),
  });
  return { busy, send, read };
}
