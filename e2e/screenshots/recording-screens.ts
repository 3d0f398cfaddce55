import { agentOf } from '../desk/fake-server/agent-desk.ts';
import { callIdOf, callOf, entryOf } from '../desk/fake-server/data.ts';
import type { FakeServer } from '../desk/fake-server/fake-server.ts';
import { recordingOf } from '../desk/fake-server/recording-desk.ts';
import { at, then } from './page-shots.ts';
import type { FakeServerShot } from './shot.ts';

const path = `/app/voice-agents/${callIdOf(9)}`;
const lines = [
  'This call is being recorded. Hello, this is the AI assistant of GS Dental. Am I speaking with Dana Okafor?',
  'Yes, speaking.',
  'You have a cleaning on Tuesday at ten. Does that still suit you?',
  'Tuesday is fine. Could we make it half past ten?',
  'Half past ten is free. I have moved your appointment.',
  'Great, thank you.',
];
const transcript = lines.map((line, n) =>
  entryOf(n, line, { timestamp: new Date(Date.UTC(2026, 9, 13, 10, 9, 8 + n * 4)).toISOString() }),
);

const recorded =
  (recording: FakeServer['recordingDesk']['recording'] = recordingOf()) =>
  (fakeServer: FakeServer) => {
    fakeServer.calls = [
      callOf(9, { transcript, summary: 'The appointment was moved to half past ten.', recording: 'ready' }),
    ];
    fakeServer.recordingDesk.recording = recording;
  };
const nothing = { milliseconds: null, peaks: null };

/** Every state of a recording. */
export const recordingScreens: readonly FakeServerShot[] = [
  then(at('recording-player', `${path}?t=14`, 'Yes, speaking.', recorded()), async (page) => {
    await page.getByRole('group', { name: 'Recording' }).waitFor();
  }),
  at(
    'recording-fetching',
    path,
    'is being fetched',
    recorded(recordingOf({ state: 'fetching', ...nothing })),
  ),
  at(
    'recording-failed',
    path,
    'not as long',
    recorded(
      recordingOf({
        ...{ state: 'failed', problem: 'wrong_length', canRetry: true, ...nothing },
        sentence:
          'What the carrier sent is not as long as it says. It was not stored, and stays at the carrier.',
      }),
    ),
  ),
  at('recording-deleted', path, 'was deleted', recorded(null)),
  then(at('recording-settings', '/app/settings/data', 'Announce it'), async (page) => {
    await page.getByLabel('Record calls').click();
    await page.getByRole('radio', { name: /^Ask first/ }).click();
  }),
  at(
    'recording-agent',
    '/app/settings/agents/gs-dental?section=opening',
    'How people learn of it',
    (fakeServer) => {
      fakeServer.agentDesk.agents = [agentOf('gs-dental', 'GS Dental', 12, { fixedName: 'GS Dental' })];
      fakeServer.recordingDesk.settings = { ...fakeServer.recordingDesk.settings, agentIds: ['gs-dental'] };
    },
  ),
  at('recording-viewer', path, 'does not allow you', (fakeServer) => {
    recorded()(fakeServer);
    fakeServer.claims = { parley: 'viewer' };
  }),
];
