import type { SpendingLimits } from '@parley/contract';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';

/** The responses of the routes of spending; null for others. */
export function spendingResponse(
  { spendingDesk: desk }: FakeServer,
  request: ReceivedRequest,
): FakeResponse | null {
  switch (request.route) {
    case 'GET /api/spending':
      return { body: { spending: desk.spending } };
    case 'PUT /api/spending/limits': {
      const { limits } = request.body as { limits: SpendingLimits };
      desk.spending = { ...desk.spending, limits, revision: desk.spending.revision + 1 };
      return { body: { spending: desk.spending } };
    }
    default:
      return null;
  }
}
