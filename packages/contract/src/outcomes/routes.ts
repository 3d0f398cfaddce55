import * as z from 'zod/mini';
import type { Route } from '../route.ts';
import { correctOutcomeBody, shownOutcome, withdrawCorrectionQuery } from './outcome.ts';

/** Ids in paths are not checked here: a malformed id is an unknown one (404), not bad input (400). */
const id = z.string().check(z.maxLength(200));
const corrects = { guard: 'bearer', permission: 'outcomes.correct' } as const;

export const outcomeRoutes = {
  correctOutcome: {
    method: 'PUT',
    path: '/api/calls/:id/outcome/:field',
    ...corrects,
    summary: 'Correct a value of an outcome, or its result. The correction stays when it is read again.',
    params: z.object({ id, field: id }),
    body: correctOutcomeBody,
    response: shownOutcome,
    errors: ['invalid_request', 'invalid_value', 'call_not_found', 'field_not_found', 'outcome_changed'],
  },
  withdrawCorrection: {
    method: 'DELETE',
    path: '/api/calls/:id/outcome/:field',
    ...corrects,
    summary: 'Withdraw a correction: the value that was read counts again.',
    params: z.object({ id, field: id }),
    query: withdrawCorrectionQuery,
    response: shownOutcome,
    errors: ['invalid_request', 'call_not_found', 'field_not_found', 'outcome_changed'],
  },
  runOutcome: {
    method: 'POST',
    path: '/api/calls/:id/outcome/run',
    ...corrects,
    summary: 'Read the outcome of a call again, with the fields of now. Corrections stay.',
    params: z.object({ id }),
    response: shownOutcome,
    errors: ['call_not_found', 'call_in_progress'],
  },
} as const satisfies Record<string, Route>;
