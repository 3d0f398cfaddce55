import pg from 'pg';

/** Whom every agent connects people with, in all of its versions; null: nobody. */
export async function setTransferTarget(
  owner: pg.ClientConfig,
  number: string | null,
  kind: 'cold' | 'warm' = 'cold',
): Promise<void> {
  const target = { name: 'Front desk', number, when: '', hours: 'always', kind };
  const client = new pg.Client(owner);
  await client.connect();
  await client.query("update agent_versions set config = jsonb_set(config, '{conversation,transfers}', $1)", [
    JSON.stringify(number === null ? [] : [target]),
  ]);
  await client.end();
}
