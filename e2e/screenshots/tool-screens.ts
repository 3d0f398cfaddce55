import { agentOf } from '../desk/fake-server/agent-desk.ts';
import { callIdOf, callOf, entryOf } from '../desk/fake-server/data.ts';
import {
  changedOrder,
  findTimes,
  mcpServerOf,
  mcpToolOf,
  toolIdOf,
  toolOf,
} from '../desk/fake-server/tools-desk.ts';
import { at, then } from './page-shots.ts';
import type { FakeServerShot } from './shot.ts';

const list = '/app/settings/tools';
const finding = `${list}/${toolIdOf(1)}`;
const booking = `${list}/${toolIdOf(2)}`;
const refused = { status: 403, body: { error: 'Your account may not do this any more.', code: 'forbidden' } };
const looked = {
  id: 'tool-1',
  ordinal: 0.5,
  name: 'find_free_times',
  title: 'Looked up free times',
  state: 'done' as const,
  at: '2026-10-13T10:00:09.000Z',
  ms: 412,
  sample: false,
  changes: false,
  tries: 1,
  input: { day: '2026-10-20', part: 'morning' },
  answer: '{"slots":[{"start":"2026-10-20T09:00"},{"start":"2026-10-20T10:00"}]}',
};

/** Every screen and state of tools. */
export const toolScreens: readonly FakeServerShot[] = [
  at('tools', list, 'find_free_times'),
  at('tools-loading', list, 'Loading tools...', (fakeServer) => fakeServer.hold('GET /api/tools')),
  at('tools-error', list, 'Failed to load the tools', (fakeServer) =>
    fakeServer.respondWith('GET /api/tools', refused),
  ),
  at('tools-empty', list, 'No tools yet.', (fakeServer) => fakeServer.toolsDesk.clear()),
  at('tools-many', list, 'tool_40_', ({ toolsDesk }) => {
    toolsDesk.tools = Array.from({ length: 40 }, (_, n) =>
      toolOf(n + 1, { ...findTimes, name: `tool_${n + 1}_${n % 7 === 0 ? 'x'.repeat(50) : 'finds'}` }),
    );
    toolsDesk.servers = [
      mcpServerOf(1, { name: 'A server with a name that is as long as it may be, to see where it ends' }),
      mcpServerOf(2, { name: 'Stock', problem: 'Nothing answered at this address.' }),
    ];
  }),
  at('tools-viewer', list, 'find_free_times', (fakeServer) => {
    fakeServer.claims = { parley: 'viewer' };
  }),
  then(at('tools-secrets', `${list}?dialog=secrets`, 'calendar-key'), async () => {}, { windowOnly: true }),
  then(
    at('tools-openapi', `${list}?dialog=openapi`, 'Read Document'),
    async (page) => {
      await page.getByLabel('Address of the document').fill('https://calendar.example.com/openapi.json');
      await page.getByRole('button', { name: 'Read Document' }).click();
      await page.getByRole('button', { name: 'Pick All' }).click();
    },
    { windowOnly: true },
  ),
  then(at('tools-mcp-connect', `${list}?dialog=mcp`, 'Streamable HTTP'), async () => {}, {
    windowOnly: true,
  }),
  at('tool-new', `${list}/new`, 'Not saved yet'),
  then(at('tool-tried', finding, 'find_free_times'), async (page) => {
    await page.getByRole('button', { name: 'Try It' }).click();
    await page.getByText('HTTP 200').waitFor();
    await page.getByText('JSON schema of these inputs').click();
  }),
  then(at('tool-schema', finding, 'find_free_times'), async (page) => {
    await page.getByRole('radio', { name: 'JSON schema' }).click();
    await page.getByLabel('JSON schema', { exact: true }).and(page.locator('textarea')).waitFor();
  }),
  then(
    at('tool-try-failed', finding, 'find_free_times', ({ toolsDesk }) => {
      toolsDesk.tried = { answer: null, ms: 10_000, problem: 'Nothing answered within 10 seconds.' };
    }),
    async (page) => {
      await page.getByRole('button', { name: 'Try It' }).click();
      await page.getByText('No answer after').waitFor();
    },
  ),
  then(at('tool-try-sample', booking, 'book_appointment'), async (page) => {
    await page.getByRole('button', { name: 'Try It' }).click();
    await page.getByText('What would be sent').waitFor();
  }),
  then(at('tool-conflict', finding, 'find_free_times'), async () => {}, {
    async show(page, fakeServer) {
      await page.goto(finding);
      await page.getByLabel('Said meanwhile').fill('Just a second.');
      const theirs = { ...findTimes, limitSeconds: 20, sayMeanwhile: 'I am looking.' };
      fakeServer.toolsDesk.put(toolOf(1, theirs, { revision: 2, changedBy: { displayName: 'Ann Berg' } }));
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await page.getByText('Changed by both').waitFor();
    },
  }),
  then(
    at('tool-delete', finding, 'find_free_times'),
    async (page) => {
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete Tool' }).click();
      await page.getByText('Used by: GS Dental').waitFor();
    },
    { windowOnly: true },
  ),
  then(at('tool-mistakes', finding, 'find_free_times'), async (page) => {
    await page.getByLabel('What it is for *').fill('');
    await page.getByLabel('Address *').fill('calendar');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('mistakes are marked above').waitFor();
  }),
  then(
    at('mcp-server', `${list}/mcp/${toolIdOf(501)}`, 'describes it otherwise now', ({ toolsDesk }) => {
      toolsDesk.servers = [
        mcpServerOf(1, {
          tools: [
            mcpToolOf('find_order', 'Finds an order by its number.', {
              allowed: true,
              state: 'changed',
              offered: changedOrder,
            }),
            mcpToolOf('cancel_order', 'Cancels an order that was not sent yet.'),
            mcpToolOf('send_order', 'Sends an order.', { allowed: true, state: 'gone' }),
          ],
        }),
      ];
    }),
    async (page) => page.getByText('Before and now').click(),
  ),
  then(
    at('agent-tools', '/app/settings/agents/gs-dental?section=tools', 'find_free_times', ({ agentDesk }) => {
      agentDesk.agents = [agentOf('gs-dental', 'GS Dental', 2, { fixedName: 'GS Dental' })];
    }),
    async (page) => {
      await page.getByRole('checkbox', { name: 'find_free_times' }).check();
      await page.getByRole('button', { name: 'Add a Text Message' }).click();
      await page.keyboard.type('Our address');
    },
  ),
  then(
    at(
      'agent-transfers',
      '/app/settings/agents/gs-dental?section=conversation',
      'Add a Person',
      ({ agentDesk }) => {
        agentDesk.agents = [agentOf('gs-dental', 'GS Dental', 2, { fixedName: 'GS Dental' })];
      },
    ),
    async (page) => {
      await page.getByRole('button', { name: 'Add a Person' }).click();
      await page.keyboard.type('Reception');
      await page.getByLabel('How', { exact: true }).first().scrollIntoViewIfNeeded();
    },
  ),
  at('call-hand-over', `/app/voice-agents/${callIdOf(901)}?tool=text-1`, 'Answered', (fakeServer) => {
    fakeServer.calls = [
      callOf(901, {
        transcript: [
          entryOf(1, 'Can I talk to a person, please?'),
          entryOf(2, 'Of course. One moment, I will connect you.'),
          entryOf(3, 'Nobody took the call, so the agent is back.', { speaker: 'system' }),
          entryOf(4, 'Nobody answers at the reception at the moment. May I text you our address?'),
          entryOf(5, 'Yes.'),
        ],
        toolCalls: [
          {
            ...looked,
            id: 'text-1',
            ordinal: 5.5,
            name: 'send_text',
            title: 'Sent a text message',
            changes: true,
            ms: 230,
            input: { text: 'Our address' },
            answer: 'The text message was sent.',
            delivery: 'delivered' as const,
          },
          {
            ...looked,
            id: 'text-2',
            ordinal: 5.6,
            name: 'send_text',
            title: 'Sent a text message',
            changes: true,
            ms: 210,
            input: { text: 'Our opening hours' },
            answer: 'The text message was sent.',
            delivery: 'undelivered' as const,
          },
          {
            ...looked,
            id: 'tool-3',
            ordinal: 5.7,
            name: `find_${'x'.repeat(58)}`,
            title: `find_${'x'.repeat(58)}`,
            state: 'refused',
            input: { link: `https://calendar.example.com/${'a'.repeat(300)}` },
            answer: 'b'.repeat(400),
          },
        ],
      }),
    ];
  }),
  at('call-tools', `/app/voice-agents/${callIdOf(900)}?tool=tool-1`, 'Answered', (fakeServer) => {
    fakeServer.calls = [
      callOf(900, {
        transcript: [
          entryOf(1, 'Can I come on Tuesday morning?'),
          entryOf(2, 'On Tuesday at nine or at ten. Which do you prefer?'),
          entryOf(3, 'At nine, please.'),
          entryOf(4, 'I could not see whether that was booked. Somebody will call you back about it.'),
        ],
        toolCalls: [
          { ...looked, ordinal: 1.5 },
          {
            ...looked,
            id: 'tool-2',
            ordinal: 3.5,
            title: 'Booked an appointment',
            state: 'unknown',
            changes: true,
            tries: 2,
            ms: 10_000,
            answer: null,
          },
        ],
      }),
    ];
  }),
];
