import type { Route } from './route.ts';
import { signInPolicyBody, signInPolicyResponse } from './sign-in-policy.ts';

export const signInPolicyRoutes = {
  getSignInPolicy: {
    method: 'GET',
    path: '/api/sign-in-policy',
    guard: 'bearer',
    // Every page needs to know after which time it signs out.
    permission: null,
    summary: 'What your organization has decided about signing in.',
    response: signInPolicyResponse,
    errors: [],
  },
  updateSignInPolicy: {
    method: 'PUT',
    path: '/api/sign-in-policy',
    guard: 'bearer',
    permission: 'people.manage',
    summary:
      'Change what your organization has decided about signing in. Refused when it has changed since the revision that the request names.',
    body: signInPolicyBody,
    response: signInPolicyResponse,
    errors: ['invalid_request', 'settings_changed', 'managed_elsewhere'],
  },
} as const satisfies Record<string, Route>;
