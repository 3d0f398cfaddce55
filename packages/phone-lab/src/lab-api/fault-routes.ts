import { FaultError, type FaultSettings, type Faults } from '../faults.ts';
import type { Route } from './route.ts';

export function faultRoutes(faults: Faults): Route[] {
  const view = () => ({ faults: faults.current() });
  const set = (body: unknown) => {
    if (typeof body !== 'object' || body === null) throw new FaultError('Send an object with knobs.');
    const { seed, ...settings } = body as { seed?: unknown };
    if (typeof seed === 'number') faults.reseed(seed);
    faults.set(settings as FaultSettings);
    return view();
  };
  const path = /^\/lab\/faults$/;
  return [
    ['GET', path, view],
    ['PATCH', path, ({ body }) => set(body)],
    [
      'PUT',
      path,
      ({ body }) => {
        faults.clear();
        return set(body);
      },
    ],
    [
      'DELETE',
      path,
      () => {
        faults.clear();
        return view();
      },
    ],
  ];
}
