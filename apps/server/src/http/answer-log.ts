import type { FastifyInstance } from 'fastify';

/** One line for each answer. What went well is only of interest to whoever looks closely. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const fields = {
      method: request.method,
      // The pattern, not the address: ids and queries stay out of the log.
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (reply.statusCode >= 500) request.log.warn(fields, 'answered with a failure');
    else if (reply.statusCode >= 400) request.log.info(fields, 'refused');
    else request.log.debug(fields, 'answered');
  });
}
