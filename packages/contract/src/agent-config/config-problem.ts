/** Stable names of what keeps a configuration from being published. */
export const configProblemCodes = [
  'name_missing',
  'name_fixed',
  'persona_missing',
  'too_long',
  'too_many',
  'out_of_range',
  'not_a_language',
  'language_repeated',
  'voice_missing',
  'voice_name_invalid',
  'voice_of_other_engine',
  'word_missing',
  'word_repeated',
  'disclosure_replaced',
  'hint_missing',
  'placeholder_unknown',
  'voicemail_missing',
  'voicemail_health_details',
  'transfer_name_missing',
  'transfer_name_repeated',
  'transfer_number_invalid',
  'hours_invalid',
  'knowledge_title_missing',
  'knowledge_title_repeated',
  'knowledge_text_missing',
  'knowledge_id_repeated',
  'outcome_label_missing',
  'outcome_label_repeated',
  'outcome_id_repeated',
  'outcome_choices_missing',
  'outcome_choice_missing',
  'outcome_choice_repeated',
  'tool_repeated',
  'tool_unknown',
  'tool_not_allowed',
  'tool_name_repeated',
  'text_name_missing',
  'text_name_repeated',
  'text_missing',
  'model_missing',
] as const;
export type ConfigProblemCode = (typeof configProblemCodes)[number];

export interface ConfigProblem {
  /** Where in the configuration, such as `conversation.transfers.0.number`. */
  readonly path: string;
  readonly code: ConfigProblemCode;
  readonly sentence: string;
}
