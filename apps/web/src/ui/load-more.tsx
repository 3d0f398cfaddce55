import { Button } from './button.tsx';

interface LoadMoreProps {
  busy: boolean;
  /** Of a list whose first entries are the latest. */
  label?: string;
  onClick: () => void;
}

/** Below a list that has further pages. */
export function LoadMore({ busy, label = 'Load More', onClick }: LoadMoreProps) {
  return (
    <div className="flex justify-center border-t p-3">
      <Button look="quiet" busy={busy} onClick={onClick}>
        {busy ? 'Loading...' : label}
      </Button>
    </div>
  );
}
