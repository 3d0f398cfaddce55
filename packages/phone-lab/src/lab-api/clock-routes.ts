import type { PretendedTime } from '../pretended-time.ts';
import { LabApiError } from './errors.ts';
import type { Route } from './route.ts';

export interface ClockParts {
  current(): PretendedTime;
  set(time: PretendedTime): void;
}

/** Which time of day it is for those who are called. */
export function clockRoutes(clock: ClockParts): Route[] {
  const path = /^\/lab\/clock$/;
  const view = () => {
    const { date, rate } = clock.current();
    return { date: new Date(date).toISOString(), rate };
  };
  return [
    ['GET', path, view],
    [
      'PUT',
      path,
      ({ body }) => {
        const { date, rate = 1 } = (body ?? {}) as { date?: unknown; rate?: unknown };
        const at = typeof date === 'string' ? Date.parse(date) : Number.NaN;
        if (Number.isNaN(at) || typeof rate !== 'number' || !(rate >= 0))
          throw new LabApiError(
            400,
            'invalid_clock',
            'Send a date, as {"date": "2026-11-17T09:00:00Z", "rate": 1}.',
          );
        clock.set({ date: at, rate });
        return view();
      },
    ],
  ];
}
