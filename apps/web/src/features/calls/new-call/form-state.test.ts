import type { Template } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { fieldErrorsOf, firstInvalidField, noFieldErrors } from './field-errors.ts';
import {
  canSubmit,
  emptyForm,
  type FormEvent,
  type FormState,
  formReducer,
  leftoverMarkers,
  submissionOf,
} from './form-state.ts';
import { prefilledForm } from './prefill.ts';

const reminder: Template = {
  _id: '019a8b5e-6c00-7000-8000-000000000002',
  name: 'Reminder',
  prompt: 'Remind <Patient> of <Day>. Say <Patient> may call back.',
  agentId: 'gs-dental',
  placeholders: { Patient: '', Day: 'Tuesday' },
  createdBy: null,
};

function after(...events: FormEvent[]): FormState {
  return events.reduce(formReducer, emptyForm);
}

const agent: FormEvent = { type: 'agent-chosen', agentId: 'gs-dental' };
const number: FormEvent = { type: 'number-typed', phoneNumber: '+1 (500) 555-0010' };
const withTemplate: FormEvent = { type: 'template-chosen', template: reminder };
const patient: FormEvent = { type: 'value-typed', name: 'Patient', value: 'Ann' };

describe('the new-call form', () => {
  test('choosing a template fills the instructions with defaults and keeps the markers of empty values', () => {
    const state = after(agent, withTemplate);
    expect(state.instructions).toBe('Remind <Patient> of Tuesday. Say <Patient> may call back.');
    expect(state.values).toEqual({ Patient: '', Day: 'Tuesday' });
  });

  test('editing a value generates the instructions again from the prompt, replacing manual edits', () => {
    const edited: FormEvent = { type: 'instructions-typed', instructions: 'by hand' };
    expect(after(agent, withTemplate, edited, patient).instructions).toBe(
      'Remind Ann of Tuesday. Say Ann may call back.',
    );
  });

  test("choosing 'No template' keeps the text and clears the values", () => {
    const state = after(agent, withTemplate, patient, { type: 'template-chosen', template: null });
    expect(state).toMatchObject({ template: null, values: {} });
    expect(state.instructions).toBe('Remind Ann of Tuesday. Say Ann may call back.');
  });

  test("changing the agent resets to 'No template' and keeps the text", () => {
    const state = after(agent, withTemplate, { type: 'agent-chosen', agentId: 'kuzco' });
    expect(state).toMatchObject({ agentId: 'kuzco', template: null, values: {} });
    expect(state.instructions).toContain('Tuesday');
  });

  test.each<[string, FormEvent]>([
    ['the agent', agent],
    ['the number', number],
    ['the template', withTemplate],
    ['a value', patient],
    ['the instructions', { type: 'instructions-typed', instructions: 'x' }],
  ])('editing %s clears the error', (_, event) => {
    expect(
      after({ type: 'refused', error: 'No.', fieldErrors: fieldErrorsOf('do_not_call') }, event),
    ).toMatchObject({
      error: null,
      fieldErrors: noFieldErrors,
    });
  });

  test('can be submitted with an agent and instructions, whatever the number', () => {
    const words: FormEvent = { type: 'instructions-typed', instructions: 'Say hello.' };
    expect(canSubmit(after(agent))).toBe(false);
    expect(canSubmit(after(words))).toBe(false);
    expect(canSubmit(after(agent, { type: 'instructions-typed', instructions: ' \n' }))).toBe(false);
    expect(canSubmit(after(agent, words))).toBe(true);
  });
});

