import type { Socket } from 'node:net';
import type { ErrorBody } from '@parley/contract';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { AppError, statusOf } from '../errors.ts';

/** What the framework itself refuses, in our own codes and words. */
const frameworkErrors: Record<string, AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError('body_too_large', 'The request is too large.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError('unsupported_media_type', 'Send the request as JSON.'),
  FST_ERR_CTP_INVALID_JSON_BODY: new AppError('invalid_request', 'The request is not valid JSON.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError('invalid_request', 'The request has a wrong length.'),
};

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as FastifyError;
  const known = frameworkErrors[code];
  if (known) return known;
  if (statusCode === 429)
    return new AppError('too_many_requests', 'Too many requests. Please wait a moment.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('invalid_request', 'The request cannot be understood.');
  }
  return new AppError('internal', 'Something went wrong on our side. Please try again.', { cause: error });
}

/** For what is refused before any route is found, such as an address that cannot be decoded. */
export function answerUnreadable(reply: FastifyReply): void {
  const body: ErrorBody = { error: 'The request cannot be understood.', code: 'invalid_request' };
  reply.code(400).send(body);
}

const unreadable: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** For what is no HTTP, or never becomes a whole request: there is nothing to reply to but the bare line. */
export function answerBrokenLine(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const body = JSON.stringify({ error: 'The request cannot be understood.', code: 'invalid_request' });
  if (socket.writable) {
    const status = unreadable[error.code ?? ''] ?? '400 Bad Request';
    const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json`;
    socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

/** One shape for every failure. What is unknown is logged with its cause and answered without it. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = asAppError(error);
    if (problem.code === 'internal')
      request.log.error({ err: error }, 'request failed with an unexpected error');
    else if (problem.cause !== undefined)
      request.log.warn({ err: problem.cause }, 'request refused: the database is unavailable');
    if (problem.retryAfterSeconds !== undefined)
      reply.header('retry-after', String(problem.retryAfterSeconds));
    const body: ErrorBody = { error: problem.message, code: problem.code };
    return reply.code(statusOf[problem.code]).send(body);
  });
}
