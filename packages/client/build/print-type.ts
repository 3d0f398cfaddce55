import { type JsonSchema, refName } from './json-schema.ts';

const plain: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** A schema as a type of TypeScript. `ofNames` is written before the names of other types. */
export function printType(schema: JsonSchema, ofNames = '', indent = ''): string {
  const name = refName(schema);
  if (name !== null) return `${ofNames}${name}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((each) => printType(each, ofNames, indent)))].join(' | ');
  if (schema.allOf)
    return schema.allOf.map((each) => inBrackets(printType(each, ofNames, indent))).join(' & ');
  if (typeof schema.type === 'object')
    return schema.type.map((type) => printType({ ...schema, type }, ofNames, indent)).join(' | ');
  if (schema.type === 'array') return printArray(schema, ofNames, indent);
  if (schema.type === 'object') return printObject(schema, ofNames, indent);
  // Without a type it may be anything; one that is not known here would silently become that too.
  if (schema.type === undefined) return 'unknown';
  const type = plain[schema.type];
  if (type === undefined) throw new Error(`A schema has the type ${schema.type}, which cannot be printed.`);
  return type;
}

function printArray({ items, prefixItems }: JsonSchema, ofNames: string, indent: string): string {
  if (prefixItems) return `[${prefixItems.map((each) => printType(each, ofNames, indent)).join(', ')}]`;
  return `${inBrackets(printType(items ?? {}, ofNames, indent))}[]`;
}

function printObject(schema: JsonSchema, ofNames: string, indent: string): string {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, property]) => {
    const type = printType(property, ofNames, inner);
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return required.includes(name) ? `${key}: ${type};` : `${key}?: ${type} | undefined;`;
  });
  if (typeof additionalProperties === 'object') {
    const type = printType(additionalProperties, ofNames, inner);
    const known = propertyNames && (propertyNames.enum || propertyNames.$ref);
    if (known) return `Partial<Record<${printType(propertyNames, ofNames)}, ${type}>>`;
    // With fields of its own the rest cannot be narrower than those.
    fields.push(`[name: string]: ${fields.length === 0 ? type : 'unknown'};`);
  }
  if (fields.length === 0) return 'Record<string, unknown>';
  return `{\n${fields.map((field) => `${inner}${field}\n`).join('')}${indent}}`;
}

/** Brackets where the type is a choice of several, what stands inside of objects aside. */
function inBrackets(type: string): string {
  let outside = type;
  for (let before = ''; before !== outside; ) {
    before = outside;
    outside = before.replaceAll(/\{[^{}]*\}/g, '');
  }
  return / [|&] /.test(outside) ? `(${type})` : type;
}
