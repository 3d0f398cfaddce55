import { Download, RefreshCw, ScrollText } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useLoadMore } from '../../lib/use-load-more.ts';
import { useRetry, useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { numberText } from '../../ui/number-text.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { auditFilterOf, filterNames, isFiltered, requestOf, type ShownFilter } from './filter.ts';
import { useAudit, useAuditActors } from './use-audit.ts';
import { useExport } from './use-export.ts';

/** The whole page: filters and the open entry stand in the address. */
export function AuditView() {
  const [params, setParams] = useSearchParams();
  const filter = auditFilterOf(params);
  const query = useAudit(requestOf(filter));
  const actors = useAuditActors();
  const set = (parts: Readonly<Record<string, string>>) =>
    setParams(
      (given) => {
        for (const [name, value] of Object.entries(parts)) {
          if (value === '') given.delete(name);
          else given.set(name, value);
        }
        return given;
      },
      { replace: true, preventScrollReset: true },
    );
  const clear = () => set(Object.fromEntries(filterNames.map((name) => [name, ''])));
  return (
    <>
      <PageHeading
        title="Audit Log"
        subtitle="Who did and read what. It holds ids, and nobody can change it."
        actions={
          <>
            <RefreshButton query={query} />
            <ExportButton filter={filter} />
          </>
        }
      />
      <Card className="min-h-[max(20rem,calc(100dvh-14rem))] overflow-clip">
        <AuditFilters
          filter={filter}
          actors={actors.data ?? []}
          onChange={(part) => set(part as Record<string, string>)}
          onClear={clear}
        />
        <Found
          query={query}
          filtered={isFiltered(filter)}
          onClear={clear}
          onOpen={(id) => set({ entry: String(id) })}
        />
      </Card>
      <EntryDialog id={params.get('entry') ?? ''} onClose={() => set({ entry: '' })} />
    </>
  );
}

interface FoundProps {
  query: ReturnType<typeof useAudit>;
  filtered: boolean;
  onClear: () => void;
  onOpen: (id: number) => void;
}

function Found({ query, filtered, onClear, onOpen }: FoundProps) {
  const retry = useRetry(query.refetch);
  const more = useLoadMore({ name: 'load-more-audit', query });
  if (query.data === undefined)
    return (
      <div className="border-t p-5">
        <LoadState
          query={query}
          onRetry={retry.send}
          loading="Loading the audit log..."
          failed="Failed to load the audit log"
        />
      </div>
    );
  if (query.data.length === 0)
    return (
      <EmptyState
        icon={ScrollText}
        className="border-t py-24"
        action={filtered && <Button onClick={onClear}>Clear filters</Button>}
      >
        {filtered
          ? 'No entry fits these filters.'
          : 'No entries yet. Every change and every reading appears here.'}
      </EmptyState>
    );
  return (
    <div aria-busy={query.isPlaceholderData} className={cx(query.isPlaceholderData && 'opacity-55')}>
      <AuditList entries={query.data} onOpen={onOpen} />
      {query.hasNextPage && <LoadMore busy={more.busy} onClick={() => more.send()} />}
    </div>
  );
}

function RefreshButton({ query }: { query: ReturnType<typeof useAudit> }) {
  const { busy, send } = useSend({
    name: 'refresh-audit',
    act: () => query.refetch({ cancelRefetch: false }),
  });
  return (
    <Button busy={busy} onClick={() => send()}>
      {!busy && <RefreshCw aria-hidden="true" className="size-4 max-sm:hidden" />}
      Refresh
    </Button>
  );
}

function ExportButton({ filter }: { filter: ShownFilter }) {
  const { busy, send, read } = useExport(requestOf(filter));
  return (
    <Button busy={busy} onClick={() => send()}>
      {!busy && <Download aria-hidden="true" className="size-4 max-sm:hidden" />}
      {busy ? `Exporting... ${numberText(read)}` : 'Export CSV'}
    </Button>
  );
}
