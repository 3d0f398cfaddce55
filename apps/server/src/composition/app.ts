import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '@parley/contract';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serveAddressCheck } from '../http/address-check.ts';
import { logAnswers } from '../http/answer-log.ts';
import { mountAuth } from '../http/auth-mount.ts';
import { serveDownloads } from '../http/downloads.ts';
import { routeRunner, serveEndpoints } from '../http/endpoints.ts';
import { answerBadRequest, answerClientError, handleErrors } from '../http/error-answers.ts';
import { warnOfUnnamedProxy } from '../http/forwarding.ts';
import { parseJsonBodies } from '../http/json-body.ts';
import { type McpDeps, serveMcp } from '../http/mcp.ts';
import { serveOpenApi } from '../http/openapi.ts';
import { serveRecordings } from '../http/recordings.ts';
import { addSecurityHeaders, type SecurityOptions, securityHeaders } from '../http/security.ts';
import { serveSockets } from '../http/sockets.ts';
import { serveWeb } from '../http/web-files.ts';
import { serveWebhooks } from '../http/webhooks.ts';
import type { AddressProof } from '../lib/address-proof.ts';
import type { Authenticate } from '../ports/caller.ts';
import type { CarrierDirectory, SocketHandler, WebhookHandler } from '../ports/carrier-connection.ts';
import type { OpenDownload } from '../ports/download.ts';
import type { Endpoints, OnAnswer } from '../ports/endpoint.ts';
import type { OpenSound } from '../ports/open-sound.ts';

export interface AppDeps {
  readonly log: FastifyBaseLogger;
  readonly trustProxy: boolean | string;
  /** How long a request may take to arrive before its connection is closed. */
  readonly requestTimeoutMs?: number;
  /** How long a connection may be idle within a request or an answer before it is closed. */
  readonly idleTimeoutMs?: number;
  readonly security: SecurityOptions;
  readonly webDir: string;
  readonly authenticate: Authenticate;
  readonly endpoints: Endpoints;
  /** Told of every answer: the audit log notes what was read. Left out in tests only. */
  readonly onAnswer?: OnAnswer;
  /** What links to files stand for. Left out in tests only. */
  readonly downloads?: OpenDownload;
  /** What addresses of recordings stand for. Left out in tests only. */
  readonly openSound?: OpenSound;
  /** Webhooks and voice sockets of the connected carriers; null without a carrier. */
  readonly carriers: {
    readonly directory: CarrierDirectory;
    readonly onWebhook: WebhookHandler;
    readonly onSocket: SocketHandler;
    /** True once no voice session may start here any more. */
    readonly stopping: () => boolean;
  } | null;
  /** Tools for programs that use a language model. Left out in tests only. */
  readonly mcp?: McpDeps;
  /** Proves to other servers of the deployment that this is one: http/address-check.ts. Left out in tests only. */
  readonly addressProof?: () => Promise<AddressProof>;
  /** Handler of the built-in identity provider's paths; null with another provider. */
  readonly auth: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | null;
}

/** Builds the whole server and opens no port: listening and signals belong to main. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { requestTimeoutMs = 20_000, idleTimeoutMs = 60_000 } = deps;
  const setSecurityHeaders = securityHeaders(deps.security);
  const app = Fastify({
    loggerInstance: deps.log,
    trustProxy: deps.trustProxy,
    bodyLimit: limits.bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    // A client that does not read its answer would keep the connection for ever. Event streams have a heartbeat.
    connectionTimeout: idleTimeoutMs,
    http: {
      connectionsCheckingInterval: Math.min(requestTimeoutMs, 5_000),
      // If Node's default is longer, Node uses it as the limit of the whole request.
      headersTimeout: requestTimeoutMs,
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, _request, reply) => {
      setSecurityHeaders(reply.raw);
      answerBadRequest(reply);
    },
    // A path that cannot be decoded counts as unknown.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
  });
  handleErrors(app);
  logAnswers(app);
  parseJsonBodies(app);
  addSecurityHeaders(app, setSecurityHeaders);
  warnOfUnnamedProxy(app, deps.trustProxy);
  if (deps.auth) mountAuth(app, deps.auth);
  const run = routeRunner(deps.endpoints, deps.onAnswer);
  serveEndpoints(app, run, deps.authenticate);
  if (deps.mcp) serveMcp(app, deps.mcp, run, deps.authenticate);
  if (deps.downloads) serveDownloads(app, deps.downloads);
  if (deps.openSound) serveRecordings(app, deps.openSound);
  if (deps.carriers) {
    const { directory, onWebhook, onSocket, stopping } = deps.carriers;
    serveWebhooks(app, directory, onWebhook);
    serveSockets(app, directory, onSocket, stopping);
  }
  if (deps.addressProof) serveAddressCheck(app, deps.addressProof);
  serveOpenApi(app);
  await serveWeb(app, deps.webDir);
  return app;
}
