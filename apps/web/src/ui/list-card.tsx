import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { AlertBox } from './alert-box.tsx';
import { Card, CardHeader } from './card.tsx';
import { EmptyState } from './empty-state.tsx';
import { LoadState } from './load-state.tsx';

interface ListCardProps {
  title: string;
  subtitle: string;
  /** The button that adds one. */
  action: ReactNode;
  query: { data: unknown; error: Error | null; isFetching: boolean };
  onRetry: () => void;
  loading: string;
  failed: string;
  icon: LucideIcon;
  /** In the place of a list without rows. */
  empty: string;
  /** Above the list, where there can be no more. */
  full: string | null;
  /** Each in an `li`. */
  rows: readonly ReactNode[];
  /** Dialogs. */
  children: ReactNode;
}

/** A list of Settings: loading, empty or its rows, with the button that adds one. */
export function ListCard({
  title,
  subtitle,
  action,
  query,
  onRetry,
  loading,
  failed,
  ...rest
}: ListCardProps) {
  const { icon, empty, full, rows, children } = rest;
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader {...{ title, titleId, subtitle }} actions={action} className="border-b" />
      {query.data === undefined ? (
        <div className="p-5">
          <LoadState {...{ query, onRetry, loading, failed }} />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState icon={icon}>{empty}</EmptyState>
      ) : (
        <>
          {full !== null && (
            <AlertBox tone="amber" className="m-5">
              {full}
            </AlertBox>
          )}
          <ul aria-labelledby={titleId}>{rows}</ul>
        </>
      )}
      {children}
    </Card>
  );
}
