import type { Route } from '../route.ts';
import { consentRulesResponse } from './rules.ts';

/** What campaigns ask for too: without what an import needs. */
export const consentRulesRoutes = {
  getConsentRules: {
    method: 'GET',
    path: '/api/consent-rules',
    guard: 'bearer',
    permission: 'campaigns.read',
    summary: 'Why the organization may call people for each purpose, and the register for sales calls.',
    response: consentRulesResponse,
    errors: [],
  },
} as const satisfies Record<string, Route>;
