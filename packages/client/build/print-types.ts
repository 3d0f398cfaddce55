import { errorCodes } from '@parley/contract';
import { type ContractSchemas, type JsonSchema, type RoutePart, refName } from './json-schema.ts';
import { pascalCase } from './key-routes.ts';
import { printType } from './print-type.ts';

/** The name of the type of a part of a route: the contract's own where it has one. */
export function typeName(route: string, part: RoutePart, schema: JsonSchema): string {
  return refName(schema) ?? `${pascalCase(route)}${pascalCase(part)}`;
}

/** The file of all types that cross the wire. It imports nothing. */
export function printTypes({ routes, events, named }: ContractSchemas): string {
  const declared = new Map(Object.entries(named));
  for (const [route, parts] of Object.entries(routes))
    for (const [part, schema] of Object.entries(parts) as [RoutePart, JsonSchema][])
      if (part !== 'params' && schema.$ref === undefined) declared.set(typeName(route, part, schema), schema);
  const types = [...declared].map(([name, schema]) => `export type ${name} = ${printType(schema)};\n`);
  const sent = Object.entries(events).map(
    ([type, schema]) => `  ${JSON.stringify(type)}: ${printType(schema, '', '  ')};\n`,
  );
  return [
    '/** Types of everything that crosses the wire, printed from the contract of the desk. */\n\n',
    types.join('\n'),
    `\n/** What webhooks send, by type. */\nexport interface WebhookEvents {\n${sent.join('')}}\n`,
    '\nexport type WebhookEvent = WebhookEvents[keyof WebhookEvents];\n',
    `\nexport type ErrorCode =\n${errorCodes.map((code) => `  | '${code}'\n`).join('')};\n`,
  ].join('');
}
