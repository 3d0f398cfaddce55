import { limits } from '../limits.ts';
import type { Route } from '../route.ts';
import {
  consentRulesResponse,
  declareGroundsBody,
  importRegistryBody,
  importRegistryResponse,
} from './rules.ts';

const writes = { guard: 'bearer', permission: 'organization.write' } as const;

export const consentRoutes = {
  getConsentRules: {
    method: 'GET',
    path: '/api/consent-rules',
    guard: 'bearer',
    permission: 'campaigns.read',
    summary: 'Why the organization may call people for each purpose, and the register for sales calls.',
    response: consentRulesResponse,
    errors: [],
  },
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
