import { describe, expect, test } from 'vitest';
import { showScript } from '../../../../testing/scripted-agent/instructions/show-script.ts';

const said = (instructions: string): string => showScript(instructions).steps.join(' ');

/** The words that have to be said, and who is asked for. */
type Example = readonly [instructions: string, party: string | null, part: string];

function check(cases: readonly Example[]): void {
  test.each(cases)('%s', (instructions, party, part) => {
    expect(showScript(instructions).party).toBe(party);
    expect(said(instructions)).toContain(part);
  });
}

describe('a doctor who is only mentioned is not taken for the person called', () => {
  check([
    [
      'Tell her that Dr. Lee will be out on Monday and ask if Tuesday works.',
      null,
      'that Dr. Lee will be out',
    ],
    ['Tell the patient Dr. Lee is out and ask if Tuesday works.', null, 'that Dr. Lee is out'],
    ["Ask her whether Dr. Shah's office sent the referral.", null, "whether Dr. Shah's office sent"],
    [
      'Remind the patient of the cleaning with Ms. Hart on Monday.',
      null,
      'remind you of the cleaning with Ms. Hart',
    ],
    ['Tell Mrs. Park Dr. Lee is out.', 'Mrs. Park', 'that Dr. Lee is out.'],
    [
      "Check whether Dr. Levin's office got the X-rays for Paul Grady.",
      null,
      "whether Dr. Levin's office got",
    ],
    ["Let Dr. Gray's assistant know that Mr. Noble will be late.", null, 'that Mr. Noble will be late.'],
  ]);
});

describe('a name behind "him" or "her" is not dropped with the person addressed', () => {
  check([
    [
      'Call Tom Reed. Tell him Dr. Kim will see him on Friday at 9.',
      'Tom Reed',
      'that Dr. Kim will see you on',
    ],
    ['Tell her Delta Dental denied the claim.', null, 'that Delta Dental denied the claim.'],
    ['Tell the patient Dr. Kim will see her.', null, 'that Dr. Kim will see you.'],
  ]);
});

describe('people with the name of a trade and families by their name are not institutions or things', () => {
  check([
    ['Tell Mr. Baker we found his glasses.', 'Mr. Baker', 'that we found your glasses.'],
    ['Let the Johnsons know both kids are due for sealants.', null, 'tell you that both kids are due'],
    ["Call the Wongs about Lily's retainer. It is in and she can be seen Friday.", null, 'she can be seen'],
    [
      "Tell the patient's husband that she did well and that he can come at noon.",
      null,
      'that she did well and that you can',
    ],
    [
      'Tell them their son chipped a tooth and we can see him.',
      null,
      'your son chipped a tooth and we can see him',
    ],
    [
      'Remind the guardian of Noah Ames that he must not eat.',
      'the guardian of Noah Ames',
      'that he must not eat.',
    ],
  ]);
});

describe('a pronoun behind the name of a doctor does not become the wrong person', () => {
  check([
    [
      "Let Mr. Cole know that Dr. Patel is running behind and ask if he'd rather reschedule.",
      'Mr. Cole',
      'Would you rather reschedule?',
    ],
    [
      'Let Mr. Cole know that Dr. Patel is out and that he needs to reschedule.',
      'Mr. Cole',
      'and that you need to reschedule.',
    ],
    [
      'Call Ms. Nguyen. Dr. Lee had to move to Wednesday, so her 2 pm appointment is cancelled.',
      'Ms. Nguyen',
      'so your 2 pm appointment is cancelled.',
    ],
    [
      "Tell Mr. Frost that his wife's appointment is at 2 and his is at 2:30.",
      'Mr. Frost',
      "your wife's appointment is at 2 and yours is at 2:30.",
    ],
    [
      "Let Mrs. Ortega know that her daughter's visit is at 3 and hers is at 4.",
      'Mrs. Ortega',
      "your daughter's visit is at 3 and yours is at 4.",
    ],
    [
      'Thank Mrs. Bloom for referring her sister and let her know there is a credit on her account.',
      'Mrs. Bloom',
      'a credit on your account.',
    ],
    [
      'Say that we will be happy to see her again and that her next cleaning is in June.',
      null,
      'that your next cleaning is in June.',
    ],
  ]);

  test('who "he" is remains open, so the words are read out', () => {
    expect(said('Tell Mr. Cole that Dr. Patel read the scan and that he wonders about it.')).toContain(
      'tell you the following: Dr. Patel read the scan and that he wonders about it.',
    );
  });
});

