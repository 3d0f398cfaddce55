import * as z from 'zod/mini';
import type { Route } from '../route.ts';
import { connectionsResponse } from './connection.ts';
import {
  changePhoneBody,
  checkPhoneResponse,
  connectPhoneBody,
  disconnectResponse,
  numbersOfAccountResponse,
  phoneCredentials,
  pointNumbersBody,
  pointNumbersResponse,
} from './phone.ts';

/** Ids in paths are not checked here: a malformed id is an unknown one (404), not bad input (400). */
const params = z.object({ id: z.string().check(z.maxLength(200)) });
const manages = { guard: 'bearer', permission: 'connections.manage' } as const;
const response = connectionsResponse;

export const phoneRoutes = {
  checkPhone: {
    method: 'POST',
    path: '/api/connections/phone/check',
    ...manages,
    summary: 'Ask the carrier about an account and its numbers. Nothing is stored or changed.',
    body: phoneCredentials,
    response: checkPhoneResponse,
    errors: ['invalid_request'],
  },
  connectPhone: {
    method: 'POST',
    path: '/api/connections/phone',
    ...manages,
    summary: 'Connect a phone account with some of its numbers. Where calls to them go is not changed.',
    body: connectPhoneBody,
    response,
    errors: [
      'invalid_request',
      'connection_failed',
      'account_taken',
      'number_claimed',
      'number_without_voice',
      'settings_changed',
    ],
  },
  changePhone: {
    method: 'PUT',
    path: '/api/connections/phone/:id',
    ...manages,
    summary:
      'Change the secrets, the limits or the chosen numbers of the connected phone account. Lines that are not chosen any more get back what they had.',
    params,
    body: changePhoneBody,
    response: disconnectResponse,
    errors: [
      'invalid_request',
      'connection_not_found',
      'connection_failed',
      'number_claimed',
      'number_without_voice',
      'settings_changed',
    ],
  },
  listPhoneNumbers: {
    method: 'GET',
    path: '/api/connections/phone/:id/numbers',
    ...manages,
    summary: 'The numbers of a connected account, as the carrier shows them now.',
    params,
    response: numbersOfAccountResponse,
    errors: ['connection_not_found', 'connection_failed', 'carrier_unreachable'],
  },
  pointNumbers: {
    method: 'POST',
    path: '/api/connections/phone/:id/point',
    ...manages,
    summary:
      'Let calls to these numbers reach this server. What was set before is kept and put back on disconnect.',
    params,
    body: pointNumbersBody,
    response: pointNumbersResponse,
    errors: [
      'invalid_request',
      'connection_not_found',
      'connection_failed',
      'webhooks_changed',
      'address_not_ready',
      'carrier_unreachable',
    ],
  },
} as const satisfies Record<string, Route>;
