import type { FastifyInstance } from 'fastify';

/** Logs every answer: failures of the server as warnings, refusals as info, the rest at debug level. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const fields = {
      method: request.method,
      // The route pattern, not the URL: ids and queries stay out of the log.
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (reply.statusCode >= 500) request.log.warn(fields, 'request answered with a 5xx status');
    else if (reply.statusCode >= 400) request.log.info(fields, 'request answered with a 4xx status');
    else request.log.debug(fields, 'request answered');
  });
}
