import { useSearchParams } from 'react-router';

/** A value that stands in the address, so that a reload keeps it. The empty string means none. */
export function useAddressParam(name: string): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams();
  function set(value: string): void {
    setParams(
      (given) => {
        if (value === '') given.delete(name);
        else given.set(name, value);
        return given;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return [params.get(name) ?? '', set];
}
