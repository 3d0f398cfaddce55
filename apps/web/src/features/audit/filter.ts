import { type AuditFilter, auditActorKinds } from '@parley/contract';

/** What stands in the address: whom, what, and the days in the zone of the browser. */
export interface ShownFilter {
  /** The id of an actor, or `kind:` and a kind of actors; empty: everybody. */
  who: string;
  action: string;
  kind: string;
  from: string;
  to: string;
}

export const filterNames = ['who', 'action', 'kind', 'from', 'to'] as const satisfies (keyof ShownFilter)[];

const day = /^\d{4}-\d{2}-\d{2}$/;
const ofKind = 'kind:';

export function auditFilterOf(params: URLSearchParams): ShownFilter {
  const [who = '', action = '', kind = '', from = '', to = ''] = filterNames.map(
    (name) => params.get(name) ?? '',
  );
  return { who, action, kind, from, to };
}

export function filterCount(filter: ShownFilter): number {
  return filterNames.filter((name) => filter[name] !== '').length;
}

export function isFiltered(filter: ShownFilter): boolean {
  return filterCount(filter) > 0;
}

/** As the server wants it. What makes no sense, as anything may stand in an address, is left out. */
export function requestOf({ who, action, kind, from, to }: ShownFilter): AuditFilter {
  const by = auditActorKinds.find((each) => who === `${ofKind}${each}`);
  const first = dayStart(from, 0);
  const end = dayStart(to, 1);
  return {
    ...(by !== undefined && { by }),
    ...(by === undefined && who !== '' && !who.startsWith(ofKind) && { actor: who }),
    ...(action !== '' && { action }),
    ...((kind === 'change' || kind === 'read') && { kind }),
    ...(first !== null && { from: first }),
    ...(end !== null && { to: end }),
  };
}

/** The beginning of a day, or of one some days later: a range includes its last day. */
function dayStart(text: string, later: number): string | null {
  if (!day.test(text)) return null;
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number);
  const at = new Date(year, month - 1, date + later);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
