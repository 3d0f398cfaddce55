import type pg from 'pg';
import { deskTables } from '../src/adapters/postgres/personal-data/registry.ts';
import { type ExamplePerson, insertCall } from './example-person.ts';
import { insertExamples } from './personal-data-examples.ts';

export interface PlantedPerson extends ExamplePerson {
  readonly name: string;
}

/**
 * Puts a person into every table that the registry knows: records of their own, and their number and name in every column
 * of every record in which somebody may write what they like. Returns those columns.
 */
export async function plantPerson(client: pg.ClientBase, person: PlantedPerson): Promise<string[]> {
  const { tenantId, number, name } = person;
  await insertExamples(client, person);
  // Of somebody else, so that words about the person stand in records that stay.
  await insertCall(client, { ...person, number: '+12025559999' });
  const mention = `Ask ${name.toUpperCase()} or ${name}, ${spaced(number)}.`;
  const planted: string[] = [];
  for (const { table, columns } of deskTables) {
    if (!('tenant_id' in columns)) continue;
    for (const [column, content] of Object.entries(columns)) {
      if (content !== 'words' && content !== 'words in JSON') continue;
      const value =
        content === 'words'
          ? `coalesce("${column}", '') || ' ' || $2::text`
          : `case jsonb_typeof("${column}")
               when 'object' then "${column}" || jsonb_build_object('planted', E'First line\\n' || $2::text)
               when 'array' then "${column}" || to_jsonb($2::text) else to_jsonb($2::text) end`;
      const { rowCount } = await client.query(
        `update ${table} set "${column}" = ${value} where tenant_id = $1`,
        [tenantId, mention],
      );
      if (rowCount) planted.push(`${table}.${column}`);
    }
  }
  return planted;
}

/** `+12025550123` as people write it. */
export const spaced = (number: string) => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 ($1) $2-$3');

/** Ways in which a North American number, a name and words may be written. */
export function tracesOf(number: string, words: readonly string[]): string[] {
  const [, area = '', middle = '', last = ''] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number) ?? [];
  const written = ['', ' ', '-', '.', '/'].flatMap((between) => [
    [area, middle, last].join(between),
    `(${area})${between}${middle}${between}${last}`,
  ]);
  const plain = [
    ...written,
    `(${area}) ${middle}-${last}`,
    `${middle}${last}`,
    `${middle}-${last}`,
    ...words,
  ];
  const encoded = [number, ...words].flatMap((text) => [
    ...[encodeURIComponent(text), Buffer.from(text).toString('base64').replace(/=+$/, '')],
    Buffer.from(text).toString('hex'),
  ]);
  return [...new Set([...plain, ...encoded].map((text) => text.toLowerCase()))];
}
