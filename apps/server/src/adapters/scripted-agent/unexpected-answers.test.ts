import { describe, expect, test } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { lastReply, reminder } from '../../../testing/scripted-agent/last-reply.ts';
import type { CallBrief } from '../../ports/language-model.ts';

/** What is heard from people who do not answer as one hopes. */
describe('listens', () => {
  const brief = (instructions: string): CallBrief => ({ ...exampleBrief, instructions });
  const garage = brief('Tell the customer that the van is ready. Ask when they are coming.');

  test('a day that is out of the question is not noted', () => {
    expect(lastReply(garage, 'Hello?', 'Not today, I am away.').text).toBe(
      'I see. Which day and time would suit you better?',
    );
    const wish = lastReply(garage, 'Hello?', 'Not today, I am away.', 'Friday at ten.').text;
    expect(wish).toContain('I have noted Friday at ten.');
  });

  test('an hour is said back as one says it', () => {
    expect(lastReply(garage, 'Hello?', "I'll come by at five.").text).toContain('Thank you, at five.');
  });

  test('a yes is no answer to a question that asks for a thing', () => {
    const keys = brief('Ask who has the key.');
    expect(lastReply(keys, 'Hello?', 'Yes.').text).toMatch(/did not understand.*who has the key\?$/);
    expect(lastReply(keys, 'Hello?', 'Yes.', 'The caretaker.').tools).toEqual(['end_call']);
  });

  test('what was said with a yes is not asked for again, nor anything after a no', () => {
    const parcel = brief('Ask whether we may leave the parcel with a neighbour, and which one.');
    expect(lastReply(parcel, 'Hello?', 'Yes.').text).toContain('which one?');
    expect(lastReply(parcel, 'Hello?', 'Yes, with the Millers next door.').tools).toEqual(['end_call']);
    expect(lastReply(parcel, 'Hello?', 'No.').tools).toEqual(['end_call']);
  });

  test('the case of an open answer is told', () => {
    const order = brief(
      'Ask if they want to keep the order or cancel it. If they cancel, say the refund takes a week.',
    );
    expect(lastReply(order, 'Hello?', 'I want to cancel.').text).toContain('The refund takes a week.');
    expect(lastReply(order, 'Hello?', 'Keep it.').text).not.toContain('refund');
    expect(lastReply(order, 'Hello?', 'That is really annoying.').text).toMatch(
      /sorry about that.*cancel it\?$/,
    );
  });

  test('a complaint is not thanked for', () => {
    const survey = brief('Ask how the room was. Ask whether they would come again.');
    expect(lastReply(survey, 'Hello?', 'Terrible, the heating did not work.').text).toMatch(
      /^I am sorry to hear that\..*again\?$/,
    );
    expect(lastReply(survey, 'Hello?', 'Fine.', 'No.').text).not.toContain('Which day');
  });

  test('good news in words of bad news is no complaint', () => {
    const after = brief('Ask how they are feeling. Ask whether they need anything.');
    for (const said of ['Not too bad, thanks.', 'No pain at all.', 'Not bad.'])
      expect(lastReply(after, 'Hello?', said).text).not.toContain('sorry');
    expect(lastReply(after, 'Hello?', 'Pretty bad.').text).toContain('sorry to hear that');
  });

  test('another hour of the same day is not asked for its day, and an echo is no answer', () => {
    const table = brief('Reserve a table for four on Saturday at 8 pm.');
    expect(lastReply(table, 'Hello?', 'At eight? No, but nine is free.').text).toContain('noted nine.');
  });

  test('a sigh or a question is no name', () => {
    const bell = brief('Tell them that the plumber comes today. Get the name on the doorbell.');
    expect(lastReply(bell, 'Hello?', 'Finally!').text).toContain('did not understand');
    expect(lastReply(bell, 'Hello?', 'Can he come earlier?').text).toMatch(/do not know that.*doorbell\?$/);
    expect(lastReply(bell, 'Hello?', 'Weber').text).toContain('noted Weber');
  });

  test('a full week is none to choose an hour of', () => {
    const cut = brief('Book a haircut for Tuesday at 5pm at Salon Bella.');
    expect(lastReply(cut, 'Salon Bella?', 'We are fully booked next week.').text).not.toContain('next week');
  });

  test('who has said why is not asked for it', () => {
    const flat = brief('Ask whether they are still interested in the flat. If not, ask why not.');
    expect(lastReply(flat, 'Hello?', 'No.').text).toContain('why not?');
    expect(lastReply(flat, 'Hello?', 'No, it is too small for us.').tools).toEqual(['end_call']);
  });

  test('joy is no e-mail address, and a denial is passed on', () => {
    const prize = brief('Tell them that they have won. Ask for their e-mail address.');
    expect(lastReply(prize, 'Hello?', "Really? That's wonderful!").text).toMatch(/^May I have.*address\?$/);
    expect(lastReply(prize, 'Hello?', 'I did not take part in anything.').text).toContain('pass that on');
  });

  test('who does not need something is not asked for another time', () => {
    const care = brief('Ask whether they need the care group (7:30-16:00).');
    expect(lastReply(care, 'Hello?', 'No, we manage.').text).not.toContain('Which day');
  });

  test('who has to move what they were to confirm is asked when', () => {
    const vet = brief('Vet appointment Monday 16:15. Please confirm.');
    expect(lastReply(vet, 'Hello?', 'No, we need to move it.').text).toContain('Which day and time');
  });

  test('hours from now are a time', () => {
    const driver = brief('Ask the driver when he will arrive.');
    expect(lastReply(driver, 'Yeah?', 'In about two hours').text).toContain('in about two hours');
  });

  test('nothing good is said of a pain, and a refusal is not asked for twice', () => {
    const after = brief('Ask whether they have pain or swelling.');
    expect(lastReply(after, 'Hello?', 'A little swelling.').text).toMatch(/^I see, I have noted that\./);
    const table = brief('Reserve a table for four on Saturday at 8 pm.');
    expect(lastReply(table, 'Hello?', 'No, we are full.', 'No.').tools).toEqual(['end_call']);
    expect(lastReply(table, 'Hello?', "We're full at eight. Nine would work.").text).toContain('noted nine');
  });

  test('a shop that answers the phone is not asked who it is', () => {
    const shop = brief('Call Bike World about order 4471. Ask whether it has been sent.');
    expect(lastReply(shop, 'Bike World, how can I help?').text).toMatch(/order 4471.*Has it been sent\?$/);
  });

  test('a case that has nothing to do with the answer is left alone', () => {
    const order = brief('Ask on which day it will arrive. If it is late, ask for the reason.');
    expect(lastReply(order, 'Hello?', 'On Friday.').text).not.toContain('reason');
  });

  test.each([
    ['Ask what the tires cost.', 'That is fine with me.'],
    ['Ask if he wants to renew online or by phone.', 'Yes, please.'],
    ['Ask which other day would suit.', 'Yes, I think so.'],
  ])('a yes is not taken for the answer to a question that wants more: %s', (instructions, said) => {
    expect(lastReply(brief(instructions), 'Hello?', said).text).toMatch(
      /^I am sorry, I did not understand that\. .*\?$/,
    );
  });

  test('what was offered is chosen by its name', () => {
    const gift = brief('Offer them a voucher or a new delivery.');
    expect(lastReply(gift, 'Hello?', 'The voucher please').tools).toEqual(['end_call']);
    expect(lastReply(gift, 'Hello?', 'Yes.').text).toContain('Which of them would you prefer?');
    expect(lastReply(gift, 'Hello?', 'I want my money back!').text).toContain('pass that on');
  });

  test('a mark is asked for where a scale stands in brackets', () => {
    const friend = brief('Ask whether they would recommend us (1 to 10).');
    expect(lastReply(friend, 'Hello?', 'nine').text).toContain('noted nine');
  });

  test('who comes to the phone hears what it is about', () => {
    expect(lastReply(reminder, 'Sample', 'One moment, please.', 'Hello?').text).toMatch(
      /cleaning.*suit you\?$/,
    );
  });

  test('"Why?" alone is a question', () => {
    expect(lastReply(reminder, 'Sample', 'Why?').text).toMatch(/do not know that.*suit you\?$/);
  });

  test('who does not want to say is not thanked for it, and who wants no other time is asked for none', () => {
    const survey = brief('Ask how they heard about us. Ask what could be better.');
    expect(lastReply(survey, 'Hello?', "I'd rather not.").text).toMatch(/^That is all right\./);
    const visit = brief('Offer a new appointment.');
    expect(lastReply(visit, 'Hello?', "I don't want a new one.").tools).toEqual(['end_call']);
  });

  test('a thing that is asked for in two words is looked up', () => {
    const fee = brief('Ask whether they will come on Monday. A fee of $40 applies otherwise.');
    expect(lastReply(fee, 'Hello?', 'What fee?').text).toMatch(/\$40.*Monday\?$/);
  });

  test.each([
    ['Jo moved out last year.', 'wrong_number'],
    ["Jo doesn't work here anymore.", 'wrong_number'],
    ['You have the wrong house.', 'wrong_number'],
  ])('%s: nobody there learns what it is about', (said, reason) => {
    expect(lastReply(reminder, 'Hello?', said)).toMatchObject({ call: { reason } });
    expect(lastReply(reminder, said).text).not.toContain('cleaning');
  });

  test.each([
    'She just stepped out.',
    "This is Jo's phone, she's driving.",
    'Jo is at the office.',
    'Jo left for work.',
  ])('%s: somebody else is on the phone', (said) => {
    expect(lastReply(reminder, 'Hello?', said).text).toContain('When could we reach Jo Sample?');
  });

  test.each(['I am she.', "You're talking to her.", 'Jo is speaking.', 'Jo here.'])(
    '%s is who was asked for',
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

  test('a day that was written short is known when it is said in full', () => {
    const slots = brief('Propose Mon 7 Dec 10:00 or Tue 8 Dec 14:00.');
    expect(lastReply(slots, 'Hello?', 'Tuesday works.').text).toMatch(/^Good, Tuesday\./);
    expect(lastReply(slots, 'Hello?', 'None, I am on shift.').text).toContain('Which day and time');
  });

  test('to cancel is no consent', () => {
    const news = brief('Tell them that their appointment is on Friday at 11:15.');
    expect(lastReply(news, 'Hello?', 'cancel please').text).toContain('pass that on to the desk');
  });

  test('a matter that is settled is not gone into any further', () => {
    const booking = brief('Confirm the booking. Ask for the arrival time.');
    const { text, tools } = lastReply(booking, 'Hello?', 'No, I cancelled that last week.');
    expect(text).toContain('pass that on to the desk');
    expect(tools).toEqual(['end_call']);
  });

  test('a mother is who was asked for where the parents are called', () => {
    const school = brief('Remind the parents of Mika Hahn of the meeting on Monday. Ask if they can come.');
    expect(lastReply(school, 'Hello?').text).toBe('Am I speaking with the parents of Mika Hahn?');
    expect(lastReply(school, 'Hello?', "Yes, I'm his mother.").text).toContain('the meeting on Monday');
    expect(lastReply(school, 'Hahn, hello?').text).toContain('the meeting on Monday');
  });

  test.each(['It is me.', "Yes, it's me"])('%s gives no other name', (said) => {
    expect(lastReply(reminder, 'Hello?', said).text).toContain('your cleaning');
  });

  test.each([
    ['Is this a scam?', /assistant of Elm Street Dental/],
    ['I do not have time for this.', /better time to call/],
    ['Oh no. Where can I park?', /behind the house.*suit you\?$/],
  ])('%s', (said, expected) => {
    expect(lastReply(reminder, 'Hello?', 'Yes.', said).text).toMatch(expected);
  });

  test('a price within a question is known', () => {
    const cot = brief('Ask if they need a cot (8 € per night).');
    expect(lastReply(cot, 'Hello?', 'How much is that?').text).toContain('8 € per night.');
  });

  test('the house that is asked is not asked what suits it', () => {
    const hall = brief('Ring the school office and ask whether the hall is free on Sunday at 3 pm.');
    expect(lastReply(hall, 'Hello?', 'No, it is booked.').text).not.toContain('suit you');
  });
});
