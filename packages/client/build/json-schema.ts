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

/** The schema itself, where this is the name of one. */
export function resolved(schema: JsonSchema, named: ContractSchemas['named']): JsonSchema {
  const name = refName(schema);
  return name === null ? schema : (named[name] ?? schema);
}

export function refName({ $ref }: JsonSchema): string | null {
  return $ref === undefined ? null : $ref.replace('#/$defs/', '');
}
