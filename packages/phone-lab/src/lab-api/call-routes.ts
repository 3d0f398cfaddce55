import type { CallRecord } from '../call/record.ts';
import type { Switchboard } from '../call/switchboard.ts';
import type { HandsetPages } from '../handset/pages.ts';
import { callSummary } from './call-summary.ts';
import type { DialIn, DialInRequest } from './dial-in.ts';
import { LabApiError } from './errors.ts';
import type { PartyControls } from './party.ts';
import { callPath, type Route } from './route.ts';

/** Calls, and what the other party does in them. */
export function callRoutes(
  board: Switchboard,
  dialIn: DialIn,
  party: PartyControls,
  pages: HandsetPages,
): Route[] {
  const find = (sid = ''): CallRecord => {
    const record = board.find(sid);
    if (!record) throw new LabApiError(404, 'call_not_found', 'There is no such call.');
    return record;
  };
  const view = (sid = '') => ({ call: callSummary(board, find(sid)) });
  const act = (rest: string, perform: (sid: string, body: Record<string, unknown>) => void): Route => [
    'POST',
    callPath(rest),
    ({ args: [sid = ''], body }) => {
      perform(sid, (body ?? {}) as Record<string, unknown>);
      return view(sid);
    },
  ];
  return [
    ['GET', /^\/lab\/calls$/, () => ({ calls: board.all().map((record) => callSummary(board, record)) })],
    [
      'GET',
      callPath(),
      ({ args: [sid] }) => ({ ...view(sid), entries: board.ledger.entries(find(sid).sid) }),
    ],
    [
      'POST',
      /^\/lab\/dial$/,
      ({ body }) => {
        const { tab } = (body ?? {}) as { tab?: unknown };
        const { sid } = dialIn(body as DialInRequest);
        if (typeof tab === 'string') pages.claim(sid, tab);
        return { callSid: sid };
      },
    ],
    act('/answer', (sid, body) => party.answer(sid, body.tab)),
    act('/decline', (sid, body) => party.decline(sid, body.tab)),
    act('/say', (sid, body) => party.say(sid, body.text, body.tab)),
    act('/press', (sid, body) => party.press(sid, body.digits, body.tab)),
    act('/hangup', (sid, body) => party.hangUp(sid, body.tab)),
  ];
}