describe('a submission', () => {
  test('is incomplete without an agent, and says nothing', () => {
    expect(submissionOf(after(number), 'US')).toEqual({ outcome: 'incomplete' });
  });

  test.each(['', '   ', 'ann', '0170 123456', '+12'])('refuses the number "%s" with a sentence', (typed) => {
    const state = after(agent, withTemplate, patient, { type: 'number-typed', phoneNumber: typed });
    expect(submissionOf(state, null)).toEqual({
      outcome: 'refused',
      error: 'Enter a phone number in international format, e.g. +1234567890.',
      fieldErrors: {
        ...noFieldErrors,
        phoneNumber:
          typed.trim() === '' ? 'A phone number is required.' : 'This is not a complete phone number.',
      },
    });
  });

  test('names every placeholder without a value', () => {
    const blank: FormEvent = { type: 'value-typed', name: 'Day', value: '  ' };
    expect(submissionOf(after(agent, number, withTemplate, blank), 'US')).toEqual({
      outcome: 'refused',
      error: 'Please fill in all required placeholders: Patient, Day',
      fieldErrors: {
        ...noFieldErrors,
        placeholders: { Patient: 'Fill in a value.', Day: 'Fill in a value.' },
      },
    });
  });

  test('fills in markers that were typed, and sends the normalized number', () => {
    const state = after(agent, number, withTemplate, patient, {
      type: 'instructions-typed',
      instructions: 'Ask <Patient> about <Day> and <Something Else>.',
    });
    expect(submissionOf(state, null)).toEqual({
      outcome: 'ready',
      agentId: 'gs-dental',
      phoneNumber: '+15005550010',
      message: 'Ask Ann about Tuesday and <Something Else>.',
      contactId: null,
      followUpId: null,
      templateId: reminder._id,
    });
  });

  const ann: FormEvent = { type: 'contact-chosen', id: 'c1', name: 'Ann Weber', phoneNumber: '+15005550011' };
  const words: FormEvent = { type: 'instructions-typed', instructions: 'Say hello.' };

  test('is for the contact that was chosen, until the number is edited', () => {
    const chosen = after(agent, words, ann);
    expect(submissionOf(chosen, null)).toMatchObject({ phoneNumber: '+15005550011', contactId: 'c1' });
    expect(submissionOf(formReducer(chosen, number), null)).toMatchObject({ contactId: null });
  });

  test('of a form that was filled in names what the call is placed for, and keeps it through edits', () => {
    const started = prefilledForm({
      agentId: 'gs-dental',
      phoneNumber: '+15005550010',
      instructions: 'Call Ann back.',
      contactId: 'c1',
      followUpId: 'f1',
      templateId: 't1',
    });
    expect(submissionOf(formReducer(started, words), null)).toMatchObject({
      message: 'Say hello.',
      contactId: 'c1',
      followUpId: 'f1',
      templateId: 't1',
    });
    expect(submissionOf(formReducer(started, withTemplate), null)).toMatchObject({ outcome: 'refused' });
    const otherAgent = formReducer(started, { type: 'agent-chosen', agentId: 'kuzco' });
    expect(submissionOf(otherAgent, null)).toMatchObject({ followUpId: 'f1', templateId: null });
  });
});

describe('text and values together', () => {
  const typed = (instructions: string): FormEvent => ({ type: 'instructions-typed', instructions });

  test('more than the server takes is refused at the field, with the values put in', () => {
    const long: FormEvent = { type: 'value-typed', name: 'Patient', value: 'x'.repeat(8000) };
    expect(submissionOf(after(agent, number, withTemplate, long), null)).toEqual({
      outcome: 'refused',
      error: 'Instructions may have at most 8000 characters.',
      fieldErrors: { ...noFieldErrors, instructions: 'Instructions may have at most 8000 characters.' },
    });
    expect(submissionOf(after(agent, number, typed('x'.repeat(8000))), null)).toMatchObject({
      outcome: 'ready',
    });
  });

  test('a national number is dialled with the calling code of the country', () => {
    const state = after(agent, typed('Say hello.'), { type: 'number-typed', phoneNumber: '(555) 123-4567' });
    expect(submissionOf(state, 'US')).toMatchObject({ outcome: 'ready', phoneNumber: '+15551234567' });
  });

  test.each<[string, FormEvent[], string[]]>([
    ['none in plain text', [typed('Say hello.')], []],
    ['none that the template asks for', [withTemplate], []],
    [
      'those of a template that was deselected',
      [withTemplate, { type: 'template-chosen', template: null }],
      ['Patient'],
    ],
    [
      'those of a template after a change of agent',
      [withTemplate, { type: 'agent-chosen', agentId: 'kuzco' }],
      ['Patient'],
    ],
    ['those typed', [withTemplate, typed('<Patient> and <Other>')], ['Other']],
    ['none that a value fills', [withTemplate, patient], []],
  ])('markers left over: %s', (_, events, names) => {
    expect(leftoverMarkers(after(agent, ...events))).toEqual(names);
  });
});

test.each([
  [{ ...noFieldErrors, phoneNumber: 'x', instructions: 'x' }, 'phone-number'],
  [{ ...noFieldErrors, placeholders: { A: 'x', B: 'x' }, instructions: 'x' }, 'placeholder:A'],
  [{ ...noFieldErrors, instructions: 'x' }, 'instructions'],
  [noFieldErrors, null],
])('the first invalid field of %j is %s', (fieldErrors, field) => {
  expect(firstInvalidField(fieldErrors)).toBe(field);
});
