import { contactImportRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api-context.ts';
import { parseImportDetail, parseImports } from '../../../lib/parsing/contacts.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** How far an import is, and what it has refused; kept current by events. */
export function useImport(importId: string) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.import(importId),
    queryFn: ({ signal }) =>
      api.get(contactImportRoutes.getContactImport, parseImportDetail, { params: { id: importId }, signal }),
  });
}

/** The latest ones. */
export function useImports() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.imports,
    queryFn: ({ signal }) => api.get(contactImportRoutes.listContactImports, parseImports, { signal }),
  });
}
