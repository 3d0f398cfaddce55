import { randomUUID } from 'node:crypto';
import type { HttpToolConfig, McpTool, ToolHeader, TryToolBody, TryToolResponse } from '@parley/contract';
import type { HostGuard } from '../../lib/host-guard.ts';
import { secretMask } from '../../lib/tool-requests/answer-text.ts';
import { fillRequest } from '../../lib/tool-requests/fill-request.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { McpServerStore, ToolStore } from '../../ports/tool-store.ts';
import type { ToolTransport, TransportOutcome } from '../../ports/tool-transport.ts';
import { assertHostAllowed, assertToolValid, inputProblem } from './checks.ts';
import { missingTool, variablesOf } from './endpoints.ts';

export interface McpToolToRun {
  readonly address: string;
  readonly headers: readonly ToolHeader[];
  readonly name: string;
  readonly hash: string;
  readonly changes: boolean;
}

export interface TryToolDeps {
  readonly tools: Pick<ToolStore, 'list'>;
  readonly servers: Pick<McpServerStore, 'get'>;
  readonly http: ToolTransport<HttpToolConfig>;
  readonly mcp: ToolTransport<McpToolToRun>;
  readonly guardOf: (tenantId: string) => HostGuard;
  readonly isSandbox: (tenantId: string) => boolean;
  readonly limit: { take(tenantId: string): void };
}

type ShownRequest = NonNullable<TryToolResponse['request']>;
type Conduct = Pick<McpTool, 'changes' | 'runInSandbox' | 'sampleAnswer' | 'limitSeconds'>;

export function tryToolEndpoint(deps: TryToolDeps): Pick<Endpoints, 'tryTool'> {
  const { tools, servers, guardOf, limit } = deps;

  async function tryHttp(tenantId: string, { config, input }: Extract<TryToolBody, { kind: 'http' }>) {
    const variables = await variablesOf(tools, tenantId);
    assertToolValid(config, variables, guardOf(tenantId));
    // A part of an earlier answer is not there in a try; its name stands for it.
    const known = Object.fromEntries(variables.map((name) => [name, name]));
    const misfit = inputProblem(config.inputs, input);
    if (misfit !== null) return nothingSent(misfit);
    const filled = fillRequest(config, input, known);
    if (!filled.ok) return nothingSent(filled.problem);
    const { method, url, body } = filled.request;
    const request = { method, url: url.href, headers: maskedHeaders(config.headers), body };
    const conditions = conditionsOf(tenantId, config);
    return run(config, request, () => deps.http.run({ ...conditions, tool: config, input, known }));
  }

  async function tryMcp(tenantId: string, body: Extract<TryToolBody, { kind: 'mcp' }>) {
    const server = await servers.get(tenantId, body.server);
    const tool = server?.config.tools.find(({ name }) => name === body.name);
    if (!server || !tool) return missingTool();
    assertHostAllowed(guardOf(tenantId), server.address);
    const { address, config } = server;
    const { name, changes, offered } = tool;
    // As the server describes it now: a try is how somebody looks at a tool that has changed.
    const { hash, inputSchema } = offered ?? tool;
    const misfit = inputProblem(inputSchema, body.input);
    if (misfit !== null) return nothingSent(misfit);
    const request = {
      ...{ method: 'POST', url: address, headers: maskedHeaders(config.headers) },
      body: JSON.stringify({ name, arguments: body.input }),
    };
    const target = { address, headers: config.headers, name, hash, changes };
    const conditions = conditionsOf(tenantId, tool);
    const { input } = body;
    return run(tool, request, () => deps.mcp.run({ ...conditions, tool: target, input, known: {} }));
  }

  const conditionsOf = (tenantId: string, { limitSeconds }: Conduct) => ({
    tenantId,
    idempotencyKey: `try:${randomUUID()}`,
    sandbox: deps.isSandbox(tenantId),
    signal: new AbortController().signal,
    limitMs: limitSeconds * 1000,
  });

  return {
    tryTool: async ({ caller: { tenantId }, body }) => {
      limit.take(tenantId);
      return body.kind === 'http' ? tryHttp(tenantId, body) : tryMcp(tenantId, body);
    },
  };
}

async function run(
  { changes, runInSandbox, sampleAnswer }: Conduct,
  request: ShownRequest,
  send: () => Promise<TransportOutcome>,
): Promise<TryToolResponse> {
  if (changes && !runInSandbox) return sampleOf(request, sampleAnswer);
  const began = performance.now();
  const outcome = await send();
  return { ...shownOutcome(outcome), request, sample: false, ms: Math.round(performance.now() - began) };
}

function shownOutcome(outcome: TransportOutcome): Pick<TryToolResponse, 'answer' | 'problem' | 'variables'> {
  if (outcome.kind !== 'answered') return { answer: null, problem: outcome.why, variables: {} };
  const { status, body, contentType = '', cut = false, variables } = outcome;
  const good = status >= 200 && status < 300;
  return {
    answer: { status, contentType, body, cut },
    problem: good ? null : `The service answered with status ${status}.`,
    variables: { ...variables },
  };
}

/** What would be sent, and the answer that stands for it. */
function sampleOf(request: ShownRequest, body: string): TryToolResponse {
  return {
    request,
    answer: { status: null, contentType: 'application/json', body, cut: false },
    ...{ sample: true, ms: 0, problem: null, variables: {} },
  };
}

function nothingSent(problem: string): TryToolResponse {
  return { request: null, answer: null, sample: false, ms: 0, problem, variables: {} };
}

function maskedHeaders(headers: readonly ToolHeader[]): ShownRequest['headers'] {
  return headers.map(({ name, value }) => ({
    name,
    value: value.kind === 'text' ? value.text : `${value.prefix}${secretMask}`,
  }));
}
