import type { Route } from '../route.ts';
import { checkAddressBody, checkAddressResponse, setAddressBody } from './address.ts';
import { connectionsResponse } from './connection.ts';
import {
  checkMailBody,
  checkMailResponse,
  checkStorageBody,
  checkStorageResponse,
  connectMailBody,
  connectStorageBody,
} from './mail-storage.ts';

const manages = { guard: 'bearer', permission: 'connections.manage' } as const;
const response = connectionsResponse;

/** Of what belongs to the whole deployment. */
const ofDeployment = ['set_in_environment', 'one_organization_only'] as const;

export const addressRoutes = {
  checkAddress: {
    method: 'POST',
    path: '/api/connections/address/check',
    ...manages,
    summary: 'Check an address by sending a signed webhook and opening a socket through it.',
    body: checkAddressBody,
    response: checkAddressResponse,
    errors: ['invalid_request', ...ofDeployment],
  },
  setAddress: {
    method: 'PUT',
    path: '/api/connections/address',
    ...manages,
    summary: 'Set the address that the carrier calls back.',
    body: setAddressBody,
    response,
    errors: ['invalid_request', 'settings_changed', 'connection_failed', ...ofDeployment],
  },
} as const satisfies Record<string, Route>;

export const mailStorageRoutes = {
  checkMail: {
    method: 'POST',
    path: '/api/connections/mail/check',
    ...manages,
    summary: 'Send a test message to your own address. Nothing is stored.',
    body: checkMailBody,
    response: checkMailResponse,
    errors: ['invalid_request', 'host_not_allowed', ...ofDeployment],
  },
  connectMail: {
    method: 'POST',
    path: '/api/connections/mail',
    ...manages,
    summary: 'Connect the mail server that messages are sent with.',
    body: connectMailBody,
    response,
    errors: ['invalid_request', 'connection_failed', 'host_not_allowed', 'settings_changed', ...ofDeployment],
  },
  checkStorage: {
    method: 'POST',
    path: '/api/connections/storage/check',
    ...manages,
    summary: 'Store a small file, read it back and remove it. Nothing else is stored.',
    body: checkStorageBody,
    response: checkStorageResponse,
    errors: ['invalid_request', 'host_not_allowed', ...ofDeployment],
  },
  connectStorage: {
    method: 'POST',
    path: '/api/connections/storage',
    ...manages,
    summary: 'Choose where new files are stored. Each file stays in the store it is in.',
    body: connectStorageBody,
    response,
    errors: ['invalid_request', 'connection_failed', 'host_not_allowed', 'settings_changed', ...ofDeployment],
  },
} as const satisfies Record<string, Route>;
