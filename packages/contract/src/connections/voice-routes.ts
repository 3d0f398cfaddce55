import * as z from 'zod/mini';
import type { Route } from '../route.ts';
import { checkModelResponse, connectionsResponse } from './connection.ts';
import {
  changeModelBody,
  checkModelBody,
  checkSpeechBody,
  checkSpeechResponse,
  connectModelBody,
  connectSpeechBody,
  listModelsBody,
  listModelsResponse,
  localModelsResponse,
} from './model.ts';

const manages = { guard: 'bearer', permission: 'connections.manage' } as const;
const response = connectionsResponse;
/** Ids in paths are not checked here: a malformed id is an unknown one (404), not bad input (400). */
const params = z.object({ id: z.string().check(z.maxLength(200)) });

export const voiceRoutes = {
  getLocalModels: {
    method: 'GET',
    path: '/api/connections/local-models',
    ...manages,
    summary: 'The model servers on the machine of this server, as they were found last.',
    response: localModelsResponse,
    errors: ['one_organization_only'],
  },
  findLocalModels: {
    method: 'POST',
    path: '/api/connections/local-models',
    ...manages,
    summary: 'Look for model servers on the machine of this server now.',
    response: localModelsResponse,
    errors: ['one_organization_only'],
  },
  listModels: {
    method: 'POST',
    path: '/api/connections/model/models',
    ...manages,
    summary: 'The models that this key may use. Nothing is stored.',
    body: listModelsBody,
    response: listModelsResponse,
    errors: ['invalid_request', 'host_not_allowed', 'one_organization_only'],
  },
  checkModel: {
    method: 'POST',
    path: '/api/connections/model/check',
    ...manages,
    summary: 'Let the model answer once, use a tool, and answer in a given form. Nothing is stored.',
    body: checkModelBody,
    response: checkModelResponse,
    errors: ['invalid_request', 'host_not_allowed', 'one_organization_only'],
  },
  connectModel: {
    method: 'POST',
    path: '/api/connections/model',
    ...manages,
    summary: 'Connect the model that speaks on calls.',
    body: connectModelBody,
    response,
    errors: [
      'invalid_request',
      'connection_failed',
      'host_not_allowed',
      'settings_changed',
      'one_organization_only',
    ],
  },
  listConnectedModels: {
    method: 'GET',
    path: '/api/connections/:id/models',
    ...manages,
    summary: 'The models that the key of a connected model may use.',
    params,
    response: listModelsResponse,
    errors: ['connection_not_found'],
  },
  changeModel: {
    method: 'PUT',
    path: '/api/connections/:id/model',
    ...manages,
    summary: 'Let another model of the same provider speak. The key stays.',
    params,
    body: changeModelBody,
    response,
    errors: [
      'invalid_request',
      'connection_not_found',
      'connection_failed',
      'settings_changed',
      'one_organization_only',
    ],
  },
  checkSpeech: {
    method: 'POST',
    path: '/api/connections/speech/check',
    ...manages,
    summary: 'Open a session with a speech-to-speech service. Nothing is stored.',
    body: checkSpeechBody,
    response: checkSpeechResponse,
    errors: ['invalid_request', 'host_not_allowed', 'one_organization_only'],
  },
  connectSpeech: {
    method: 'POST',
    path: '/api/connections/speech',
    ...manages,
    summary: 'Connect the service that speaks for agents with the realtime engine.',
    body: connectSpeechBody,
    response,
    errors: [
      'invalid_request',
      'connection_failed',
      'host_not_allowed',
      'settings_changed',
      'one_organization_only',
    ],
  },
} as const satisfies Record<string, Route>;
