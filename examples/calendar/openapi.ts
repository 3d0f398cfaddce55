const text = (description: string) => ({ type: 'string', description });
const answers = (description: string) => ({
  '200': { description, content: { 'application/json': { schema: { type: 'object' } } } },
});
const body = (properties: Record<string, unknown>, required: string[]) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', properties, required } } },
});
const id = { name: 'id', in: 'path', required: true, schema: text('The id of the appointment, like A1001') };
const start = text('A free time exactly as find_free_times gives it, like 2026-11-19T15:00');
const key = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: text('The same key with the same request is carried out once'),
};

/** The description that other programs make their requests from. */
export function openApiDocument(url: string, hasToken: boolean): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: { title: 'Dental calendar', version: '1.0.0' },
    servers: [{ url }],
    ...(hasToken
      ? {
          components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
          security: [{ token: [] }],
        }
      : {}),
    paths: {
      '/free-times': {
        get: {
          operationId: 'find_free_times',
          summary: 'Finds free times for an appointment',
          parameters: [
            {
              name: 'day',
              in: 'query',
              required: false,
              schema: text('A date like 2026-11-19, or a weekday like Thursday'),
            },
            {
              name: 'part',
              in: 'query',
              required: false,
              schema: { type: 'string', enum: ['morning', 'afternoon'] },
            },
          ],
          responses: answers('Up to eight free times, soonest first'),
        },
      },
      '/appointments': {
        get: {
          operationId: 'find_appointments',
          summary: 'Finds the appointments of a patient',
          parameters: [
            {
              name: 'patient',
              in: 'query',
              required: true,
              schema: text('First and last name of the patient'),
            },
          ],
          responses: answers('The appointments that are booked'),
        },
        post: {
          operationId: 'book_appointment',
          summary: 'Books an appointment at a free time',
          parameters: [key],
          requestBody: body(
            {
              patient: text('First and last name of the patient'),
              start,
              phone: text('Phone number'),
              reason: text('What it is about'),
            },
            ['patient', 'start'],
          ),
          responses: answers('The appointment'),
        },
      },
      '/appointments/{id}/move': {
        post: {
          operationId: 'move_appointment',
          summary: 'Moves an appointment to another free time',
          parameters: [id, key],
          requestBody: body({ start }, ['start']),
          responses: answers('The appointment at its new time'),
        },
      },
      '/appointments/{id}/cancel': {
        post: {
          operationId: 'cancel_appointment',
          summary: 'Cancels an appointment',
          parameters: [id, key],
          responses: answers('The appointment, cancelled'),
        },
      },
    },
  };
}
