import { describe, expect, test } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { lastReply, reminder } from '../../../testing/scripted-agent/last-reply.ts';
import type { CallBrief } from '../../ports/language-model.ts';

describe('unexpected answers', () => {
  const brief = (instructions: string): CallBrief => ({ ...exampleBrief, instructions });
  const garage = brief('Tell the customer that the van is ready. Ask when they are coming.');

  test('does not note a day that is refused', () => {
    expect(lastReply(garage, 'Hello?', 'Not today, I am away.').text).toBe(
      'I see. Which day and time would suit you better?',
    );
    const wish = lastReply(garage, 'Hello?', 'Not today, I am away.', 'Friday at ten.').text;
    expect(wish).toContain('I have noted Friday at ten.');
  });

  test('repeats a time with its preposition', () => {
    expect(lastReply(garage, 'Hello?', "I'll come by at five.").text).toContain('Thank you, at five.');
  });

  test('does not take a yes for the answer to a question with "who"', () => {
    const keys = brief('Ask who has the key.');
    expect(lastReply(keys, 'Hello?', 'Yes.').text).toMatch(/did not understand.*who has the key\?$/);
    expect(lastReply(keys, 'Hello?', 'Yes.', 'The caretaker.').tools).toEqual(['end_call']);
  });

  test('skips a follow-up question that the yes answers already, and after a no', () => {
    const parcel = brief('Ask whether we may leave the parcel with a neighbour, and which one.');
    expect(lastReply(parcel, 'Hello?', 'Yes.').text).toContain('which one?');
    expect(lastReply(parcel, 'Hello?', 'Yes, with the Millers next door.').tools).toEqual(['end_call']);
    expect(lastReply(parcel, 'Hello?', 'No.').tools).toEqual(['end_call']);
  });

  test('carries out the condition that a free answer meets', () => {
    const order = brief(
      'Ask if they want to keep the order or cancel it. If they cancel, say the refund takes a week.',
    );
    expect(lastReply(order, 'Hello?', 'I want to cancel.').text).toContain('The refund takes a week.');
    expect(lastReply(order, 'Hello?', 'Keep it.').text).not.toContain('refund');
    expect(lastReply(order, 'Hello?', 'That is really annoying.').text).toMatch(
      /sorry about that.*cancel it\?$/,
    );
  });

  test('answers a complaint with regret, not with thanks', () => {
    const survey = brief('Ask how the room was. Ask whether they would come again.');
    expect(lastReply(survey, 'Hello?', 'Terrible, the heating did not work.').text).toMatch(
      /^I am sorry to hear that\..*again\?$/,
    );
    expect(lastReply(survey, 'Hello?', 'Fine.', 'No.').text).not.toContain('Which day');
  });

  test('does not take "not too bad" for a complaint', () => {
    const after = brief('Ask how they are feeling. Ask whether they need anything.');
    for (const said of ['Not too bad, thanks.', 'No pain at all.', 'Not bad.'])
      expect(lastReply(after, 'Hello?', said).text).not.toContain('sorry');
    expect(lastReply(after, 'Hello?', 'Pretty bad.').text).toContain('sorry to hear that');
  });

  test('takes another time of the same day without asking for the day, and ignores a repeated time', () => {
    const table = brief('Reserve a table for four on Saturday at 8 pm.');
    expect(lastReply(table, 'Hello?', 'At eight? No, but nine is free.').text).toContain('noted nine.');
  });

  test('does not take an exclamation or a question for a name', () => {
    const bell = brief('Tell them that the plumber comes today. Get the name on the doorbell.');
    expect(lastReply(bell, 'Hello?', 'Finally!').text).toContain('did not understand');
    expect(lastReply(bell, 'Hello?', 'Can he come earlier?').text).toMatch(/do not know that.*doorbell\?$/);
    expect(lastReply(bell, 'Hello?', 'Weber').text).toContain('noted Weber');
  });

  test('does not take a fully booked week for a proposal', () => {
    const cut = brief('Book a haircut for Tuesday at 5pm at Salon Bella.');
    expect(lastReply(cut, 'Salon Bella?', 'We are fully booked next week.').text).not.toContain('next week');
  });

  test('does not ask for a reason that was given', () => {
    const flat = brief('Ask whether they are still interested in the flat. If not, ask why not.');
    expect(lastReply(flat, 'Hello?', 'No.').text).toContain('why not?');
    expect(lastReply(flat, 'Hello?', 'No, it is too small for us.').tools).toEqual(['end_call']);
  });

  test('does not take an exclamation for an e-mail address, and passes an objection on', () => {
    const prize = brief('Tell them that they have won. Ask for their e-mail address.');
    expect(lastReply(prize, 'Hello?', "Really? That's wonderful!").text).toMatch(/^May I have.*address\?$/);
    expect(lastReply(prize, 'Hello?', 'I did not take part in anything.').text).toContain('pass that on');
  });

  test('does not ask for another time if something is not needed', () => {
    const care = brief('Ask whether they need the care group (7:30-16:00).');
    expect(lastReply(care, 'Hello?', 'No, we manage.').text).not.toContain('Which day');
  });

  test('asks for another time if an appointment cannot be confirmed', () => {
    const vet = brief('Vet appointment Monday 16:15. Please confirm.');
    expect(lastReply(vet, 'Hello?', 'No, we need to move it.').text).toContain('Which day and time');
  });

  test('takes "in about two hours" for a time', () => {
    const driver = brief('Ask the driver when he will arrive.');
    expect(lastReply(driver, 'Yeah?', 'In about two hours').text).toContain('in about two hours');
  });

  test('does not say "good" about pain, and accepts a second refusal', () => {
    const after = brief('Ask whether they have pain or swelling.');
    expect(lastReply(after, 'Hello?', 'A little swelling.').text).toMatch(/^I see, I have noted that\./);
    const table = brief('Reserve a table for four on Saturday at 8 pm.');
    expect(lastReply(table, 'Hello?', 'No, we are full.', 'No.').tools).toEqual(['end_call']);
    expect(lastReply(table, 'Hello?', "We're full at eight. Nine would work.").text).toContain('noted nine');
  });

  test('does not ask a shop that answered with its name who it is', () => {
    const shop = brief('Call Bike World about order 4471. Ask whether it has been sent.');
    expect(lastReply(shop, 'Bike World, how can I help?').text).toMatch(/order 4471.*Has it been sent\?$/);
  });

  test('does not carry out a condition that the answer does not meet', () => {
    const order = brief('Ask on which day it will arrive. If it is late, ask for the reason.');
    expect(lastReply(order, 'Hello?', 'On Friday.').text).not.toContain('reason');
  });

  test.each([
    ['Ask what the tires cost.', 'That is fine with me.'],
    ['Ask if he wants to renew online or by phone.', 'Yes, please.'],
    ['Ask which other day would suit.', 'Yes, I think so.'],
  ])('does not take a yes for the answer to an open question: %s', (instructions, said) => {
    expect(lastReply(brief(instructions), 'Hello?', said).text).toMatch(
      /^I am sorry, I did not understand that\. .*\?$/,
    );
  });

  test('takes the name of an offered option for the choice', () => {
    const gift = brief('Offer them a voucher or a new delivery.');
    expect(lastReply(gift, 'Hello?', 'The voucher please').tools).toEqual(['end_call']);
    expect(lastReply(gift, 'Hello?', 'Yes.').text).toContain('Which of them would you prefer?');
    expect(lastReply(gift, 'Hello?', 'I want my money back!').text).toContain('pass that on');
  });

  test('takes a number if the question has a scale in brackets', () => {
    const friend = brief('Ask whether they would recommend us (1 to 10).');
    expect(lastReply(friend, 'Hello?', 'nine').text).toContain('noted nine');
  });

  test('repeats the reason after a hello in the middle of the call', () => {
    expect(lastReply(reminder, 'Sample', 'One moment, please.', 'Hello?').text).toMatch(
      /cleaning.*suit you\?$/,
    );
  });

  test('takes "Why?" for a question', () => {
    expect(lastReply(reminder, 'Sample', 'Why?').text).toMatch(/do not know that.*suit you\?$/);
  });

  test('does not thank for a refusal to answer, and asks for no other time if none is wanted', () => {
    const survey = brief('Ask how they heard about us. Ask what could be better.');
    expect(lastReply(survey, 'Hello?', "I'd rather not.").text).toMatch(/^That is all right\./);
    const visit = brief('Offer a new appointment.');
    expect(lastReply(visit, 'Hello?', "I don't want a new one.").tools).toEqual(['end_call']);
  });

  test('answers a question of two words from the facts', () => {
    const fee = brief('Ask whether they will come on Monday. A fee of $40 applies otherwise.');
    expect(lastReply(fee, 'Hello?', 'What fee?').text).toMatch(/\$40.*Monday\?$/);
  });

  test.each([
    ['Jo moved out last year.', 'wrong_number'],
    ["Jo doesn't work here anymore.", 'wrong_number'],
    ['You have the wrong house.', 'wrong_number'],
  ])('%s: ends the call without giving its reason', (said, reason) => {
    expect(lastReply(reminder, 'Hello?', said)).toMatchObject({ call: { reason } });
    expect(lastReply(reminder, said).text).not.toContain('cleaning');
  });

  test.each([
    'She just stepped out.',
    "This is Jo's phone, she's driving.",
    'Jo is at the office.',
    'Jo left for work.',
  ])('%s: asks when to reach the right person', (said) => {
    expect(lastReply(reminder, 'Hello?', said).text).toContain('When could we reach Jo Sample?');
  });

  test.each(['I am she.', "You're talking to her.", 'Jo is speaking.', 'Jo here.'])(
    '%s: recognises the right person',
    (said) => {
      expect(lastReply(reminder, 'Hello?', said).text).toContain('your cleaning');
    },
  );

  test.each([
    ['No. What about Friday?', /At what time on Friday\?/],
    ["It'll have to be the week after.", /the week after/],
    ['I would rather have the 12th.', /At what time on the 12th\?/],
    ['Cancel it.', /pass that on to the desk/],
    ['I switched dentists.', /pass that on to the desk/],
    ['Not a chance.', /Which day and time/],
    ['Tuesday? I thought it was Wednesday!', /cleaning on Tuesday.*suit you\?$/],
    ['What was the time again?', /9 a\.m\..*suit you\?$/],
    ["I'll call you back.", /wait for your call/],
  ])('%s', (said, expected) => {
    expect(lastReply(reminder, 'Hello?', 'Yes.', said).text).toMatch(expected);
  });

  test('recognises a day that the instructions abbreviate', () => {
    const slots = brief('Propose Mon 7 Dec 10:00 or Tue 8 Dec 14:00.');
    expect(lastReply(slots, 'Hello?', 'Tuesday works.').text).toMatch(/^Good, Tuesday\./);
    expect(lastReply(slots, 'Hello?', 'None, I am on shift.').text).toContain('Which day and time');
  });

  test('does not take "cancel" for consent', () => {
    const news = brief('Tell them that their appointment is on Friday at 11:15.');
    expect(lastReply(news, 'Hello?', 'cancel please').text).toContain('pass that on to the desk');
  });

  test('ends the call if its matter is settled', () => {
    const booking = brief('Confirm the booking. Ask for the arrival time.');
    const { text, tools } = lastReply(booking, 'Hello?', 'No, I cancelled that last week.');
    expect(text).toContain('pass that on to the desk');
    expect(tools).toEqual(['end_call']);
  });

  test('takes a mother for the right person if the parents are called', () => {
    const school = brief('Remind the parents of Mika Hahn of the meeting on Monday. Ask if they can come.');
    expect(lastReply(school, 'Hello?').text).toBe('Am I speaking with the parents of Mika Hahn?');
    expect(lastReply(school, 'Hello?', "Yes, I'm his mother.").text).toContain('the meeting on Monday');
    expect(lastReply(school, 'Hahn, hello?').text).toContain('the meeting on Monday');
  });

  test.each(['It is me.', "Yes, it's me"])('%s: does not take the answer for another name', (said) => {
    expect(lastReply(reminder, 'Hello?', said).text).toContain('your cleaning');
  });

  test.each([
    ['Is this a scam?', /assistant of Elm Street Dental/],
    ['I do not have time for this.', /better time to call/],
    ['Oh no. Where can I park?', /behind the house.*suit you\?$/],
  ])('%s', (said, expected) => {
    expect(lastReply(reminder, 'Hello?', 'Yes.', said).text).toMatch(expected);
  });

  test('answers from a price in the brackets of a question', () => {
    const cot = brief('Ask if they need a cot (8 € per night).');
    expect(lastReply(cot, 'Hello?', 'How much is that?').text).toContain('8 € per night.');
  });

  test('does not ask an institution what suits it', () => {
    const hall = brief('Ring the school office and ask whether the hall is free on Sunday at 3 pm.');
    expect(lastReply(hall, 'Hello?', 'No, it is booked.').text).not.toContain('suit you');
  });

  test('takes an address for an answer when it is asked to have one confirmed', () => {
    const check = brief("Confirm Mr. Pratt's new address. Ask if he has insurance.");
    const { text } = lastReply(check, 'Hello?', 'Yes.', '12 Oak Street, Springfield.');
    expect(text).toBe('I see, I will pass that on. Do you have insurance?');
  });
});
