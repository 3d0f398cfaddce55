import type { FollowUp } from '@parley/contract';
import type { KnownNames } from '../../ports/contacts.ts';

export type Named = (tenantId: string, followUps: readonly FollowUp[]) => Promise<FollowUp[]>;

/** Adds the names of the people behind the numbers. */
export function createNamed(names: KnownNames): Named {
  return async (tenantId, followUps) => {
    const known = await names.of(
      tenantId,
      followUps.map(({ number }) => number),
    );
    return followUps.map((followUp) => {
      const found = (followUp.number !== null && known.get(followUp.number)) || [];
      const chosen = followUp.contact && found.find(({ id }) => id === followUp.contact?.id);
      if (chosen) return { ...followUp, contact: { id: chosen.id, name: chosen.name, others: 0 } };
      const [first, ...others] = found;
      if (!first) return { ...followUp, contact: null };
      // Of several people nobody knows which one it is about.
      const id = others.length === 0 ? first.id : null;
      return { ...followUp, contact: { id, name: first.name, others: others.length } };
    });
  };
}
