import type { ConnectedNumber, SettingsOf } from '../../../ports/connections.ts';

interface WithNumbers {
  readonly settings: Pick<SettingsOf<'phone'>, 'givenUp'>;
  readonly numbers: readonly ConnectedNumber[];
}

/** Not chosen any more; it stays with the account until its calls go where they went before. */
export function isGivenUp(
  { settings }: Pick<WithNumbers, 'settings'>,
  { number }: Pick<ConnectedNumber, 'number'>,
): boolean {
  return settings.givenUp?.includes(number) ?? false;
}

export function chosenNumbers(connection: WithNumbers): readonly ConnectedNumber[] {
  return connection.numbers.filter((number) => !isGivenUp(connection, number));
}
