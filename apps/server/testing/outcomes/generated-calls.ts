import type { OutcomeField } from '@parley/contract';
import type { OutcomeMaterial } from '../../src/ports/outcomes.ts';
import { type SeededRandom, seededRandom } from '../faults/seeded-random.ts';
import { oneOf } from './one-of.ts';
import { calendarAt } from './said-dates.ts';
import { type Topic, topics } from './topics.ts';

export interface GeneratedCall {
  readonly name: string;
  readonly material: OutcomeMaterial;
  /** By field; only those that the call gives. */
  readonly truths: ReadonlyMap<string, boolean | number | string>;
}

type Line = readonly [speaker: 'agent' | 'user' | 'system', message: string, interrupted?: boolean];

const zones = ['America/New_York', 'Europe/Berlin', 'Pacific/Auckland', 'America/Los_Angeles'] as const;
const greetings = ['Hello?', 'Yes, hello?', 'Sample, hello.', 'Hi.'];
const asides = ['Where can I park?', 'Is it far from the station?', 'Are you a robot?', 'Do you take cards?'];
/** Things said beside an answer that must not be taken for it. */
const remarks = [
  'My son is 12, by the way.',
  'I have been coming for twenty years.',
  'You have called me on Monday already.',
  'My number has changed, it ends in 42.',
  'It is room 7 on the second floor.',
];

/** A hundred calls with what is true of each. The same seed gives the same calls. */
export function generatedCalls(seed: number, count = 100): GeneratedCall[] {
  const random = seededRandom(seed, 'generated calls');
  return Array.from({ length: count }, (_, place) => generatedCall(random, `call ${seed}/${place}`));
}

function generatedCall(random: SeededRandom, name: string): GeneratedCall {
  const timeZone = oneOf(random, zones);
  const startedAt = startOf(random, timeZone);
  const calendar = calendarAt(startedAt, timeZone);
  const asked = drawn(random, random.between(1, 4));
  const lines: Line[] = [
    ['agent', 'Hello, this is the AI assistant of Elm Street.'],
    ['user', oneOf(random, greetings)],
  ];
  const truths = new Map<string, boolean | number | string>();
  const kind = random.weighted({ talk: 88, machine: 4, wrong: 4, cut: 4 });
  if (kind === 'machine')
    lines.splice(
      1,
      1,
      ['user', 'You have reached Robin Sample. Please leave a message after the tone.'],
      ['agent', 'Does the time still suit you?'],
    );
  else if (kind === 'wrong')
    lines.push(
      ['agent', 'Am I speaking with Robin Sample?'],
      ['user', 'No, you have the wrong number. It is 5 to ten!'],
    );
  else {
    if (random.happens(0.5))
      lines.push(['agent', 'Am I speaking with Robin Sample?'], ['user', 'Yes, speaking.']);
    for (const [place, topic] of asked.entries()) {
      const isCut = kind === 'cut' && place === asked.length - 1;
      const truth = exchange(random, topic, lines, { calendar, isCut });
      if (truth !== null) truths.set(topic.field.id, truth);
    }
    if (kind === 'talk') {
      if (random.happens(0.06) && truths.get('confirmed') === true) {
        lines.push(['user', "Actually, I can't come after all."]);
        truths.set('confirmed', false);
      }
      lines.push(
        ['agent', 'Is there anything else?'],
        ['user', oneOf(random, ['No, thank you.', 'No, that is all.', 'Yes, say hello to Ann.'])],
      );
    }
  }
  lines.push(['agent', 'Thank you for your time. Goodbye.']);
  // Fields that nobody asked about stay empty.
  const others = topics.filter((topic) => !asked.includes(topic) && random.happens(0.12));
  const fields: OutcomeField[] = [...asked, ...others].map(({ field }) => ({
    ...field,
    choices: [...field.choices],
    required: random.happens(0.5),
  }));
  return { name, truths, material: materialOf(lines, fields, startedAt, timeZone) };
}

/** One question and its answer, with what happens around them. */
function exchange(
  random: SeededRandom,
  topic: Topic,
  lines: Line[],
  { calendar, isCut }: { calendar: { today: string }; isCut: boolean },
): boolean | number | string | null {
  const question = oneOf(random, topic.questions);
  lines.push([
    'agent',
    `${oneOf(random, ['Thank you.', 'All right.', 'Good, I have noted that.', 'I see.'])} ${question}`,
  ]);
  if (random.happens(0.15))
    lines.push(['user', oneOf(random, asides)], ['agent', `I will pass that on. ${question}`]);
  const { said, truth } = topic.reply(random, calendar);
  if (isCut) {
    // The line broke in the middle of a word, so nobody knows what was meant.
    const start = said.replace(/[.?!]$/, '');
    lines.push(['user', start.slice(0, Math.max(1, start.length - 2)), true]);
    return null;
  }
  const remark = random.happens(0.12) ? ` ${oneOf(random, remarks)}` : '';
  // A free answer is all of what was said.
  lines.push(['user', topic.field.type === 'text' ? said : said + remark]);
  return truth;
}

function drawn(random: SeededRandom, count: number): Topic[] {
  const left = [...topics];
  return Array.from({ length: count }, () => left.splice(random.between(0, left.length - 1), 1)).flat();
}

const clocks = new Map<string, Intl.DateTimeFormat>(
  zones.map((zone) => [
    zone,
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, hour: '2-digit', minute: '2-digit' }),
  ]),
);

/** Often close to midnight of the organization, when another zone has another day. */
function startOf(random: SeededRandom, zone: string): Date {
  const noon = Date.UTC(2026, random.between(0, 11), random.between(1, 28), 12);
  if (!random.happens(0.4)) return new Date(noon + random.between(-4, 4) * 3_600_000);
  const wanted = random.happens(0.5) ? '23:30' : '00:30';
  const halfHours = Array.from({ length: 48 }, (_, place) => new Date(noon + place * 1_800_000));
  return halfHours.find((at) => clocks.get(zone)?.format(at) === wanted) ?? new Date(noon);
}

function materialOf(
  lines: readonly Line[],
  fields: readonly OutcomeField[],
  startedAt: Date,
  timeZone: string,
): OutcomeMaterial {
  return {
    agentName: 'Elm Street',
    direction: 'outbound',
    instructions: null,
    language: 'en',
    reason: null,
    startedAt,
    timeZone,
    fields,
    transcript: lines.map(([speaker, message, interrupted = false], ordinal) => ({
      ordinal,
      speaker,
      message,
      interrupted,
      spokenAt: new Date(startedAt.getTime() + ordinal),
    })),
  };
}
