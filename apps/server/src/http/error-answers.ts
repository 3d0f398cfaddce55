import type { Socket } from 'node:net';
import type { ErrorBody } from '@parley/contract';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { AppError, retryAfterOf, statusOf } from '../errors.ts';

/** Errors of the framework as errors of the contract. */
const frameworkErrors: Record<string, AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError('body_too_large', 'The request is too large.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError('unsupported_media_type', 'Send the request as JSON.'),
  FST_ERR_CTP_INVALID_JSON_BODY: new AppError('invalid_request', 'The request is not valid JSON.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError(
    'invalid_request',
    'The Content-Length header does not match the request body.',
  ),
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

/** For requests that match no route, such as a URL that cannot be decoded. */
export function answerBadRequest(reply: FastifyReply): void {
  const body: ErrorBody = { error: 'The request cannot be understood.', code: 'invalid_request' };
  reply.code(400).send(body);
}

const clientErrorStatus: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** For input that is not HTTP, or never becomes a whole request: there is no reply object, only the socket. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const body = JSON.stringify({ error: 'The request cannot be understood.', code: 'invalid_request' });
  if (socket.writable) {
    const status = clientErrorStatus[error.code ?? ''] ?? '400 Bad Request';
    const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json`;
    socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

/** One body for every failure. Unexpected errors are logged with their cause and answered without it. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const appError = asAppError(error);
    if (appError.code === 'internal')
      request.log.error({ err: error }, 'request failed with an unexpected error');
    else if (appError.cause !== undefined)
      request.log.warn({ err: appError.cause }, 'request refused: the database is unavailable');
    const retryAfter = retryAfterOf(appError);
    // A limit of the framework has set its own.
    if (retryAfter !== undefined && !reply.hasHeader('retry-after'))
      reply.header('retry-after', String(retryAfter));
    const { message: sentence, code, details } = appError;
    const body: ErrorBody = { error: sentence, code, ...(details !== undefined && { details }) };
    return reply.code(statusOf[appError.code]).send(body);
  });
}
