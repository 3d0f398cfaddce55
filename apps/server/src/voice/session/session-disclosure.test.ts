import { disclosureAnswer, phrasesFor } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { endCall, findTimes, SessionDriver } from '../../../testing/voice/session/session-driver.ts';
import { englishPhrases, phrasesFrom, type SessionSettings } from './settings.ts';

const question = 'Are you a real person?';
const told = disclosureAnswer('en-US');

/** What is sent to be spoken, in one line. */
const spoken = (call: SessionDriver) => call.spoken().replaceAll('|', '').replace(/\s+/g, ' ');
const times = (call: SessionDriver, sentence: string) => spoken(call).split(sentence).length - 1;

describe('SP6: whoever asks whether a person speaks is told', () => {
  test('with the answer that does not tell it, once', () => {
    const call = SessionDriver.answered();
    call.callerSays(question);
    call.reply('I am Ava.');
    expect(spoken(call)).toMatch(new RegExp(`I am Ava\\. ${told}$`));
    call.playOut();
    call.callerSays('Ah, I see.');
    call.reply('How can I help?');
    expect(times(call, told)).toBe(1);
  });

  test('and not again where the model tells it', () => {
    const call = SessionDriver.answered();
    call.callerSays(question);
    call.reply('No, I am an AI assistant.');
    call.playOut();
    call.callerSays('Good.');
    call.reply('Yes.');
    expect(times(call, told)).toBe(0);
  });

  test('after a filler, and after further words of theirs', () => {
    const call = SessionDriver.answered();
    call.callerSays(question);
    call.advance(3_600);
    expect(spoken(call)).toContain(englishPhrases.fillers[0]);
    call.callerSays('Hello? Anybody there?');
    call.reply('I am here.');
    expect(times(call, told)).toBe(1);
  });

  test('after a tool has been waited for', () => {
    const call = SessionDriver.answered();
    call.callerSays(`${question} And when are you free?`);
    call.reply('', findTimes);
    expect(times(call, told)).toBe(0);
    call.advance(1_000);
    const { callId } = call.effectsOf('runTool')[0] ?? { callId: '' };
    call.playOut();
    call.toolAnswers(callId, 'Ten.');
    call.reply('At ten.');
    expect(times(call, told)).toBe(1);
  });

  test('again, where they interrupted before they could hear it', () => {
    const call = SessionDriver.answered();
    call.callerSays(question);
    call.reply('I am Ava.');
    call.send({ type: 'carrier.interrupt', heard: 'I am' });
    call.callerSays('What was that?');
    call.reply('Ava.');
    expect(times(call, told)).toBe(2);
  });

  test('where the question comes in two parts', () => {
    const call = SessionDriver.answered();
    call.callerSays('Wait, are you a');
    call.callerSays('real person?');
    call.reply('I am Ava.');
    expect(times(call, told)).toBe(1);
  });

  test('before the session connects, says goodbye or gives up', () => {
    const transferred = SessionDriver.answered();
    transferred.callerSays(`${question} I want a person.`);
    transferred.reply('', { name: 'transfer_call', input: { reason: 'wants a person' } });
    expect(spoken(transferred)).toContain(`${told} ${englishPhrases.transferring}`);
    const commanded = SessionDriver.answered();
    commanded.callerSays(question);
    commanded.send({ type: 'control.transfer', reason: '' });
    expect(spoken(commanded)).toContain(`${told} ${englishPhrases.transferring}`);
    const broken = SessionDriver.answered();
    broken.callerSays(question);
    broken.send({ type: 'engine.failed', itemId: broken.turnId(), kind: 'unusable', retryable: false });
    expect(spoken(broken)).toContain(`${told} ${englishPhrases.apology}`);
  });

  test('in the session that resumes one that was lost before the answer', () => {
    const said = { ordinal: 1, entry: { kind: 'said', text: question } } as const;
    const call = new SessionDriver({ resumed: [said], firstOrdinal: 10 });
    call.send({ type: 'carrier.started' });
    call.playOut();
    call.reply('I am Ava.');
    expect(times(call, told)).toBe(1);
  });

  describe('in a language that the line changes to during the call', () => {
    const languages: SessionSettings['languages'] = ['en-US', 'fr-FR'].map((language) => ({
      language,
      phrases: phrasesFrom(phrasesFor(language)),
    }));
    const french = () => {
      const call = SessionDriver.answered({ languages });
      call.callerSays('Vous parlez français ?');
      call.reply('Oui.', { name: 'speak_language', input: { language: 'fr-FR' } });
      call.playOut();
      call.callerSays('Vous êtes un robot ?');
      return call;
    };

    test('it is asked, and told in that language', () => {
      const call = french();
      call.reply('Je suis Ava.');
      expect(spoken(call)).toMatch(new RegExp(`Je suis Ava\\. ${disclosureAnswer('fr-FR')}$`));
    });

    test('an answer of the model in that language counts', () => {
      const call = french();
      call.reply('Oui, je suis une intelligence artificielle.');
      expect(spoken(call)).not.toContain('pas une personne');
    });

    test('it may change with the question itself', () => {
      const call = SessionDriver.answered({ languages });
      call.callerSays('Vous êtes un robot ?');
      call.send({
        type: 'engine.toolCall',
        itemId: call.turnId(),
        call: { name: 'speak_language', input: { language: 'fr-FR' } },
      });
      call.reply('Je suis Ava.');
      expect(times(call, disclosureAnswer('fr-FR'))).toBe(1);
    });
  });

  test('forbids the sentence to those who have not asked', () => {
    const call = SessionDriver.answered();
    call.callerSays('Are you open on Monday?');
    call.reply('Yes.');
    call.playOut();
    call.advance(5_000);
    expect(times(call, told)).toBe(0);
  });
});

