import { describe, expect, test } from 'vitest';
import { disclosesAi, disclosureOfMessage, disclosureStatement } from '../speech/disclosure.ts';
import { spokenLanguages } from '../speech/languages.ts';
import { screeningAnswer } from '../speech/screening-answer.ts';
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

  test('is too long with what is added to it, not only as written', () => {
    const number = ' +1 500 555 0006';
    const says = 'The AI assistant: ';
    const filled = (text: string, end = '') =>
      `${text}${'a'.repeat(agentLimits.voicemailMax - text.length - end.length)}${end}`;
    for (const long of [filled(says, number), filled('')]) {
      expect([...long]).toHaveLength(agentLimits.voicemailMax);
      expect(checkVoicemailMessage(long).map(({ code }) => code)).toEqual(['too_long']);
    }
    expect(checkVoicemailMessage(filled(says))).toEqual([]);
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
  const ours = 'AI assistant. ';

  test('says the number digit by digit, and once more at the end', () => {
    expect(voicemailAsSpoken(`${ours}Please call +1 500 555-0006. Thank you.`)).toBe(
      `${ours}Please call plus 1, 5 0 0, 5 5 5, 0 0 0 6. Thank you. Again, the number is plus 1, 5 0 0, 5 5 5, 0 0 0 6.`,
    );
  });

  test.each([
    ['de-DE', 'Noch einmal die Nummer: 0 3 0, 1 2 3, 4 5 6, 7.'],
    ['es-MX', 'Repito, el número es 0 3 0, 1 2 3, 4 5 6, 7.'],
    ['fr-FR', 'Je répète, le numéro est 0 3 0, 1 2 3, 4 5 6, 7.'],
    ['pt-BR', 'Again, the number is 0 3 0, 1 2 3, 4 5 6, 7.'],
  ])('says it again in %s', (language, again) => {
    expect(voicemailAsSpoken('030 1234567', language)).toBe(
      `${disclosureOfMessage(language)} 0 3 0, 1 2 3, 4 5 6, 7. ${again}`,
    );
  });

  test('says the number of the call again where a placeholder stands for it', () => {
    expect(voicemailAsSpoken(`${ours}Call <Phone Number>`)).toBe(
      `${ours}Call <Phone Number>. Again, the number is <Phone Number>.`,
    );
  });

  test('is not changed without a number, nor said a third time', () => {
    expect(voicemailAsSpoken(`${ours}${plain}`)).toBe(`${ours}${plain}`);
    expect(voicemailAsSpoken('Open from 8 to 17 on 24 12 2026.')).not.toContain('Again');
    expect(voicemailAsSpoken(`${ours}500 555 0006, that is (500) 555-0006.`)).toBe(
      `${ours}5 0 0, 5 5 5, 0 0 0 6, that is 5 0 0, 5 5 5, 0 0 0 6.`,
    );
  });
});

describe('SP17: whoever plays the message or reads who is calling is told that an AI speaks', () => {
  test.each(spokenLanguages)('in %s', (language) => {
    expect(disclosesAi(disclosureOfMessage(language), language)).toBe(true);
    expect(disclosesAi(voicemailAsSpoken('Elm Street.', language), language)).toBe(true);
    const screening = { identity: 'Elm Street', purpose: '2026' };
    expect(screeningAnswer(screening, language)).toBe(`Elm Street. ${disclosureStatement(language)} 2026.`);
  });

  test('once, where the text says it', () => {
    const message = 'This is the AI assistant of Elm Street.';
    expect(voicemailAsSpoken(message)).toBe(message);
    expect(screeningAnswer({ identity: message, purpose: '' }, 'en-US')).toBe(message);
    expect(screeningAnswer({ identity: '', purpose: 'It is about Monday' }, 'en-US')).toBe(
      'I am an AI assistant. It is about Monday.',
    );
  });

  test('and an agent without a message or an answer has none', () => {
    expect(voicemailAsSpoken(' ')).toBe('');
    expect(screeningAnswer({ identity: ' ', purpose: '' }, 'en-US')).toBeNull();
  });
});
