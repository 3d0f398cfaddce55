import type { CallDetail, CorrectOutcomeBody, OutcomeField, ShownOutcome } from '@parley/contract';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';

export function outcomeFieldOf(
  label: string,
  type: OutcomeField['type'],
  more: Partial<OutcomeField> = {},
): OutcomeField {
  const id = label.toLowerCase().replaceAll(/\W/g, '-');
  return { id, label, type, description: '', choices: [], required: false, ...more };
}

/** What came of a call that was read without any value. */
export function outcomeOf(
  fields: OutcomeField[],
  more: Partial<NonNullable<ShownOutcome['outcome']>> = {},
): ShownOutcome {
  return {
    state: 'ready',
    outcome: {
      version: 1,
      run: 0,
      by: 'rules',
      zone: 'Europe/Berlin',
      result: 'reached',
      sentence: 'The appointment stands.',
      fields,
      values: [],
      ...more,
    },
    corrections: [],
    fieldsChanged: false,
  };
}

const changed: FakeResponse = {
  status: 409,
  body: { error: 'Somebody else has corrected this value meanwhile.', code: 'outcome_changed' },
};

/** The responses of the routes of outcomes; null for others. */
export function outcomeResponse(fakeServer: FakeServer, request: ReceivedRequest): FakeResponse | null {
  const call = fakeServer.calls.find(({ _id }) => _id === request.id);
  const shown = call?.outcomes;
  if (call === undefined || shown === undefined) return null;
  const url = new URL(request.url, 'http://fake-server');
  const field = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
  const known = shown.corrections.find((each) => each.field === field);
  const others = shown.corrections.filter((each) => each !== known);
  switch (request.route) {
    case 'PUT /api/calls/:id/outcome/:field': {
      const { revision, value } = request.body as CorrectOutcomeBody;
      if (revision !== (known?.revision ?? 0)) return changed;
      const by = { displayName: 'Ines Marchetti' };
      const next = { field, value, revision: revision + 1, by, at: '2026-10-13T11:00:00.000Z' };
      return store(fakeServer, call, { ...shown, corrections: [...others, next] });
    }
    case 'DELETE /api/calls/:id/outcome/:field':
      if (Number(url.searchParams.get('revision')) !== known?.revision) return changed;
      return store(fakeServer, call, { ...shown, corrections: others });
    case 'POST /api/calls/:id/outcome/run':
      return store(fakeServer, call, { ...shown, state: 'pending', fieldsChanged: false });
    default:
      return null;
  }
}

function store(fakeServer: FakeServer, call: CallDetail, outcomes: ShownOutcome): FakeResponse {
  fakeServer.calls = fakeServer.calls.map((each) => (each === call ? { ...call, outcomes } : each));
  fakeServer.emit({ type: 'outcome.changed', callId: call._id });
  return { body: outcomes };
}
