import * as z from 'zod/mini';
import { agentsResponse } from './agents.ts';
import {
  callPreview,
  callResponse,
  callsQuery,
  callsResponse,
  deletedResponse,
  endCallResponse,
  placeCallBody,
  placeCallResponse,
} from './calls.ts';
import { configRoute } from './config-route.ts';
import type { ErrorCode } from './error-codes.ts';
import { idempotencyKeyHeader } from './idempotency-key.ts';
import type { Route } from './route.ts';
import { templateCreateBody, templateResponse, templatesResponse, templateUpdateBody } from './templates.ts';

/** Ids in paths are not checked here: a malformed id is an unknown one (404), not bad input (400). */
const idParam = z.object({ id: z.string().check(z.maxLength(200)) });
const agentParam = z.object({ agentId: z.string().check(z.maxLength(200)) });

const health = z.object({ status: z.enum(['ok', 'unavailable']) });

/** The routes that the call list, the dashboard and sign-in use. `apiRoutes` has all. */
export const routes = {
  health: {
    method: 'GET',
    path: '/healthz',
    guard: 'public',
    summary: 'The process is alive.',
    response: health,
    errors: [],
  },
  ready: {
    method: 'GET',
    path: '/readyz',
    guard: 'public',
    summary:
      'The server is able to take calls; not while it is shutting down or without a database that stores them.',
    response: health,
    errors: [],
  },
  config: configRoute,
  listAgents: {
    method: 'GET',
    path: '/api/agents',
    guard: 'bearer',
    permission: 'agents.read',
    summary: 'The agents of your organization.',
    response: agentsResponse,
    errors: [],
  },
  placeCall: {
    method: 'POST',
    path: '/api/twilio/:agentId/call',
    guard: 'bearer',
    permission: 'calls.place',
    summary:
      'Let an agent call a number. A repeated request with the same Idempotency-Key never dials twice.',
    params: agentParam,
    headers: idempotencyKeyHeader,
    body: placeCallBody,
    response: placeCallResponse,
    errors: [
      'invalid_request',
      'idempotency_key_required',
      'invalid_phone_number',
      'country_not_allowed',
      'number_type_not_allowed',
      'agent_not_found',
      'agent_archived',
      'agent_not_published',
      'do_not_call',
      'being_erased',
      'follow_up_in_call',
      'follow_up_done',
      'contact_not_found',
      'too_many_contacts',
      'too_many_people',
      'no_model',
      'no_sandbox',
      'phone_disconnected',
      'phone_failing',
      'address_not_ready',
      'model_disconnected',
      'model_failing',
      'instructions_not_english',
      'idempotency_key_reused',
      'too_many_calls',
      'lines_busy',
      'number_in_call',
      'settings_changed',
      'daily_limit_reached',
      'spending_limit_reached',
      'carrier_invalid_number',
      'carrier_country_blocked',
      'carrier_caller_id',
      'carrier_account',
      'carrier_busy',
      'carrier_refused',
      'carrier_unreachable',
      'carrier_not_connected',
      'call_not_sent',
      'shutting_down',
      'server_busy',
    ],
  },
  previewCall: {
    method: 'POST',
    path: '/api/twilio/:agentId/call/preview',
    guard: 'bearer',
    permission: 'calls.place',
    summary:
      'What would become of a call that is placed now, limits and do-not-call list included. Nobody is called.',
    params: agentParam,
    body: placeCallBody,
    response: callPreview,
    errors: ['invalid_request'],
  },
  listCalls: {
    method: 'GET',
    path: '/api/calls',
    guard: 'bearer',
    permission: 'calls.read',
    summary: 'Calls, newest first, a page at a time.',
    query: callsQuery,
    response: callsResponse,
    errors: ['invalid_request'],
  },
  getCall: {
    method: 'GET',
    path: '/api/calls/:id',
    guard: 'bearer',
    permission: 'calls.read',
    summary: 'One call with its transcript.',
    params: idParam,
    response: callResponse,
    errors: ['call_not_found'],
  },
  deleteCall: {
    method: 'DELETE',
    path: '/api/calls/:id',
    guard: 'bearer',
    permission: 'calls.delete',
    summary: 'Remove a finished call with its transcript and summary. For a minute it can be brought back.',
    params: idParam,
    response: deletedResponse,
    errors: ['call_not_found', 'call_in_progress'],
  },
  restoreCall: {
    method: 'POST',
    path: '/api/calls/:id/restore',
    guard: 'bearer',
    permission: 'calls.delete',
    summary: 'Bring back a call that was deleted a moment ago.',
    params: idParam,
    response: endCallResponse,
    errors: ['call_not_found'],
  },
  endCall: {
    method: 'POST',
    path: '/api/calls/:id/end',
    guard: 'bearer',
    permission: 'calls.control',
    summary: 'Hang up a live call.',
    params: idParam,
    response: endCallResponse,
    errors: [
      'call_not_found',
      'carrier_not_connected',
      'carrier_unreachable',
      'carrier_refused',
      'carrier_busy',
      'carrier_account',
    ],
  },
  events: {
    method: 'GET',
    path: '/api/events',
    guard: 'bearer',
    // Its events need different permissions, so each is sent only to those who have it (`permissionOfEvent`).
    permission: null,
    summary: 'Server-sent events of your organization, until the token expires.',
    response: z.string(),
    errors: ['too_many_requests'],
  },
  listTemplates: {
    method: 'GET',
    path: '/api/templates/templates',
    guard: 'bearer',
    permission: 'templates.read',
    summary: 'Instruction templates, by agent.',
    response: templatesResponse,
    errors: [],
  },
  createTemplate: {
    method: 'POST',
    path: '/api/templates/templates',
    guard: 'bearer',
    permission: 'templates.write',
    summary: 'Create a template.',
    body: templateCreateBody,
    response: templateResponse,
    errors: ['invalid_request', 'agent_not_found'],
  },
  updateTemplate: {
    method: 'PUT',
    path: '/api/templates/templates/:id',
    guard: 'bearer',
    permission: 'templates.write',
    summary: 'Change a template. Without placeholders their defaults are cleared.',
    params: idParam,
    body: templateUpdateBody,
    response: templateResponse,
    errors: ['invalid_request', 'template_not_found'],
  },
  deleteTemplate: {
    method: 'DELETE',
    path: '/api/templates/templates/:id',
    guard: 'bearer',
    permission: 'templates.write',
    summary: 'Remove a template.',
    params: idParam,
    response: deletedResponse,
    errors: ['template_not_found'],
  },
} as const satisfies Record<string, Route>;

/** The errors that every route with a guard can return. */
const guardErrors: readonly ErrorCode[] = [
  'unauthenticated',
  'forbidden',
  'too_many_requests',
  'database_unavailable',
  'internal',
];

/** The errors that a request to this route can be answered with. */
export function errorsOf(route: Route): readonly ErrorCode[] {
  if (route.guard === 'public') return route.errors;
  const refusal: readonly ErrorCode[] = route.permission === null ? [] : ['not_permitted'];
  return [...route.errors, ...guardErrors, ...refusal];
}
