import { describe, expect, test } from 'vitest';
import { emptyAgentConfig } from './empty-config.ts';
import { agentLimits } from './limits.ts';
import { publishable } from './publishable.ts';
import { checkVoicemailMessage, voicemailAsSpoken } from './voicemail-message.ts';

const plain = 'Hello, this is the AI assistant of Elm Street Dental. Please call us back. Thank you.';

describe('the check of a voicemail message', () => {
  test('finds nothing wrong with a message that says who called and asks to be called back', () => {
    expect(checkVoicemailMessage(plain)).toEqual([]);
    expect(checkVoicemailMessage('')).toEqual([]);
  });

  test.each([
    ['Your test results are here.', 'test results'],
    ['It is about your Root Canal on Monday.', 'Root Canal'],
    ['Your prescription is ready.', 'prescription'],
    ['We have news about your diagnosis.', 'diagnosis'],
    ['Llamamos por su análisis de sangre.', 'análisis de sangre'],
    ['Es geht um Ihren Befund.', 'Befund'],
    ['Votre ordonnance est prête.', 'ordonnance'],
  ])('names the health detail in: %s', (message, found) => {
    const [problem, ...others] = checkVoicemailMessage(message);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'voicemail_health_details', found: [found] });
    expect(problem?.sentence).toContain(`"${found}"`);
  });

  test.each([
    'It is about your appointment at the dental practice.',
    'We are testing our line, as a result you may hear this twice.',
    'The choir sang; the doctor will call you back.',
    'Please bring your insurance card to the clinic.',
  ])('takes no ordinary word for a health detail: %s', (message) => {
    expect(checkVoicemailMessage(message)).toEqual([]);
  });

  test('leaves out the names of organization and agent, which may hold any word', () => {
    const message = 'This is the Elm Street Cancer Foundation. Please call back.';
    expect(checkVoicemailMessage(message)).toHaveLength(1);
    expect(checkVoicemailMessage(message, { names: ['Elm Street Cancer Foundation', ''] })).toEqual([]);
  });

  test('is too long with the number said again, not only as written', () => {
    const number = ' +1 500 555 0006';
    const long = `${'a'.repeat(agentLimits.voicemailMax - number.length)}${number}`;
    expect([...long]).toHaveLength(agentLimits.voicemailMax);
    expect(checkVoicemailMessage(long).map(({ code }) => code)).toEqual(['too_long']);
    expect(checkVoicemailMessage('a'.repeat(agentLimits.voicemailMax))).toEqual([]);
  });
});

describe('a configuration with a voicemail message', () => {
  function problemsOf(voicemail: { action: 'hang-up' | 'leave-message'; message: string }) {
    const config = emptyAgentConfig('Elm Street Cancer Foundation');
    const changed = { ...config, conversation: { ...config.conversation, voicemail } };
    return publishable(changed).filter(({ path }) => path === 'conversation.voicemail.message');
  }

  test('cannot be published while the message tells something about health', () => {
    expect(problemsOf({ action: 'leave-message', message: 'Your biopsy is done.' })).toMatchObject([
      { code: 'voicemail_health_details' },
    ]);
  });

  test('can be published with its own name in the message, or where no message is left', () => {
    const message = 'This is the Elm Street Cancer Foundation.';
    expect(problemsOf({ action: 'leave-message', message })).toEqual([]);
    expect(problemsOf({ action: 'hang-up', message: 'Your biopsy is done.' })).toEqual([]);
  });

  test('says once that a message is too long', () => {
    const message = 'a '.repeat(agentLimits.voicemailMax);
    expect(problemsOf({ action: 'leave-message', message })).toMatchObject([{ code: 'too_long' }]);
  });
});

describe('a voicemail message as it is said', () => {
  test('says the number digit by digit, and once more at the end', () => {
    expect(voicemailAsSpoken('Please call +1 500 555-0006. Thank you.')).toBe(
      'Please call plus 1, 5 0 0, 5 5 5, 0 0 0 6. Thank you. Again, the number is plus 1, 5 0 0, 5 5 5, 0 0 0 6.',
    );
  });

  test.each([
    ['de-DE', 'Noch einmal die Nummer: 0 3 0, 1 2 3, 4 5 6, 7.'],
    ['es-MX', 'Repito, el número es 0 3 0, 1 2 3, 4 5 6, 7.'],
    ['fr-FR', 'Je répète, le numéro est 0 3 0, 1 2 3, 4 5 6, 7.'],
    ['pt-BR', 'Again, the number is 0 3 0, 1 2 3, 4 5 6, 7.'],
  ])('says it again in %s', (language, again) => {
    expect(voicemailAsSpoken('030 1234567', language)).toBe(`0 3 0, 1 2 3, 4 5 6, 7. ${again}`);
  });

  test('says the number of the call again where a placeholder stands for it', () => {
    expect(voicemailAsSpoken('Call <Phone Number>')).toBe(
      'Call <Phone Number>. Again, the number is <Phone Number>.',
    );
  });

  test('is not changed without a number, nor said a third time', () => {
    expect(voicemailAsSpoken(plain)).toBe(plain);
    expect(voicemailAsSpoken('Open from 8 to 17 on 24 12 2026.')).not.toContain('Again');
    expect(voicemailAsSpoken('500 555 0006, that is (500) 555-0006.')).toBe(
      '5 0 0, 5 5 5, 0 0 0 6, that is 5 0 0, 5 5 5, 0 0 0 6.',
    );
  });
});
