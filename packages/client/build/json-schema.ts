import * as contract from '@parley/contract';
import * as z from 'zod/mini';
import { type KeyRoute, pascalCase } from './key-routes.ts';

/** The part of JSON Schema that the contract's schemas become. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
}

export type RoutePart = 'params' | 'query' | 'body' | 'response';

export interface ContractSchemas {
  /** By route and part. */
  readonly routes: Readonly<Record<string, Partial<Record<RoutePart, JsonSchema>>>>;
  /** By type. */
  readonly events: Readonly<Record<string, JsonSchema>>;
  /** What the contract has a name for, by that name: `CallDetail`. */
  readonly named: Readonly<Record<string, JsonSchema>>;
}

const parts = ['params', 'query', 'body', 'response'] as const;

/** The schemas of the routes and events, converted together, so that what they share is converted once. */
export function contractSchemas(routes: readonly KeyRoute[]): ContractSchemas {
  const whole = z.object({
    routes: z.object(
      Object.fromEntries(
        routes.map(({ name, route }) => [
          name,
          z.object(
            Object.fromEntries(parts.flatMap((part) => (route[part] ? [[part, route[part]] as const] : []))),
          ),
        ]),
      ),
    ),
    events: z.object(contract.webhookEvents),
  });
  const converted = z.toJSONSchema(whole, {
    ...{ metadata: namesOfContract(), unrepresentable: 'any', io: 'input' },
  }) as { properties: Record<'routes' | 'events', JsonSchema>; $defs: Record<string, JsonSchema> };
  const { routes: ofRoutes, events } = converted.properties;
  return {
    routes: Object.fromEntries(
      Object.entries(ofRoutes.properties ?? {}).map(([name, { properties = {} }]) => [name, properties]),
    ),
    events: events.properties ?? {},
    named: converted.$defs,
  };
}

/** What the contract exports keeps its name; short types such as ids are written out. */
function namesOfContract() {
  const names = z.registry<{ id: string }>();
  for (const [name, value] of Object.entries(contract as Record<string, unknown>)) {
    const schema = value as z.ZodMiniType | undefined;
    const kind = schema?._zod?.def.type;
    if (schema === undefined || kind === undefined || !['object', 'enum', 'union'].includes(kind)) continue;
    if (!names.has(schema)) names.add(schema, { id: pascalCase(name) });
  }
  return names;
}

/** The schema itself, where this is the name of one. */
export function resolved(schema: JsonSchema, named: ContractSchemas['named']): JsonSchema {
  const name = refName(schema);
  return name === null ? schema : (named[name] ?? schema);
}

export function refName({ $ref }: JsonSchema): string | null {
  return $ref === undefined ? null : $ref.replace('#/$defs/', '');
}
