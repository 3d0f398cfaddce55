import * as z from 'zod/mini';
import { idempotencyKeyHeader } from '../idempotency-key.ts';
import type { Route } from '../route.ts';
import {
  callBack,
  changeFollowUpBody,
  changeFollowUpResponse,
  createFollowUpBody,
  deskPeopleResponse,
  followUpResponse,
  followUpsQuery,
  followUpsResponse,
  urgentMailBody,
} from './follow-up.ts';

/** Ids in paths are not checked here: a malformed id is an unknown one (404), not bad input (400). */
const params = z.object({ id: z.string().check(z.maxLength(200)) });
const reads = { guard: 'bearer', permission: 'follow-ups.read' } as const;
const writes = { guard: 'bearer', permission: 'follow-ups.write' } as const;

export const followUpRoutes = {
  listFollowUps: {
    method: 'GET',
    path: '/api/follow-ups',
    ...reads,
    summary: 'Follow-ups, the urgent ones first, then by when they are due.',
    query: followUpsQuery,
    response: followUpsResponse,
    errors: ['invalid_request'],
  },
  listDeskPeople: {
    method: 'GET',
    path: '/api/follow-ups/people',
    ...reads,
    summary: 'Who works with follow-ups, and whether you get the urgent ones by e-mail.',
    response: deskPeopleResponse,
    errors: [],
  },
  // Whoever cannot act on a follow-up is not woken by one either.
  setUrgentMail: {
    method: 'PUT',
    path: '/api/follow-ups/people/me',
    ...writes,
    summary: 'Get urgent follow-ups by e-mail, or no more.',
    body: urgentMailBody,
    response: deskPeopleResponse,
    errors: ['invalid_request', 'mail_not_connected'],
  },
  getFollowUp: {
    method: 'GET',
    path: '/api/follow-ups/:id',
    ...reads,
    summary: 'One follow-up.',
    params,
    response: followUpResponse,
    errors: ['follow_up_not_found'],
  },
  createFollowUp: {
    method: 'POST',
    path: '/api/follow-ups',
    ...writes,
    summary: 'Add a follow-up by hand. A repeated request with the same Idempotency-Key adds one.',
    headers: idempotencyKeyHeader,
    body: createFollowUpBody,
    response: followUpResponse,
    errors: [
      'idempotency_key_required',
      'invalid_request',
      'invalid_phone_number',
      'call_not_found',
      'contact_not_found',
      'person_not_found',
    ],
  },
  changeFollowUp: {
    method: 'PUT',
    path: '/api/follow-ups/:id',
    ...writes,
    summary: 'Close, reopen, snooze or assign a follow-up, note something, or change when it is due.',
    params,
    body: changeFollowUpBody,
    response: changeFollowUpResponse,
    errors: ['invalid_request', 'follow_up_not_found', 'follow_up_changed', 'person_not_found'],
  },
  getCallBack: {
    method: 'GET',
    path: '/api/follow-ups/:id/call-back',
    guard: 'bearer',
    permission: 'calls.place',
    summary: 'What a call back is proposed with. Nothing is dialled.',
    params,
    response: callBack,
    errors: ['follow_up_not_found', 'follow_up_done', 'no_number'],
  },
} as const satisfies Record<string, Route>;
