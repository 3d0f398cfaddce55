import {
  type ConsentGround,
  type ConsentPurpose,
  type ConsentRules,
  consentGrounds,
  holdReasons,
  registryDaysMax,
} from '@parley/contract';

const dayMs = 24 * 60 * 60 * 1_000;

/** Why the people of a campaign may be called, as the organization has said it, or what is missing (CP20, CP21). */
export type StartingGround =
  /** Nothing was ever declared: whoever starts the campaign says whether there is a reason. */
  | { kind: 'asked' }
  | { kind: 'declared'; why: string }
  /** Others are declared and this one is not: nothing that is said at the start counts. */
  | { kind: 'missing' }
  | { kind: 'sales'; lacks: string | null };

export function startingGround(
  { revision, grounds, registry }: Pick<ConsentRules, 'revision' | 'grounds' | 'registry'>,
  purpose: ConsentPurpose,
  now: number,
): StartingGround {
  if (purpose === 'sales') {
    if (registry === null) return { kind: 'sales', lacks: holdReasons.registry_missing };
    const isOld = now - Date.parse(registry.dated) > registryDaysMax * dayMs;
    return { kind: 'sales', lacks: isOld ? holdReasons.registry_old : null };
  }
  const declared: ConsentGround | null = grounds[purpose];
  if (declared !== null) return { kind: 'declared', why: consentGrounds[declared] };
  return { kind: revision === 0 ? 'asked' : 'missing' };
}

/** Whether people are called whose row has no consent. */
export function callsEverybody(ground: StartingGround, ticked: boolean): boolean {
  return ground.kind === 'declared' || ground.kind === 'sales' || (ground.kind === 'asked' && ticked);
}
