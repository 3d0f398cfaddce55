import type { StoredCard } from '../../../ports/agent-editor.ts';
import type { CarrierIdentity } from '../../../ports/carrier.ts';
import type { Database } from '../database.ts';
import { rowReader } from '../row-reader.ts';
import { agents } from '../schema.ts';

type CardColumns = Omit<StoredCard, 'numbers' | 'callsInLastWeek'>;

const cardReader = rowReader(
  (value): Required<CardColumns> => ({
    id: value(agents.id),
    displayName: value(agents.displayName),
    language: value(agents.language),
    engine: value(agents.engine),
    publishedVersion: value(agents.publishedVersion),
    publishedAt: value(agents.publishedAt),
    changed: value(agents.draftDiffers),
    archivedAt: value(agents.archivedAt),
  }),
);

const allCards = `select ${cardReader.columns} from agents order by lower(display_name), id`;

const theirNumbers = `
  select distinct agent_id, number from phone_numbers
  where agent_id is not null and (carrier, carrier_account) in (
    select carrier, account from jsonb_to_recordset($1::jsonb) as accounts (carrier text, account text))
  order by number`;

const theirCalls = `
  select agent_id, count(*) from calls
  where created_at > $1::timestamptz and agent_id is not null group by agent_id`;

/** Tries are calls too, and are not counted. They are few: the index of calls alone counts the others. */
const theirTries = `select agent_id, count(*) from tries where created_at > $1::timestamptz group by agent_id`;

export function cardStatements(accounts: readonly CarrierIdentity[], callsSince: Date) {
  const known = JSON.stringify(accounts.map(({ name, account }) => ({ carrier: name, account })));
  return [
    { text: allCards, values: [] },
    { text: theirNumbers, values: [known] },
    { text: theirCalls, values: [callsSince.toISOString()] },
    { text: theirTries, values: [callsSince.toISOString()] },
  ] as const;
}

/** Four reads in one round trip, none of a draft or a version. */
export async function readCards(
  database: Database,
  tenantId: string,
  accounts: readonly CarrierIdentity[],
  callsSince: Date,
): Promise<StoredCard[]> {
  const [cards, numbers, calls, tries] = await database.readForTenant(
    tenantId,
    cardStatements(accounts, callsSince),
  );
  const numbersOf = Map.groupBy(numbers as [string, string][], ([agentId]) => agentId);
  const callsOf = new Map(calls as [string, number][]);
  const triesOf = new Map(tries as [string, number][]);
  return cards.map((row) => {
    const card = cardReader.read(row);
    return {
      ...card,
      numbers: (numbersOf.get(card.id) ?? []).map(([, number]) => number),
      callsInLastWeek: (callsOf.get(card.id) ?? 0) - (triesOf.get(card.id) ?? 0),
    };
  });
}

/** Null: no such agent. */
export async function readDraftRevision(
  database: Database,
  tenantId: string,
  agentId: string,
): Promise<number | null> {
  const statement = { text: 'select draft_revision from agents where id = $1', values: [agentId] };
  const [[row]] = await database.readForTenant(tenantId, [statement]);
  return row ? Number(row[0]) : null;
}
