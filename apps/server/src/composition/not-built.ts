import type { Endpoints } from '../ports/endpoint.ts';

type NotBuilt = 'correctOutcome' | 'withdrawCorrection' | 'runOutcome';

/** Routes of the contract that nothing serves yet. Whoever builds one takes it off the list. */
export function notBuilt(): Pick<Endpoints, NotBuilt> {
  const names: readonly NotBuilt[] = ['correctOutcome', 'withdrawCorrection', 'runOutcome'];
  const refuse = (name: NotBuilt) => async () => {
    throw new Error(`Nothing serves ${name} yet.`);
  };
  return Object.fromEntries(names.map((name) => [name, refuse(name)])) as never;
}
