import type { Check } from '../connection.ts';
import { problemOf } from '../problems.ts';
import { broken, ready, toDo } from './finding.ts';

export interface NumberFacts {
  readonly number: string;
  /** Null: the carrier was asked and did not say. */
  readonly pointsHere: boolean | null;
  /** What the carrier says about it, where it was asked; null: the account has no such number any more. */
  readonly atCarrier?: { readonly voice: boolean } | null;
}

/** For whoever has other means than the page. */
export interface NumbersRemedies {
  readonly missing?: string;
  readonly elsewhere: string;
}

const onPage: NumbersRemedies = {
  elsewhere:
    'Take the line over in Settings, Connections, if people are to reach an agent when they call back.',
};

/** Calls can be made from a number that goes elsewhere, too; only calls to it do not arrive. */
export function numbersCheck(numbers: readonly NumberFacts[], remedies = onPage): Check[] {
  if (numbers.length === 0) return [];
  const gone = numbers.find(({ atCarrier }) => atCarrier === null);
  if (gone)
    return [broken('numbers', problemOf('number_missing', { number: gone.number }), remedies.missing)];
  const mute = numbers.find(({ atCarrier }) => atCarrier?.voice === false);
  if (mute) return [broken('numbers', problemOf('number_without_voice', { number: mute.number }))];
  const listed = (some: readonly NumberFacts[]) => some.map(({ number }) => number).join(', ');
  const unknown = numbers.filter(({ pointsHere }) => pointsHere === null);
  if (unknown.length > 0) {
    const message = `The carrier did not say where calls to ${listed(unknown)} go.`;
    return [{ ...toDo('numbers', message, 'Look again in a minute.'), blocks: false }];
  }
  const elsewhere = numbers.filter(({ pointsHere }) => !pointsHere);
  if (elsewhere.length === 0) return [ready('numbers', `Calls to ${listed(numbers)} arrive here.`)];
  const check = toDo('numbers', `Calls to ${listed(elsewhere)} do not arrive here.`, remedies.elsewhere);
  return [{ ...check, blocks: false }];
}
