import { useFilterAddress } from './filter-address.ts';
import { FoundCalls, type FoundCallsProps } from './found-calls.tsx';
import { SearchKeys, type SearchKeysProps } from './search-keys.tsx';
import { SearchTools } from './search-tools.tsx';

/** What is loaded beside the call list. Each of them reads the filters from the address. */

export function FieldKeys(props: Omit<SearchKeysProps, 'address'>) {
  return <SearchKeys address={useFilterAddress()} {...props} />;
}

export function Tools() {
  return <SearchTools address={useFilterAddress()} />;
}

export function Results(props: Omit<FoundCallsProps, 'address'>) {
  return <FoundCalls address={useFilterAddress()} {...props} />;
}
