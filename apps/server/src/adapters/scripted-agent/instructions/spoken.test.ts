import { describe, expect, test } from 'vitest';
import {
  exampleFiles,
  readExamples,
  scriptText,
} from '../../../../testing/scripted-agent/instructions/instruction-examples.ts';
import { showScript } from '../../../../testing/scripted-agent/instructions/show-script.ts';

const said = (instructions: string): string => showScript(instructions).steps.join(' ');

describe.each(exampleFiles())('%s', (file) => {
  test.each(readExamples(file))('$instructions', ({ instructions, script: expected }) => {
    expect(scriptText(instructions)).toBe(expected);
  });
});

describe('the person addressed is not part of the spoken sentence', () => {
  test.each([
    ["Confirm with Dr. Chen's office that they received the referral.", 'whether you received the referral?'],
    ['Ask the garage whether they have winter tires.', 'Do you have winter tires?'],
    ['Ask customers how they liked the menu.', 'how you liked the menu?'],
    ['Find out from Mr. Novak whether he got the letter.', 'whether you got the letter?'],
    ['Tell the caterer that there will be 54 guests.', 'to tell you that there will be 54 guests.'],
    ['Ask the tenants of flat 4 to keep the noise down.', 'Could you please keep the noise down?'],
    ['Inquire at the town hall whether we need a permit.', 'whether we need a permit?'],
  ])('%s', (instructions, part) => {
    expect(said(instructions)).toContain(part);
    expect(said(instructions)).not.toMatch(/Chen|the garage|customers|Novak|caterer|flat 4|town hall/);
  });
});

describe('things and other people do not become "you"', () => {
  test.each([
    ['Ask the garage whether they have winter tires in stock and what they cost.', 'what they cost?'],
    ['Ask whether the boxes arrived and who signed for them.', 'who signed for them?'],
    ['Call Jo Reyes. The tickets are here. Tell Jo that they cost 45 dollars each.', 'They cost 45 dollars'],
    [
      'Remind the borrower that three items are overdue and that they can be returned anywhere.',
      'they can be returned',
    ],
    ['Ask Mike when the lorries arrive and how many pallets they carry.', 'how many pallets they carry?'],
    ['Ask Joan if the children liked the show and what they liked best.', 'what they liked best?'],
    ['The roofers start on Monday, but they need access. Ask Jack who can let them in.', 'they need access'],
    ['Tell Mrs. Jensen her cat Minka can go home. She ate well.', 'She ate well.'],
    ['Let her know that the parcel was left with the neighbour.', 'left with the neighbour.'],
  ])('%s', (instructions, part) => {
    expect(said(instructions)).toContain(part);
  });
});

describe('a relative clause is not asked as a question', () => {
  test.each([
    'Ask Mrs. Patel about her passport, which expires on December 3.',
    'Ask whether her son will attend the club, which starts on September 9.',
    'Ask George whether his knee, which was operated on in May, still hurts.',
    'Ask Mr. Grant, who bought a mower last week, whether he is happy with it.',
    'Please ask Mr. Silva for his insurance number, which is printed on the card.',
    'Call Mrs. Adams and ask whether the nurse who came on Monday was on time.',
  ])('%s', (instructions) => {
    const { steps } = showScript(instructions);
    expect(steps.filter((line) => line.endsWith('?'))).toHaveLength(1);
    expect(steps.join(' ')).not.toMatch(/(?:^|[.?] )(?:Could you tell me )?(?:which|who) \w+/i);
  });
});

describe('a person who is only mentioned is not taken for the person called', () => {
  test.each([
    ["Confirm with Dr. Chen's office that they received the lab order for patient Maria Lopez.", null],
    ['Check with the pharmacy that the prescription for Harold Finch is ready.', null],
    ["Ask the dentist whether Noah Kim's braces can be adjusted before his holiday.", null],
    ['Ask the school whether Ella Novak has been marked absent.', null],
    ['Ring the surgery and ask for the results. Patient: Oscar Lind.', null],
    ["Call Mrs. Ray about her son Tom Ray's braces.", 'Mrs. Ray'],
    ['Call the clinic and ask for Mrs. Green. The patient is Tom Hill.', 'Mrs. Green'],
    ['Tell Mr. Klein that Mrs. Sharma will take over his case.', 'Mr. Klein'],
    ['Call my sister Kate about Uncle Bob.', 'Kate'],
  ])('%s', (instructions, party) => {
    expect(showScript(instructions).party).toBe(party);
  });
});

describe('what is not understood is read out in the words of the instruction', () => {
  test.each([
    [
      'Call the vet to ask whether the results are back. If they are, ask what they say.',
      'the following: what they say.',
    ],
    ['Walk him through the new form.', 'I was asked to walk you through the new form.'],
    ['Call the council and report that the light is out.', 'I am calling to report that the light is out.'],
  ])('%s', (instructions, part) => {
    expect(said(instructions)).toContain(part);
  });
});

/** Signs of an ungrammatical sentence, independent of those in certainty.ts. */
const ungrammatical: readonly RegExp[] = [
  /\byou (?:you|is|was|has|does|wants|needs|gets)\b(?<!\b(?:to|for|with) you (?:is|was|has))/i,
  /\b(?:the|a|an) you\b/i,
  /\b(?:and|or|whether|if|the)[?.]/i,
  /(?:^|[.?] )(?:When|Where|Why) (?:a|the|your|someone|you|we|they) [^?]*\?/,
  /\btell me (?:the|a|our|my) \w+ (?:whether|if|that)\b/i,
  /\bwhat you cost\b/i,
  /(?:^|[.?] )Ask /,
  /\bplease please\b|\bthat that\b|\bthat :/i,
  /\btell you that (?:will|can|is|was|has|knows|denied|sent|Have|the \p{Lu}\p{Ll}+s know)\b/u,
  /\byour (?:is|are|was|were|will|has)\b|\bhave your call\b|\band (?:put|set up|find) (?:you|a new)\b/i,
  /\bcalling because [^.]*\band that\b|\bwhether [^.?]*\bhas not\b|^Works\b|\byou next (?:visit|cleaning|appointment)\b/i,
];

test('no spoken sentence of the examples is ungrammatical', () => {
  for (const file of exampleFiles())
    for (const { instructions } of readExamples(file))
      for (const line of showScript(instructions).steps)
        for (const sign of ungrammatical)
          expect(line.replace(/^(?:yes|no): /, ''), instructions).not.toMatch(sign);
});
