import * as contract from '@parley/contract';
import * as z from 'zod/mini';
import { type ContractSchemas, type JsonSchema, type RoutePart, refName } from './json-schema.ts';
import { type KeyRoute, pascalCase } from './key-routes.ts';
import { printType } from './print-type.ts';

const asked = ['params', 'query', 'body'] as const;
const answered = ['response'] as const;

/**
 * The schemas of the routes and events. Requests may leave out what has a default; answers and events always have it. What
 * both share has one name, or two where that makes a difference: `CampaignPolicyInput` is what is sent.
 */
export function contractSchemas(routes: readonly KeyRoute[]): ContractSchemas {
  const sent = converted(routes, asked, {}, 'input');
  const received = converted(routes, answered, contract.webhookEvents, 'output');
  const names = inputNames(sent.named, received.named);
  const inputs = renamed(sent, names);
  return {
    routes: Object.fromEntries(
      routes.map(({ name }) => [name, { ...inputs.routes[name], ...received.routes[name] }]),
    ),
    events: received.events,
    named: { ...inputs.named, ...received.named },
  };
}

/** All together, so that what they share is converted once. */
function converted(
  routes: readonly KeyRoute[],
  parts: readonly RoutePart[],
  events: Readonly<Record<string, z.ZodMiniType>>,
  io: 'input' | 'output',
): ContractSchemas {
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
    events: z.object(events),
  });
  const { properties, $defs = {} } = z.toJSONSchema(whole, {
    ...{ metadata: namesOfContract(), unrepresentable: 'any', io },
  }) as { properties: Record<'routes' | 'events', JsonSchema>; $defs?: Record<string, JsonSchema> };
  return {
    routes: Object.fromEntries(
      Object.entries(properties.routes.properties ?? {}).map(([name, { properties: own = {} }]) => [
        name,
        own,
      ]),
    ),
    events: properties.events.properties ?? {},
    named: $defs,
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

type Named = ContractSchemas['named'];

/** Those of the same name that are not the same type, themselves or in what they refer to. */
function inputNames(sent: Named, received: Named): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const shared = Object.keys(sent).filter((name) => received[name] !== undefined);
  for (let before = -1; before < names.size; ) {
    before = names.size;
    for (const name of shared) {
      const [input, output] = [sent[name] ?? {}, received[name] ?? {}];
      const differs = printType(input) !== printType(output) || refersTo(input, names);
      if (differs) names.set(name, `${name}Input`);
    }
  }
  for (const name of names.values())
    if (sent[name] !== undefined || received[name] !== undefined)
      throw new Error(`The contract has a type ${name} already.`);
  return names;
}

const refersTo = (schema: JsonSchema, names: ReadonlyMap<string, string>) =>
  [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)].some(([, $ref = '']) =>
    names.has(refName({ $ref }) ?? ''),
  );

/** The same schemas, which refer to those of requests. */
function renamed({ routes, events, named }: ContractSchemas, names: ReadonlyMap<string, string>) {
  const text = JSON.stringify({ routes, events, named }, (key, value) => {
    if (key !== '$ref' || typeof value !== 'string') return value;
    const name = refName({ $ref: value }) ?? '';
    return names.has(name) ? `#/$defs/${names.get(name)}` : value;
  });
  const again = JSON.parse(text) as ContractSchemas;
  return {
    ...again,
    named: Object.fromEntries(
      Object.entries(again.named).map(([name, schema]) => [names.get(name) ?? name, schema]),
    ),
  };
}
