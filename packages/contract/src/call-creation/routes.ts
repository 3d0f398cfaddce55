import { placeCallResponse } from '../calls.ts';
import { idempotencyKeyHeader } from '../idempotency-key.ts';
import type { Route } from '../route.ts';
import { routes } from '../routes.ts';
import { createCallBody } from './body.ts';

const { errors: placingErrors } = routes.placeCall;

export const callCreationRoutes = {
  createCall: {
    method: 'POST',
    path: '/api/calls',
    guard: 'bearer',
    permission: 'calls.place',
    summary:
      'Let an agent call a number, told what to do by a message or by a template with values. A repeated request with the same Idempotency-Key never dials twice.',
    headers: idempotencyKeyHeader,
    body: createCallBody,
    response: placeCallResponse,
    errors: [...placingErrors, 'template_not_found'],
  },
} as const satisfies Record<string, Route>;
