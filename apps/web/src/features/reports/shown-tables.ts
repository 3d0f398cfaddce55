import { useNavigate, useSearchParams } from 'react-router';

/** Which tables are shown stands in the address, as names with a point between them. */
export function useShownTables() {
  const [params] = useSearchParams();
  const change = useAddressChange();
  return {
    isShown: (name: string) => namesIn(params).includes(name),
    toggle: (name: string) =>
      change((now) => {
        const names = namesIn(now);
        const next = names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
        if (next.length === 0) now.delete('tables');
        else now.set('tables', next.join('.'));
        return now;
      }),
  };
}

function namesIn(params: URLSearchParams): string[] {
  return (params.get('tables') ?? '').split('.').filter((name) => name !== '');
}

/**
 * Changes what stands in the address at the moment of the change: two changes in quick succession, before anything is
 * rendered again, are both kept.
 */
export function useAddressChange() {
  const navigate = useNavigate();
  return (change: (now: URLSearchParams) => URLSearchParams) => {
    const search = change(new URLSearchParams(window.location.search)).toString();
    void navigate({ search }, { replace: true, preventScrollReset: true });
  };
}
