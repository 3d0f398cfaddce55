import {
  checkHttpTool,
  emptyHttpTool,
  type HttpMethod,
  type HttpToolConfig,
  httpMethods,
  isObject,
  type OpenApiOperation,
  toolLimits,
} from '@parley/contract';
import { type Json, parseDocument, resolverOf, serverOf } from './document.ts';
import { inputsOf } from './operation-inputs.ts';
import { OperationNames } from './operation-names.ts';
import { sampleAnswerOf } from './sample-answer.ts';
import { securityHeaders } from './security.ts';

export interface ReadDocument {
  readonly title: string;
  readonly operations: OpenApiOperation[];
}

const operationsMax = 300;

/** The operations of a document, each as a tool that could be added. Pure: nothing that it refers to is fetched. */
export function readOpenApi(text: string, from: string | null = null): ReadDocument {
  const document = parseDocument(text);
  const resolve = resolverOf(document);
  const names = new OperationNames();
  const operations: OpenApiOperation[] = [];
  for (const [path, item] of Object.entries(document.paths as Json)) {
    const described = resolve(item);
    if (!isObject(described)) continue;
    for (const method of httpMethods) {
      const operation = resolve(described[method.toLowerCase()]);
      if (isObject(operation) && operations.length < operationsMax)
        operations.push(
          operationOf({ document, resolve, names, from, path, item: described, method, operation }),
        );
    }
  }
  const { info } = document;
  const title = isObject(info) && typeof info.title === 'string' ? info.title : '';
  return { title: title.slice(0, 200).toWellFormed(), operations };
}

interface Described {
  readonly document: Json;
  readonly resolve: (value: unknown) => unknown;
  readonly names: OperationNames;
  readonly from: string | null;
  readonly path: string;
  readonly item: Json;
  readonly method: HttpMethod;
  readonly operation: Json;
}

function operationOf(described: Described): OpenApiOperation {
  const { path, method, operation, names } = described;
  const operationId = textOf(operation.operationId);
  const summary = textOf(operation.summary) || textOf(operation.description).split('\n')[0] || '';
  const shown = { operationId, method, path, summary: summary.slice(0, 300).toWellFormed() };
  const made = toolOf(described, names.take(operationId, method, path));
  return typeof made === 'string'
    ? { ...shown, tool: null, problem: made }
    : { ...shown, tool: made, problem: null };
}

/** The tool, or why none can be made. */
function toolOf({ document, resolve, from, path, item, method, operation }: Described, name: string) {
  const server = serverOf(operation.servers ?? item.servers ?? document.servers, from);
  if (server === null) return 'The document does not say where the service is.';
  const security = securityHeaders(document, operation, resolve);
  if (!security.ok) return security.problem;
  const inputs = inputsOf({ path, item, operation, method, resolve });
  if (!inputs.ok) return inputs.problem;
  const tool: HttpToolConfig = {
    ...emptyHttpTool(name),
    purpose: purposeOf(operation, method, path),
    method,
    address: `${server}${inputs.path}`,
    headers: [...security.headers, ...inputs.headers],
    inputs: { ...inputs.schema },
    changes: method !== 'GET',
    honoursKey: method !== 'GET' && inputs.honoursKey,
    sampleInput: { ...inputs.sample },
    sampleAnswer: sampleAnswerOf(operation, resolve).slice(0, toolLimits.sampleMax),
  };
  return checkHttpTool(tool)[0]?.sentence ?? tool;
}

function purposeOf(operation: Json, method: string, path: string): string {
  const said = [textOf(operation.summary), textOf(operation.description)].filter((text) => text !== '');
  return (said.length === 0 ? `${method} ${path}` : [...new Set(said)].join('\n'))
    .slice(0, toolLimits.purposeMax)
    .toWellFormed();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\u0000', '').trim() : '';
}
