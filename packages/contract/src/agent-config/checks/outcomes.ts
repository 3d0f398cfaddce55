import type { OutcomeField } from '../../outcomes/outcome-field.ts';
import type { ConfigProblem } from '../config-problem.ts';
import { agentLimits } from '../limits.ts';
import { isBlank, noPlaceholders, problem, repeated, tooLong, tooMany } from './check.ts';

/** Of an agent and of a template; `path` is where the list stands. */
export function checkOutcomeFields(path: string, fields: readonly OutcomeField[]): ConfigProblem[] {
  return [
    ...tooMany(path, fields, agentLimits.outcomeFieldsMax, 'outcome fields'),
    ...fields.flatMap((field, index) => checkField(`${path}.${index}`, field)),
    ...repeated(fields.map(({ label }) => label)).map((index) =>
      problem(`${path}.${index}.label`, 'outcome_label_repeated', 'There is already a field with this name.'),
    ),
    ...repeated(fields.map(({ id }) => id)).map((index) =>
      problem(`${path}.${index}.id`, 'outcome_id_repeated', 'Another field has this id.'),
    ),
  ];
}

function checkField(path: string, { label, type, description, choices }: OutcomeField): ConfigProblem[] {
  return [
    ...(isBlank(label) ? [problem(`${path}.label`, 'outcome_label_missing', 'Give the field a name.')] : []),
    ...tooLong(`${path}.label`, label, agentLimits.outcomeLabelMax, 'The name of a field'),
    ...noPlaceholders(`${path}.label`, label),
    ...tooLong(`${path}.description`, description, agentLimits.outcomeDescriptionMax, 'A description'),
    ...noPlaceholders(`${path}.description`, description),
    ...(type === 'choice' ? checkChoices(`${path}.choices`, choices) : []),
  ];
}

function checkChoices(path: string, choices: readonly string[]): ConfigProblem[] {
  return [
    ...(choices.length < 2 ? [problem(path, 'outcome_choices_missing', 'Add at least two choices.')] : []),
    ...tooMany(path, choices, agentLimits.outcomeChoicesMax, 'choices'),
    ...choices.flatMap((text, index) => [
      ...(isBlank(text)
        ? [problem(`${path}.${index}`, 'outcome_choice_missing', 'Write the choice or remove it.')]
        : []),
      ...tooLong(`${path}.${index}`, text, agentLimits.outcomeChoiceMax, 'A choice'),
      ...noPlaceholders(`${path}.${index}`, text),
    ]),
    ...repeated(choices).map((index) =>
      problem(`${path}.${index}`, 'outcome_choice_repeated', 'This choice is there twice.'),
    ),
  ];
}
