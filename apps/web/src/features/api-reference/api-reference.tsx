import { type ReactNode, useEffect, useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Card } from '../../ui/card.tsx';
import { EventDetails } from './event-details.tsx';
import { OperationDetails } from './operation-details.tsx';
import { foundOperations, type Group } from './read-document.ts';
import { foundEvents, type SentEvent } from './read-events.ts';

/** All routes and events, grouped and searchable. The open one stands in the address: `/docs/api#createCall`. */
export function ApiReference({ groups, events }: { groups: readonly Group[]; events: readonly SentEvent[] }) {
  const [search, setSearch] = useState('');
  const { hash } = useLocation();
  const navigate = useNavigate();
  const openId = hash.slice(1);
  const found = foundOperations(groups, search);
  const sent = foundEvents(events, search);
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
          {counted(count, 'route')}
          {events.length > 0 && `, ${counted(sent.length, 'event')}`}
        </p>
      </div>
      {found.map(({ title, operations }) => (
        <GroupCard key={title} title={title}>
          {operations.map((operation) => (
            <Item
              key={operation.id}
              id={operation.id}
              summary={operation.summary}
              name={
                <>
                  <span className="font-semibold">{operation.method}</span> {operation.path}
                </>
              }
              open={operation.id === openId}
              onToggle={toggle}
            >
              <OperationDetails operation={operation} />
            </Item>
          ))}
        </GroupCard>
      ))}
      {sent.length > 0 && (
        <GroupCard title="Webhook events">
          {sent.map((event) => (
            <Item
              key={event.type}
              id={event.type}
              summary={event.summary}
              name={<span className="font-semibold">{event.type}</span>}
              open={event.type === openId}
              onToggle={toggle}
            >
              <EventDetails event={event} />
            </Item>
          ))}
        </GroupCard>
      )}
      {count + sent.length === 0 && <p className="text-ink-2">No route has these words.</p>}
    </div>
  );
}

const counted = (count: number, what: string) => (count === 1 ? `1 ${what}` : `${count} ${what}s`);

function GroupCard({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId} className="overflow-clip">
      <h2 id={titleId} className="px-4 py-3 font-semibold text-md sm:px-5">
        {title}
      </h2>
      {children}
    </Card>
  );
}

interface ItemProps {
  id: string;
  name: ReactNode;
  summary: string;
  open: boolean;
  onToggle: (id: string) => void;
  children: ReactNode;
}

function Item({ id, name, summary, open, onToggle, children }: ItemProps) {
  return (
    <div id={id} className="scroll-mt-4 border-t">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => onToggle(id)}
          className="grid w-full grid-cols-[minmax(0,1fr)] gap-0.5 px-4 py-3 text-left hover:bg-sunken sm:px-5"
        >
          <code className="wrap-anywhere text-sm">{name}</code>
          <span className="text-ink-2 text-sm">{summary}</span>
        </button>
      </h3>
      {open && children}
    </div>
  );
}
