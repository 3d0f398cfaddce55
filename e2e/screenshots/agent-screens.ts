import type { AgentConfig } from '@parley/contract';
import { agentOf, configOf } from '../desk/fake-server/agent-desk.ts';
import type { FakeServer } from '../desk/fake-server/fake-server.ts';
import { outcomeFieldOf } from '../desk/fake-server/outcome-responses.ts';
import { at, then } from './page-shots.ts';
import type { FakeServerShot } from './shot.ts';

const agents = '/app/settings/agents';
const practice = `${agents}/elm-street`;
const refused = {
  status: 503,
  body: { error: 'The database is not available.', code: 'database_unavailable' },
};

function fillPractice(config: AgentConfig): void {
  config.identity.persona =
    'You are the telephone assistant of Elm Street Practice, and you sound like the person people hope to reach at a front desk: unhurried, warm and exact. You never guess: what you do not know you write down for the team and promise a call back.';
  config.identity.abilities =
    'Take down a wish for an appointment: name, reason, days and times that suit.\nPass on a message or a question to the team.';
  config.identity.conduct.repeatDetails = true;
  config.identity.conduct.showSympathy = true;
  config.speech.otherLanguages = [{ language: 'es-US', voice: null }];
  config.speech.pronunciations = [{ word: 'Nguyen', say: 'win' }];
  config.speech.hints = ['crown', 'Dr. Nguyen'];
  config.conversation.voicemail = {
    action: 'leave-message',
    message: 'Hello, this is <Agent>. Please call us back.',
  };
  config.conversation.transfers = [
    {
      name: 'Front desk',
      number: '+15005550010',
      when: 'Somebody asks for a person',
      hours: 'opening-hours',
    },
  ];
  config.outcomes = {
    fields: [
      outcomeFieldOf('Appointment confirmed', 'yes_no', {
        required: true,
        description: 'Yes only if they say that they come.',
      }),
      outcomeFieldOf('Insurance', 'choice', { choices: ['Delta', 'Aetna', 'None'] }),
    ],
  };
  config.knowledge.entries = [
    {
      id: 'hours',
      title: 'Opening hours',
      text: 'Monday to Friday from eight to five, Saturday by appointment.',
    },
    { id: 'parking', title: 'Parking', text: 'Behind the house, two hours for free.' },
    { id: 'insurance', title: 'Insurance', text: 'All of the large ones. Ask the team about others.' },
  ];
}

function prepare(fakeServer: FakeServer): void {
  const config = configOf('Elm Street Practice', fillPractice);
  const elm = agentOf('elm-street', 'Elm Street Practice', 3, { callsInLastWeek: 214 });
  const versions = elm.versions.map((version) => ({ ...version, config }));
  const draft = structuredClone(config);
  draft.identity.persona = config.identity.persona.replace(
    'unhurried, warm and exact',
    'quick, warm and exact',
  );
  draft.conversation.pace = 'brisk';
  draft.knowledge.entries.push({ id: 'prices', title: 'Prices', text: 'A check-up is 90 dollars.' });
  fakeServer.agentDesk.agents = [
    { ...elm, versions, draft: { ...elm.draft, config: draft } },
    agentOf('gs-dental', 'GS Dental', 12, { fixedName: 'GS Dental', callsInLastWeek: 1_204 }),
    agentOf('kuzco', 'Kuzco', 2, { fixedName: 'Kuzco' }),
    agentOf('survey', 'Customer survey', 0),
    agentOf('old', 'Old line', 2, { archivedAt: '2026-10-01T10:00:00.000Z' }),
  ];
  fakeServer.agentDesk.numbers = [
    { number: '+15005550006', label: 'Main line', sandbox: true, agentId: 'elm-street' },
    { number: '+15005550007', label: '', sandbox: true, agentId: 'gs-dental' },
    { number: '+15005550008', label: 'Spare', sandbox: true, agentId: null },
  ];
}

const sections = [
  'identity',
  'speech',
  'opening',
  'conversation',
  'knowledge',
  'outcomes',
  'engine',
  'numbers',
  'history',
];

/** Every screen and state of Settings ▸ Agents. */
export const agentScreens: readonly FakeServerShot[] = [
  at('agents', agents, '1 archived', prepare),
  at('agents-empty', agents, 'No agents yet', () => {}),
  at('agents-error', agents, 'Failed to load', (fakeServer) =>
    fakeServer.respondWith('GET /api/agent-cards', refused),
  ),
  then(
    at('agent-new', agents, '1 archived', prepare),
    async (page) => {
      await page.getByRole('button', { name: 'New Agent' }).click();
      await page.getByLabel('Name *').fill('Oak Lane');
      await page.getByRole('radio', { name: 'Another agent' }).click();
    },
    { windowOnly: true },
  ),
  ...sections.map((section) =>
    then(
      at(`agent-${section}`, `${practice}?section=${section}`, 'differs from version 3', prepare),
      async (page) => {
        await page.getByText('Loading').waitFor({ state: 'hidden' });
      },
    ),
  ),
  then(at('agent-try', `${practice}?try=open`, 'differs from version 3', prepare), async (page) => {
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByLabel('What you say').fill('A table for two, please.');
    await page.keyboard.press('Enter');
    await page.getByText('I have written that down.').waitFor();
  }),
  at('agent-questions', `${practice}?section=knowledge`, 'Do you have parking?', (fakeServer) => {
    prepare(fakeServer);
    const question = { lastAskedAt: '2026-10-13T10:00:00.000Z', lastCallId: 'any' };
    fakeServer.agentDesk.questions = [
      { ...question, id: 'first', question: 'Do you have parking?', calls: 3 },
      { ...question, id: 'second', question: 'Can I bring my dog?', calls: 1 },
    ];
  }),
  at('agent-viewer', practice, 'differs from version 3', (fakeServer) => {
    prepare(fakeServer);
    fakeServer.claims = { parley: 'viewer' };
  }),
  then(at('agent-version', `${practice}?section=history&version=1`, 'Version 1', prepare), async (page) => {
    await page.getByText('Word to listen for').first().waitFor();
  }),
  then(at('agent-problems', practice, 'differs from version 3', prepare), async (page) => {
    await page.getByLabel('Persona *').fill('');
    await page.getByLabel('What it may do').fill('Call <Doctor> for them.');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Describe who the agent is').waitFor();
  }),
  then(
    at('agent-publish', practice, 'differs from version 3', prepare),
    async (page) => {
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByRole('dialog').getByText('Persona changed.').waitFor();
    },
    { windowOnly: true },
  ),
  {
    ...at('agent-conflict', practice, '', prepare),
    async show(page, fakeServer) {
      await page.goto(practice);
      await page.getByLabel('Persona *').waitFor();
      fakeServer.agentDesk.saveAs('Omar Diaz', 'elm-street', (config) => {
        config.identity.persona =
          'You are the telephone assistant of Elm Street Practice, and you take your time.';
      });
      await page
        .getByLabel('Persona *')
        .fill('You are the telephone assistant of Elm Street, and you are brief.');
      await page.getByRole('heading', { name: 'changed the same' }).waitFor();
    },
  },
  then(
    at('agent-unreachable', practice, 'differs from version 3', (fakeServer) => {
      prepare(fakeServer);
      fakeServer.respondWith('PUT /api/agents/:id/draft', 'disconnect');
    }),
    async (page) => {
      await page.getByLabel('Persona *').fill('Typed on a train.');
      await page.getByText('Go on typing').waitFor();
    },
  ),
];
