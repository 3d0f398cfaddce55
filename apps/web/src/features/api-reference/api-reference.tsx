import { useEffect, useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Card } from '../../ui/card.tsx';
import { OperationDetails } from './operation-details.tsx';
import { foundOperations, type Group, type Operation } from './read-document.ts';

/** All routes, grouped and searchable. The open one stands in the address: `/docs/api#createCall`. */
export function ApiReference({ groups }: { groups: readonly Group[] }) {
  const [search, setSearch] = useState('');
  const { hash } = useLocation();
  const navigate = useNavigate();
  const openId = hash.slice(1);
  const found = foundOperations(groups, search);
  const count = found.reduce((sum, { operations }) => sum + operations.length, 0);

  // A link to a route is followed once the routes are there; a press on the page does not move it.
  useEffect(() => {
    const wanted = window.location.hash.slice(1);
    if (wanted !== '') document.getElementById(wanted)?.scrollIntoView();
  }, []);

  const toggle = (id: string) =>
    navigate({ hash: id === openId ? '' : id }, { replace: true, preventScrollReset: true });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <input
          type="search"
          aria-label="Search the routes"
          placeholder="Search: place call, dnc.read"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="h-9 w-full max-w-sm rounded-box border border-control bg-surface px-3 text-ink text-md placeholder:text-ink-3 sm:text-base"
        />
        <p role="status" className="text-ink-3 text-sm tabular-nums">
          {count === 1 ? '1 route' : `${count} routes`}
        </p>
      </div>
      {found.map((group) => (
        <GroupCard key={group.title} group={group} openId={openId} onToggle={toggle} />
      ))}
      {found.length === 0 && <p className="text-ink-2">No route has these words.</p>}
    </div>
  );
}

interface GroupCardProps {
  group: Group;
  openId: string;
  onToggle: (id: string) => void;
}

function GroupCard({ group: { title, operations }, openId, onToggle }: GroupCardProps) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId} className="overflow-clip">
      <h2 id={titleId} className="px-4 py-3 font-semibold text-md sm:px-5">
        {title}
      </h2>
      {operations.map((operation) => (
        <OperationItem
          key={operation.id}
          operation={operation}
          open={operation.id === openId}
          onToggle={() => onToggle(operation.id)}
        />
      ))}
    </Card>
  );
}

interface OperationItemProps {
  operation: Operation;
  open: boolean;
  onToggle: () => void;
}

function OperationItem({ operation, open, onToggle }: OperationItemProps) {
  const { id, method, path, summary } = operation;
  return (
    <div id={id} className="scroll-mt-4 border-t">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          className="grid w-full grid-cols-[minmax(0,1fr)] gap-0.5 px-4 py-3 text-left hover:bg-sunken sm:px-5"
        >
          <code className="wrap-anywhere text-sm">
            <span className="font-semibold">{method}</span> {path}
          </code>
          <span className="text-ink-2 text-sm">{summary}</span>
        </button>
      </h3>
      {open && <OperationDetails operation={operation} />}
    </div>
  );
}
