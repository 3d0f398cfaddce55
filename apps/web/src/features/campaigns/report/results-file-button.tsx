import { type Campaign, campaignReportRoutes } from '@parley/contract';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { parseResults } from '../../../lib/parsing/campaign-run.ts';
import { useMay } from '../../../lib/permissions.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useSend } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { type ResultsKind, resultsHeading, resultsLines } from './results-file.ts';

const names: Readonly<Record<ResultsKind, string>> = { people: 'results', calls: 'calls' };

/** Fetches all rows with their calls, page by page, and saves them as a file. */
export function ResultsFile({ campaign }: { campaign: Campaign }) {
  const may = useMay();
  const api = useApi();
  const [read, setRead] = useState(0);
  const { busy, send } = useSend({
    name: 'export-campaign-results',
    act: async (kind: ResultsKind) => {
      setRead(0);
      const lines: string[] = [];
      let rows = 0;
      let after: number | undefined;
      do {
        const { results, hasMore } = await api.get(campaignReportRoutes.exportCampaignResults, parseResults, {
          params: { id: campaign.id },
          query: { after },
        });
        for (const result of results) lines.push(...resultsLines(kind, campaign, result));
        rows += results.length;
        setRead(rows);
        after = hasMore ? results.at(-1)?.row : undefined;
      } while (after !== undefined);
      return lines;
    },
    onDone: (lines, kind) => {
      // Programs for tables recognise UTF-8 by the mark.
      saveFile(`${names[kind]}.csv`, `\uFEFF${resultsHeading(kind, campaign)}${lines.join('')}`);
      toast.success(`${lines.length.toLocaleString('en-US')} lines saved`);
    },
    onFailed: (error) => toast.error('Failed to read the results.', { description: sentenceOf(error) }),
  });
  if (!may(campaignReportRoutes.exportCampaignResults.permission)) return null;
  return (
    <Menu
      trigger={
        <Button busy={busy}>
          {!busy && <Download aria-hidden="true" className="size-4" />}
          {busy ? `Reading... ${read.toLocaleString('en-US')}` : 'Results File'}
        </Button>
      }
    >
      <MenuItem onSelect={() => send('people')}>A line for each person</MenuItem>
      <MenuItem onSelect={() => send('calls')}>A line for each call</MenuItem>
    </Menu>
  );
}