describe('an order with "have", "get", "set up", "find" or "make sure" is not read out', () => {
  check([
    ['Have her call us back about the estimate.', null, 'Could you please call us back about the estimate?'],
    [
      'Have Mr. Novak bring his old dentures on Monday.',
      'Mr. Novak',
      'Could you please bring your old dentures on Monday?',
    ],
    [
      'Thank him for waiting and set up a new appointment.',
      null,
      'Thank you for waiting. I am calling to set up a new appointment.',
    ],
    [
      'Apologize and find a new time.',
      null,
      'We apologise. I am calling to find a new time. Which day and time would suit you?',
    ],
    [
      'Call Oscar, whose filling fell out, and get him in as soon as possible.',
      'Oscar',
      'that your filling fell out. I would like to get you in',
    ],
    [
      'Tell him to come in and put him through to the nurse.',
      null,
      'Please come in. I was asked to put you through to the nurse.',
    ],
    ['Tell Dana her visit moved to 1:30, and make sure that works.', 'Dana', 'whether that works for you?'],
    [
      'Make sure Mr. Hayes knows that he should park in the back.',
      'Mr. Hayes',
      'that you should park in the back.',
    ],
    ['Make sure that Mrs. Hill brings her card.', 'Mrs. Hill', 'Please make sure that you bring your card.'],
  ]);
});

describe('two parts of a message are joined by words that fit both', () => {
  check([
    [
      "Remind Nadia that she's down for 7:45 and that we moved.",
      'Nadia',
      'to tell you that you are down for 7:45 and that we moved.',
    ],
    [
      'Tell her she can brush but to skip flossing for a day.',
      null,
      'that you can brush. Please skip flossing for a day.',
    ],
    [
      'Tell Mrs. Lamb not to worry and to cover it with wax.',
      'Mrs. Lamb',
      'Please do not worry and cover it with wax.',
    ],
    [
      "Ask Mrs. Park if Tuesday still works and, if it doesn't, what day next week would.",
      'Mrs. Park',
      'no: What day next week would suit you?',
    ],
    [
      'Ask Mr. Lund if he has had a fever, and if he has, tell him to come in.',
      'Mr. Lund',
      'yes: Please come in.',
    ],
    [
      'Offer her the 14th or the 16th, and if neither works, put her on the list.',
      null,
      'no: I was asked to put you on the list.',
    ],
    [
      'If the bleeding has not stopped, tell him to call us.',
      null,
      'Has the bleeding stopped? no: Please call us.',
    ],
    [
      'Have Ms. Wu come early to fill out the new patient forms.',
      'Ms. Wu',
      'to fill out the new patient forms?',
    ],
    ['Ask him what he is allergic to.', null, 'What are you allergic to?'],
  ]);
});

describe('a condition stays with the part of the message that it belongs to', () => {
  check([
    [
      'Tell Mrs. Patel we have a slot at 11:20 if she wants it.',
      'Mrs. Patel',
      'that we have a slot at 11:20 if you want it.',
    ],
    [
      'Ask Mr. Nash whether his jaw clicks, and tell him Dr. Orr wants to see him if so.',
      'Mr. Nash',
      'yes: Dr. Orr wants to see you.',
    ],
    [
      "Tell him it should wear off by six and to call us if it doesn't.",
      null,
      "Please call us if it doesn't.",
    ],
    [
      'Call Mr. Upton: his case is late, does Friday work?',
      'Mr. Upton',
      'Your case is late, does Friday work?',
    ],
  ]);
});

describe('two people, a title and a clause about the person called are read with the name', () => {
  check([
    [
      'Remind both Ruben and Ada that their cleanings are on Monday.',
      'Ruben and Ada',
      'that your cleanings are on Monday.',
    ],
    ['Ask Anna or her mother which day is better.', 'Anna', 'Which day is better?'],
    ['Call Lt. Dan Moss to confirm that he will be here at 7.', 'Lt. Dan Moss', 'Will you be here at 7?'],
    [
      "Mr. Kirk's son needs a physical. Ask if the doctor has done it.",
      'Mr. Kirk',
      'that your son needs a physical.',
    ],
    [
      'Ask the school nurse if Ethan Park can take his ibuprofen.',
      null,
      'Can Ethan Park take his ibuprofen?',
    ],
    [
      "Inform Mr. Poole's secretary that his visit is confirmed.",
      null,
      "that Mr. Poole's visit is confirmed.",
    ],
    ['Notify all patients of Dr. Kim that she will be away.', null, 'that Dr. Kim will be away.'],
    [
      'Tell the caller who asked about whitening that it is $299.',
      null,
      'because you asked about whitening. It is $299.',
    ],
    ['Have the patient rate his visit from 1 to 5.', null, 'Could you please rate your visit from 1 to 5?'],
    ['Ask if her ride is waiting for her downstairs.', null, 'Is your ride waiting for you downstairs?'],
  ]);
});
