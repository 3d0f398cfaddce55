import { type ImportedRegistry, importRegistryResponse } from '@parley/contract';

export function parseImportedRegistry(body: unknown): ImportedRegistry | undefined {
  return importRegistryResponse.safeParse(body).data;
}