describe('SP6: a speech engine answers by itself, and is followed by the sentence', () => {
  /** The caller asks; the engine answers with these words, which are played. */
  function answered(text: string, { finishes = false, question: asked = question } = {}): SessionDriver {
    const call = new SessionDriver({ speech: 'audio', opening: '' });
    call.send({ type: 'carrier.started' });
    call.send({ type: 'engine.speechStarted', itemId: 'u1' });
    call.send({ type: 'engine.speechStopped', itemId: 'u1' });
    says(call, 'a1', text, finishes, () => call.send({ type: 'engine.userText', itemId: 'u1', text: asked }));
    return call;
  }

  function says(call: SessionDriver, itemId: string, text: string, finishes = false, meanwhile = () => {}) {
    call.send({ type: 'engine.agentText', itemId, text });
    call.send({ type: 'engine.audio', itemId, ms: 400, payload: 'AA' });
    if (finishes) call.send({ type: 'engine.toolCall', itemId, call: endCall, callId: 'c1' } as never);
    // The other party's words arrive late, after the answer has begun.
    meanwhile();
    call.send({ type: 'engine.done', itemId });
    call.send({ type: 'carrier.mark', itemId, ms: 400 });
  }

  const toldBy = (call: SessionDriver) => call.effectsOf('sayText').filter(({ text }) => text === told);

  test('where it does not tell, once it was played', () => {
    const call = answered('I am Ava.');
    expect(toldBy(call)).toHaveLength(1);
    says(call, toldBy(call)[0]?.itemId ?? '', told);
    expect(toldBy(call)).toHaveLength(1);
  });

  test('before the call ends', () => {
    const call = answered('Goodbye.', { finishes: true });
    expect([toldBy(call).length, call.effectsOf('end').length]).toEqual([1, 0]);
    says(call, toldBy(call)[0]?.itemId ?? '', told);
    expect([toldBy(call).length, call.effectsOf('end').length]).toEqual([1, 1]);
  });

  test('three times at most, where the engine says something else', () => {
    const call = answered('I am Ava.');
    for (let time = 0; time < 5; time += 1) says(call, toldBy(call).at(-1)?.itemId ?? '', 'I am Ava.');
    expect(toldBy(call)).toHaveLength(3);
  });

  test.each([
    ['it told', 'I am an AI assistant.', question],
    ['nobody asked', 'Until six.', 'Are you open on Monday?'],
  ])('forbids the sentence where %s', (_why, text, asked) => {
    expect(toldBy(answered(text, { question: asked }))).toEqual([]);
  });

  test('forbids it where the call is ended at once', () => {
    const call = new SessionDriver({ speech: 'audio', opening: '' });
    call.send({ type: 'carrier.started' });
    call.send({ type: 'engine.speechStarted', itemId: 'u1' });
    call.send({ type: 'engine.speechStopped', itemId: 'u1' });
    call.send({ type: 'engine.userText', itemId: 'u1', text: question });
    call.send({ type: 'control.hangup' });
    expect([toldBy(call).length, call.effectsOf('end').length]).toEqual([0, 1]);
  });
});
