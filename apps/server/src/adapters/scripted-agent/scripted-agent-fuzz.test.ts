import fc from 'fast-check';
import { expect, test } from 'vitest';
import { everyTool, exampleBrief } from '../../../testing/language-model-contract.ts';
import type { CallBrief, ConversationEntry } from '../../ports/language-model.ts';
import { replyTo } from './scripted-agent.ts';

const piece = fc.constantFrom(
  'Remind',
  'Ask',
  'tell',
  'Jo Sample',
  'her',
  'them',
  'whether',
  'if',
  'If not,',
  'that',
  'of the',
  'appointment',
  'on Tuesday at 9',
  'a.m.',
  'is',
  'are',
  'would like',
  '.',
  '?',
  ',',
  '\n- ',
  '1. ',
  '"',
  '“',
  '”',
  'Otherwise',
  'to',
  'Call',
  'Dr.',
  "O'Neil's",
  '<Name>',
  '$120',
  ';',
  ':',
  'and',
  'or',
  '(',
  ')',
  '[',
  '\\',
  '*',
);
const instructions = fc.oneof(
  fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(' ')),
  fc.string({ maxLength: 300, unit: 'binary' }),
);
const utterance = fc.oneof(
  fc.constantFrom(
    'Hello?',
    'Yes.',
    'No.',
    'Who is this?',
    'Thursday at two',
    'maybe',
    'What?',
    'ten',
    'hold on',
    'Why?',
    'my name is Jo',
    'Yes. And where?',
    'thanks, bye',
  ),
  fc.string({ maxLength: 120, unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        'no',
        'yes',
        'but',
        'at',
        'ten',
        'not',
        'sure',
        'call',
        'me',
        'back',
        'who',
        'is',
        '?',
        'Jo',
        'appointment',
        'cancel',
      ),
      { maxLength: 12 },
    )
    .map((words) => words.join(' ')),
);
const entry: fc.Arbitrary<ConversationEntry> = fc.oneof(
  { arbitrary: utterance.map((text): ConversationEntry => ({ kind: 'said', text })), weight: 6 },
  { arbitrary: fc.constant<ConversationEntry>({ kind: 'silence' }), weight: 1 },
  {
    arbitrary: fc.constantFrom('1', '42#').map((digits): ConversationEntry => ({ kind: 'pressed', digits })),
    weight: 1,
  },
);

test('gives a reply that can be spoken for any instructions and any utterances', () => {
  fc.assert(
    fc.property(
      instructions,
      fc.array(entry, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      (orders, heard, inbound) => {
        const brief: CallBrief = {
          ...exampleBrief,
          instructions: orders,
          abilities: orders,
          direction: inbound ? 'inbound' : 'outbound',
        };
        const history: ConversationEntry[] = [{ kind: 'agent', text: brief.greeting, interrupted: false }];
        for (const next of heard) {
          history.push(next);
          const { text, tools } = replyTo({ brief, prompt: '', history, tools: everyTool });
          expect(text !== '' || tools.length > 0).toBe(true);
          expect(text).not.toMatch(/undefined|\[object|\bnull\b|\p{Cc}/u);
          expect(text.length).toBeLessThan(3_000);
          history.push({ kind: 'agent', text, interrupted: false });
        }
      },
    ),
    { numRuns: 3_000 },
  );
}, 60_000);

test('ends the call within 60 turns, whatever the other party says', () => {
  fc.assert(
    fc.property(instructions, utterance, fc.boolean(), (orders, said, inbound) => {
      const direction = inbound ? 'inbound' : 'outbound';
      const brief: CallBrief = { ...exampleBrief, instructions: orders, direction };
      const history: ConversationEntry[] = [{ kind: 'agent', text: brief.greeting, interrupted: false }];
      for (let turn = 0; turn < 60; turn += 1) {
        // The other party alternates between one utterance and "Yes.".
        history.push({ kind: 'said', text: turn % 2 === 0 ? said : 'Yes.' });
        const { text, tools } = replyTo({ brief, prompt: '', history, tools: everyTool });
        if (tools.length > 0) return;
        history.push({ kind: 'agent', text, interrupted: false });
      }
      expect.fail(`No end with ${JSON.stringify(orders)} and ${JSON.stringify(said)}`);
    }),
    { numRuns: 1_000 },
  );
}, 60_000);
