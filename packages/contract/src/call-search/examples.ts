import { exampleFollowUp } from '../follow-ups/examples.ts';
import type { RouteExample } from '../route-example.ts';
import type { callSearchRoutes } from './routes.ts';
import type { CallSearchResponse } from './search.ts';

const response: CallSearchResponse = {
  hits: [
    {
      call: {
        _id: '019a8b5e-6c00-7000-8000-000000000001',
        agentId: 'gs-dental',
        direction: 'outbound',
        from: '+15005550006',
        to: '+15005550010',
        status: 'completed',
        reason: null,
        instructions: 'Ask whether Tuesday at 10 still suits for the crown.',
        duration: 42,
        createdAt: '2026-10-13T10:00:00.000Z',
        answeredAt: '2026-10-13T10:00:08.000Z',
        endTime: '2026-10-13T10:00:50.000Z',
        summary: '**The patient confirmed Tuesday at 10.**',
        summaryState: 'ready',
        sandbox: false,
        engine: 'relay',
        outcome: 'reached',
        contact: exampleFollowUp.contact,
      },
      hit: {
        where: 'transcript',
        ordinal: 3,
        parts: [
          { text: 'Yes, and will the ', marked: false },
          { text: 'crown', marked: true },
          { text: ' be ready by then?', marked: false },
        ],
        playable: true,
      },
    },
  ],
  next: null,
  older: '019a6b00-0000-7000-8000-000000000000',
};

/** Of the routes of `call-search/`. */
export const callSearchExamples: Readonly<Record<keyof typeof callSearchRoutes, RouteExample>> = {
  searchCalls: { query: 'q=crown&direction=outbound&status=completed,busy', response },
};
