import { limits } from '@parley/contract';
import { Search, Users } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useLoadMore } from '../../../lib/use-load-more.ts';
import { useSearch } from '../../../lib/use-search.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { controlClasses } from '../../../ui/field.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { numberText } from '../../../ui/number-text.ts';
import { useSlashKey } from '../../../ui/use-slash-key.ts';
import { type FoundContacts, useContacts } from '../use-contacts.ts';
import { ContactList } from './contact-list.tsx';

interface ContactsViewProps {
  pathOf: (number: string) => string;
  /** Null for those who may not add any. */
  onAdd: (() => void) | null;
}

export function ContactsView({ pathOf, onAdd }: ContactsViewProps) {
  const { typed, setTyped, search } = useSearch();
  const query = useContacts(search);
  return (
    <Card className="min-h-[max(20rem,calc(100dvh-14rem))] overflow-clip">
      <SearchField value={typed} onChange={setTyped} found={query.data} search={search} />
      <Found query={query} search={search} pathOf={pathOf} onAdd={onAdd} />
    </Card>
  );
}

interface FoundProps extends ContactsViewProps {
  query: ReturnType<typeof useContacts>;
  search: string;
}

function Found({ query, search, pathOf, onAdd }: FoundProps) {
  const retry = useRetry(query.refetch);
  const more = useLoadMore({ name: 'load-more-contacts', query });
  if (query.data === undefined)
    return (
      <div className="border-t p-5">
        <LoadState
          query={query}
          onRetry={retry.send}
          loading="Loading contacts..."
          failed="Failed to load contacts"
        />
      </div>
    );
  if (query.data.contacts.length === 0) return <NothingFound search={search} onAdd={onAdd} />;
  return (
    <div aria-busy={query.isPlaceholderData} className={cx(query.isPlaceholderData && 'opacity-55')}>
      <ContactList contacts={query.data.contacts} pathOf={pathOf} />
      {query.hasNextPage && <LoadMore busy={more.busy} onClick={() => more.send()} />}
    </div>
  );
}

interface SearchFieldProps {
  value: string;
  onChange: (typed: string) => void;
  found: FoundContacts | undefined;
  search: string;
}

function SearchField({ value, onChange, found, search }: SearchFieldProps) {
  const id = useId();
  const field = useSlashKey();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="relative w-full max-w-sm">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-2.5 left-3 size-4 text-ink-3"
        />
        <input
          ref={field}
          id={id}
          type="search"
          aria-keyshortcuts="/"
          aria-label="Search by name or number"
          placeholder="Search by name or number"
          autoComplete="off"
          maxLength={limits.contactSearchMax}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={cx(controlClasses, 'h-9 pl-9')}
        />
      </div>
      <p role="status" className="text-ink-3 text-sm tabular-nums">
        {countText(found, search)}
      </p>
    </div>
  );
}

function countText(found: FoundContacts | undefined, search: string): string {
  if (found === undefined) return '';
  const { contacts, total } = found;
  if (search === '') return total === 1 ? '1 contact' : `${numberText(total)} contacts`;
  return contacts.length === 0 ? 'Nobody found' : '';
}

function NothingFound({ search, onAdd }: { search: string; onAdd: (() => void) | null }): ReactNode {
  if (search !== '')
    return (
      <EmptyState icon={Search} className="border-t py-24">
        Nobody has this name or number.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={Users}
      className="border-t py-24"
      action={onAdd !== null && <Button onClick={onAdd}>Add a contact</Button>}
    >
      {onAdd === null
        ? 'No contacts yet. They appear here as soon as there are any.'
        : 'No contacts yet. Add one, or import a CSV file.'}
    </EmptyState>
  );
}
