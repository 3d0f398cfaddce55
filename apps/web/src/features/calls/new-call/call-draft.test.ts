import type { Template } from '@parley/contract';
import { expect, test } from 'vitest';
import { type CallDraft, draftOf, parseDraft, restored } from './call-draft.ts';
import { emptyForm } from './form-state.ts';

const reminder: Template = {
  _id: 't1',
  name: 'Reminder',
  prompt: 'Remind <Patient> of <Day>.',
  agentId: 'kuzco',
  placeholders: { Patient: '', Day: 'Tuesday' },
  createdBy: null,
};
const draft: CallDraft = {
  agentId: 'kuzco',
  phoneNumber: '+1 500',
  templateId: 't1',
  values: { Patient: 'Ann', Gone: 'x' },
  instructions: 'Remind Ann, by hand.',
  contact: { id: 'c1', name: 'Ann Weber' },
  followUpId: 'f1',
  originTemplateId: 't1',
};
const kuzco = [{ id: 'kuzco' }];

test('an empty form or a selected agent alone is not saved', () => {
  expect(draftOf(emptyForm)).toBeNull();
  expect(draftOf({ ...emptyForm, agentId: 'kuzco', phoneNumber: '  ' })).toBeNull();
  expect(draftOf({ ...emptyForm, phoneNumber: '+1' })).toMatchObject({ phoneNumber: '+1', templateId: null });
});

test('the text, the agent, the template and what the call is for are restored', () => {
  expect(restored(draft, kuzco, { kuzco: [reminder] })).toEqual({
    ...emptyForm,
    agentId: 'kuzco',
    phoneNumber: '+1 500',
    template: reminder,
    values: { Patient: 'Ann', Day: 'Tuesday' },
    instructions: 'Remind Ann, by hand.',
    contact: { id: 'c1', name: 'Ann Weber' },
    followUpId: 'f1',
    templateId: 't1',
  });
});

test.each([
  ['a template that no longer exists', kuzco, {}, 'kuzco'],
  ['an agent that no longer exists', [], { kuzco: [reminder] }, null],
])('%s is not selected, and the text is restored', (_, agents, templates, agentId) => {
  expect(restored(draft, agents, templates)).toMatchObject({
    agentId,
    template: null,
    values: {},
    instructions: 'Remind Ann, by hand.',
  });
});

test.each([[null], ['text'], [[1]]])('what is stored as %j is no draft', (stored) => {
  expect(parseDraft(stored)).toBeNull();
});

test('of a draft of another version, the valid fields are read', () => {
  expect(parseDraft({ instructions: 'Hi.', values: { A: 1, B: 'b' }, phoneNumber: 5 })).toEqual({
    agentId: null,
    phoneNumber: '',
    templateId: null,
    values: { B: 'b' },
    instructions: 'Hi.',
    contact: null,
    followUpId: null,
    originTemplateId: null,
  });
});
