const text = { type: 'string' };
const error = (description: string) => ({ description });
const json = (schema: object, example: object) => ({ content: { 'application/json': { schema, example } } });

/** Two routes and an event of the document that the real server makes of all. */
export const exampleDocument = {
  openapi: '3.1.0',
  paths: {
    '/api/agents': {
      get: {
        ...{ operationId: 'listAgents', tags: ['Agents'], summary: 'The agents of your organization.' },
        security: [{ bearer: ['agents.read'] }],
        parameters: [],
        responses: {
          200: json(
            { type: 'object', properties: { agents: { type: 'array', items: text } }, required: ['agents'] },
            { agents: ['gs-dental'] },
          ),
          401: error('unauthenticated'),
        },
      },
    },
    '/api/calls': {
      post: {
        ...{ operationId: 'createCall', tags: ['Calls'], summary: 'Let an agent call a number.' },
        security: [{ bearer: ['calls.place'] }],
        parameters: [
          {
            ...{
              name: 'idempotency-key',
              in: 'header',
              required: false,
              schema: { ...text, maxLength: 200 },
            },
            description: 'The same key with the same request is carried out once. Needed from API keys.',
          },
        ],
        requestBody: json(
          {
            type: 'object',
            properties: {
              phoneNumber: { ...text, maxLength: 64 },
              message: text,
              template: {
                type: 'object',
                properties: {
                  id: { ...text, format: 'uuid' },
                  values: { type: 'object', additionalProperties: text },
                },
              },
              externalId: text,
            },
            required: ['phoneNumber'],
          },
          { phoneNumber: '+15005550100', message: 'Say hello.', externalId: 'appointment-4711' },
        ),
        responses: {
          200: json(
            { type: 'object', properties: { to: text, callId: text }, required: ['to', 'callId'] },
            { to: '+15005550100', callId: '019a8b5e-6c00-7000-8000-000000000001' },
          ),
          422: error('idempotency_key_reused'),
        },
      },
    },
  },
  webhooks: {
    'call.ended': {
      post: {
        ...{ operationId: 'on call.ended', summary: 'A call is over' },
        parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
          ...{ name, in: 'header', required: true, schema: text },
        })),
        requestBody: json(
          {
            type: 'object',
            properties: {
              type: { ...text, const: 'call.ended' },
              data: { type: 'object', properties: { callId: { ...text, format: 'uuid' }, status: text } },
            },
            required: ['type', 'data'],
          },
          {
            type: 'call.ended',
            data: { callId: '019a8b5e-6c00-7000-8000-000000000001', status: 'completed' },
          },
        ),
        responses: { '2XX': { description: 'Accepted.' }, 410: { description: 'Send nothing any more.' } },
      },
    },
  },
  'x-error-codes': {
    unauthenticated: { status: 401, meaning: 'The token or key is missing, wrong, expired or revoked.' },
    idempotency_key_reused: {
      ...{ status: 422, meaning: 'The Idempotency-Key was used for another request.' },
    },
  },
};
