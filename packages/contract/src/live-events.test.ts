import { expect, test } from 'vitest';
import { liveEvent, permissionOfEvent } from './live-events.ts';

test('PM6: every kind of live event names the permission that its receiver needs', () => {
  const kinds = liveEvent.def.options.map((option) => option.def.shape.type.def.values[0]);
  const call = {} as never;
  const events = [
    { type: 'opened', quietMs: 0 },
    { type: 'call.changed', call },
    { type: 'call.removed', callId: 'x' },
    { type: 'transcript.added', callId: 'x', entry: {} as never },
    { type: 'agent.changed', agentId: 'x', revision: 1 },
    { type: 'follow-up.changed', followUp: {} as never },
    { type: 'contact.changed', number: null },
    { type: 'outcome.changed', callId: 'x' },
    { type: 'tool-call.changed', callId: 'x' },
    { type: 'recording.changed', callId: 'x' },
    { type: 'import.changed', importId: 'x' },
    { type: 'campaign.changed', campaignId: 'x' },
    { type: 'list.changed', list: 'templates' },
    { type: 'list.changed', list: 'agents' },
    { type: 'list.changed', list: 'apiKeys' },
    { type: 'refetch' },
  ] as const;
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(kinds));
  expect(events.map(permissionOfEvent)).toEqual([
    null,
    ...['calls.read', 'calls.read', 'calls.read', 'agents.read', 'follow-ups.read', 'contacts.read'],
    ...[
      'calls.read',
      'calls.read',
      'calls.read',
      'contacts.read',
      'campaigns.read',
      'templates.read',
      'agents.read',
      'keys.manage',
    ],
    null,
  ]);
});
