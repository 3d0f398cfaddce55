import { limits } from '../limits.ts';
import type { Route } from '../route.ts';
import { importRegistryBody, importRegistryResponse } from './registry-import.ts';
import { consentRulesResponse, declareGroundsBody } from './rules.ts';
import { consentRulesRoutes } from './rules-routes.ts';

const writes = { guard: 'bearer', permission: 'organization.write' } as const;

export const consentRoutes = {
  ...consentRulesRoutes,
  declareGrounds: {
    method: 'PUT',
    path: '/api/consent-rules/grounds',
    ...writes,
    summary: 'Declare for each purpose why the organization may call people.',
    body: declareGroundsBody,
    response: consentRulesResponse,
    errors: ['invalid_request', 'settings_changed'],
  },
  importRegistry: {
    method: 'POST',
    path: '/api/consent-rules/registry/import',
    ...writes,
    summary: 'Send numbers of a register of people who want no sales calls, some rows at a time.',
    body: importRegistryBody,
    bodyBytesMax: limits.doNotCallImportBytesMax,
    response: importRegistryResponse,
    errors: ['invalid_request', 'too_many_numbers'],
  },
  removeRegistry: {
    method: 'DELETE',
    path: '/api/consent-rules/registry',
    ...writes,
    summary: 'Remove the register. Nobody is called for sales without one.',
    response: consentRulesResponse,
    errors: [],
  },
} as const satisfies Record<string, Route>;
