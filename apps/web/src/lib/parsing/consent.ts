import {
  type ConsentRules,
  consentRulesResponse,
  type ImportedRegistry,
  importRegistryResponse,
} from '@parley/contract';

export function parseConsentRules(body: unknown): ConsentRules | undefined {
  return consentRulesResponse.safeParse(body).data?.rules;
}

export function parseImportedRegistry(body: unknown): ImportedRegistry | undefined {
  return importRegistryResponse.safeParse(body).data;
}
