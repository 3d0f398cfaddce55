import { AlertBox } from './alert-box.tsx';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { cx } from './cx.ts';
import { LoadingNote } from './spinner.tsx';

interface LoadStateProps {
  query: { error: Error | null; isFetching: boolean };
  onRetry: () => void;
  /** Shown while it is loading, such as "Loading agents...". */
  loading: string;
  /** Says what could not be loaded; without it only the sentence of the error is shown. */
  failed?: string;
  /** With less space around it, inside something small. */
  compact?: boolean;
}

/** In the place of what has not been loaded: that it is loading, or why not, with a button to try again. */
export function LoadState({ query, onRetry, loading, failed, compact = false }: LoadStateProps) {
  if (query.error === null) return <LoadingNote className={cx(compact && 'py-4')}>{loading}</LoadingNote>;
  return (
    <AlertBox
      {...(failed === undefined ? {} : { title: failed })}
      className={cx('text-left', compact && 'm-3')}
      action={
        <Button busy={query.isFetching} onClick={() => onRetry()}>
          Retry
        </Button>
      }
    >
      {query.error.message}
    </AlertBox>
  );
}

/** The same in the place of a whole page, as high as the page will be. */
export function LoadStateCard(props: Omit<LoadStateProps, 'compact'>) {
  return (
    <Card className="grid min-h-[max(20rem,calc(100dvh-14rem))]">
      {props.query.error === null ? (
        <LoadState {...props} />
      ) : (
        <div className="p-5">
          <LoadState {...props} />
        </div>
      )}
    </Card>
  );
}
