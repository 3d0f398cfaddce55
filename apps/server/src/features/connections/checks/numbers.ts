import { type Check, problemOf } from '@parley/contract';
import { broken, ready, toDo } from './finding.ts';

export interface NumberFacts {
  readonly number: string;
  /** Null: the account has no such number any more. */
  readonly atCarrier: {
    readonly voice: boolean;
    readonly pointsHere: boolean;
    /** Where calls to it go; empty: nowhere. */
    readonly goesTo: string;
  } | null;
}

export interface NumbersRemedies {
  readonly missing?: string;
  readonly elsewhere: string;
}

const onPage: NumbersRemedies = {
  elsewhere: 'Take the line over in Settings, Connections, so that people can call back.',
};

/** Calls can be made from a number that goes elsewhere; only calls to it do not arrive. */
export function numbersCheck(numbers: readonly NumberFacts[], remedies = onPage): Check {
  if (numbers.length === 0)
    return toDo('numbers', 'No number is chosen.', 'Choose one in Settings, Connections.');
  const missing = numbers.find(({ atCarrier }) => atCarrier === null);
  if (missing)
    return broken('numbers', problemOf('number_missing', { number: missing.number }), remedies.missing);
  const mute = numbers.find(({ atCarrier }) => atCarrier?.voice === false);
  if (mute) return broken('numbers', problemOf('number_without_voice', { number: mute.number }));
  const elsewhere = numbers.filter(({ atCarrier }) => !atCarrier?.pointsHere);
  if (elsewhere.length > 0) {
    const where = elsewhere.map(
      ({ number, atCarrier }) => `${number} go to ${atCarrier?.goesTo || 'nowhere'}`,
    );
    return {
      ...toDo('numbers', `Calls to ${where.join(', and to ')}.`, remedies.elsewhere),
      blocks: false,
    };
  }
  return ready('numbers', `Calls to ${numbers.map(({ number }) => number).join(', ')} arrive here.`);
}
