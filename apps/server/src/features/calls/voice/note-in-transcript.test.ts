import { expect, test } from 'vitest';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import type { CommandOutcome, SessionCommand } from '../../../ports/session-commands.ts';
import { LiveSessions } from '../../../voice/live-sessions.ts';
import type { SessionInput } from '../../../voice/session-runner.ts';
import { Background } from '../background.ts';
import { callTimes } from '../call-times.ts';
import { createNoteInTranscript } from './note-in-transcript.ts';

const call = { tenantId: 't', callId: 'c' };
const text = 'The recording was paused.';

interface Situation {
  /** Whether the session on this server takes the note; left out: there is none. */
  readonly accepts?: boolean;
  /** What becomes of each command; null: no server holds a live session. */
  readonly outcomes?: readonly (CommandOutcome['state'] | null)[];
}

async function noted({ accepts, outcomes = [null] }: Situation) {
  const clock = new ManualClock();
  const heard: SessionInput[] = [];
  const commands: SessionCommand[] = [];
  const added: [string, number][] = [];
  const sessions = new LiveSessions();
  if (accepts !== undefined)
    sessions.add('c', {
      accepts: () => accepts,
      send: (input) => void heard.push(input),
      takeActivity: () => false,
      done: new Promise(() => {}),
    });
  let looks = 0;
  const background = new Background(clock, { debug() {}, info() {}, warn() {}, error() {} });
  const note = createNoteInTranscript({
    ...{ sessions, background, clock, times: callTimes },
    commands: {
      send: async (_call, command) => {
        commands.push(command);
        return outcomes[commands.length - 1] == null ? null : String(commands.length);
      },
      outcome: async (_tenantId, id) => {
        looks += 1;
        const state = outcomes[Number(id) - 1];
        return looks % 3 === 0 && state != null ? { state, detail: '' } : null;
      },
      settleOverdue: async () => {},
    },
    transcripts: {
      addNote: async (_call, message, _at, places = 0) => void added.push([message, places]),
    },
  });
  await note(call, text);
  for (let waited = 0; waited < 1_000; waited += 50) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(50);
  }
  return { heard, commands, added };
}

const command = { kind: 'note', text };

test('CL27: a session on this server writes a note itself', async () => {
  expect(await noted({ accepts: true })).toEqual({
    heard: [{ type: 'control.note', text }],
    commands: [],
    added: [],
  });
});

test('CL27: a session on another server is told by a command', async () => {
  expect(await noted({ outcomes: ['done'] })).toEqual({ heard: [], commands: [command], added: [] });
});

test('CL27: without a live session a note is added at the end', async () => {
  expect(await noted({})).toEqual({ heard: [], commands: [command], added: [[text, 0]] });
});

test.each<[string, Situation, number]>([
  [
    'has closed and still stores its last words',
    { accepts: false, outcomes: ['failed', 'failed', 'failed'] },
    3,
  ],
  ['ends before it takes it', { outcomes: ['expired', null] }, 2],
])('CL27: a note is not lost where the session %s', async (_what, situation, asked) => {
  const { heard, commands, added } = await noted(situation);
  expect([heard, commands.length, added]).toEqual([[], asked, [[text, 99]]]);
});

test('CL27: a note that came too late for a session is written by the next one', async () => {
  const { commands, added } = await noted({ outcomes: ['expired', 'done'] });
  expect([commands.length, added]).toEqual([2, []]);
});
