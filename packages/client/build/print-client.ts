import { errorsOf, idempotencyKeyHeader } from '@parley/contract';
import { type ContractSchemas, type JsonSchema, refName, resolved } from './json-schema.ts';
import { type KeyRoute, pascalCase } from './key-routes.ts';
import { pagingOf } from './paging.ts';
import { printType } from './print-type.ts';
import { typeName } from './print-types.ts';

const head = `import { segment } from './address.ts';
import type * as Wire from './contract-types.ts';
import type { ListRequest } from './list-request.ts';
import type { ClientOptions, PlainRequestOptions, RequestOptions } from './options.ts';
import type { RateLimit } from './rate-limit.ts';
import { Transport } from './transport.ts';
`;

/** The file of the client: a class for each group of routes, and one that has them all. */
export function printClient(routes: readonly KeyRoute[], schemas: ContractSchemas): string {
  const groups = [...Map.groupBy(routes, ({ group }) => group)].sort(([a], [b]) => (a < b ? -1 : 1));
  const classes = groups.map(([group, members]) => {
    const methods = members.map((member) => printMethod(member, schemas));
    return `
export class ${className(group)} {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }
${methods.join('')}}
`;
  });
  return `${head}${classes.join('')}
/** A desk, as an API key may use it. */
export class ParleyClient {
  readonly #transport: Transport;
${groups.map(([group]) => `  readonly ${group}: ${className(group)};\n`).join('')}
  constructor(options: ClientOptions) {
    this.#transport = new Transport(options);
${groups.map(([group]) => `    this.${group} = new ${className(group)}(this.#transport);\n`).join('')}  }

  /** What the latest answer said about the limit of the key; null before the first. */
  get rateLimit(): RateLimit | null {
    return this.#transport.rateLimit;
  }

  /** What an answer links to: an export, the sound of a recording. The key is not sent along. */
  download(link: string, options?: PlainRequestOptions): Promise<Response> {
    return this.#transport.download(link, options);
  }
}
`;
}

const className = (group: string) => `${pascalCase(group)}Routes`;

function printMethod({ name, route, permission }: KeyRoute, schemas: ContractSchemas): string {
  const { params, query, body, response = {} } = schemas.routes[name] ?? {};
  const takesKey = route.headers === idempotencyKeyHeader;
  const paging = pagingOf(
    name,
    query ? resolved(query, schemas.named) : null,
    resolved(response, schemas.named),
  );
  const answer = `Wire.${typeName(name, 'response', response)}`;
  const input = (part: 'query' | 'body', schema: JsonSchema) => {
    const isFree = (resolved(schema, schemas.named).required ?? []).length === 0;
    const isObject = resolved(schema, schemas.named).type === 'object';
    return `${part}: Wire.${typeName(name, part, schema)}${isFree && isObject ? ' = {}' : ''}`;
  };
  const given = [
    ...Object.entries(params ? (resolved(params, schemas.named).properties ?? {}) : {}).map(
      ([param, schema]) => `${param}: ${printType(schema, 'Wire.')}`,
    ),
    ...(body ? [input('body', body)] : []),
    ...(query ? [input('query', query)] : []),
    `options?: ${takesKey ? 'RequestOptions' : 'PlainRequestOptions'}`,
  ];
  const operation = [
    `method: '${route.method}'`,
    `path: \`${route.path.replace(/:(\w+)/g, (_, param) => `\${segment(${param})}`)}\``,
    ...(query ? ['query'] : []),
    ...(body ? ['body'] : []),
    ...(takesKey ? ['takesKey: true'] : []),
    ...(response.type === 'string' ? ['isText: true'] : []),
  ].join(', ');
  const item = paging && itemType(answer, paging.items, response, schemas);
  return `
  /**
   * ${route.summary}
   *
   * Permission: \`${permission}\`. Errors: ${errorsOf(route).join(', ')}.
   */
  ${name}(${given.join(', ')}): ${item ? `ListRequest<${answer}, ${item}>` : `Promise<${answer}>`} {
    return this.#transport.${
      paging
        ? `list({ ${operation} }, ${JSON.stringify(paging)}, options)`
        : `send({ ${operation} }, options)`
    };
  }
`;
}

/** By the name of the type where it has one, which reads better in an editor. */
function itemType(answer: string, items: string, response: JsonSchema, { named }: ContractSchemas): string {
  const schema = resolved(response, named).properties?.[items]?.items;
  const name = schema ? refName(schema) : null;
  return name === null ? `${answer}['${items}'][number]` : `Wire.${name}`;
}
