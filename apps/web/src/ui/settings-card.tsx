import { type ReactNode, useId } from 'react';
import { Card } from './card.tsx';
import { LoadState } from './load-state.tsx';

interface SettingsCardProps<Stored> {
  title: string;
  /** What is set here. */
  text: string;
  query: { data: Stored | undefined; error: Error | null; isFetching: boolean };
  onRetry: () => void;
  loading: string;
  failed: string;
  children: (stored: Stored) => ReactNode;
}

/** A form of Settings under its heading, once what is stored has been loaded. */
export function SettingsCard<Stored>({ title, text, query, children, ...rest }: SettingsCardProps<Stored>) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId} className="grid content-start gap-4 p-4 sm:p-5">
      <div>
        <h2 id={titleId} className="font-semibold text-md">
          {title}
        </h2>
        <p className="mt-1 text-ink-2">{text}</p>
      </div>
      {query.data === undefined ? <LoadState query={query} {...rest} compact /> : children(query.data)}
    </Card>
  );
}
