import type { ContactOfNumber, NamedParty } from '@parley/contract';

/**
 * Who is shown beside a number: whoever was chosen, or else the only one who has it. Of a shared number it is the first by
 * name, with how many others there are. Somebody who was chosen and is gone leaves the number to those who have it.
 */
export function namedParty(people: readonly ContactOfNumber[], chosen: string | null): NamedParty | null {
  const [first] = people;
  if (!first) return null;
  const others = people.length - 1;
  const person = chosen === null ? undefined : people.find(({ id }) => id === chosen);
  if (person) return { id: person.id, name: person.name, others: 0 };
  return { id: others === 0 ? first.id : null, name: first.name, others };
}
