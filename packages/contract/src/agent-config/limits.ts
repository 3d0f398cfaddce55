/** Limits of an agent that is published. A draft may break all but the last three while somebody types. */
export const agentLimits = {
  displayNameMax: 60,
  personaMax: 6_000,
  abilitiesMax: 4_000,
  otherLanguagesMax: 5,
  voiceNameMax: 100,
  speedMin: 0.7,
  speedMax: 1.2,
  pronunciationsMax: 100,
  pronouncedWordMax: 60,
  pronunciationMax: 120,
  hintsMax: 100,
  hintMax: 60,
  openingMax: 600,
  minutesMin: 1,
  minutesMax: 120,
  silenceSecondsMin: 4,
  silenceSecondsMax: 60,
  screeningMax: 200,
  /** About half a minute of speech. */
  voicemailMax: 450,
  sentenceMax: 300,
  afterHoursMax: 600,
  transfersMax: 10,
  transferNameMax: 60,
  transferWhenMax: 300,
  /** Of one day of the week. */
  transferRangesMax: 10,
  knowledgeEntriesMax: 200,
  knowledgeTitleMax: 120,
  knowledgeTextMax: 4_000,
  /** Of all entries together. */
  knowledgeCharactersMax: 200_000,
  /** One screen to read, one answer of a model. */
  outcomeFieldsMax: 20,
  outcomeLabelMax: 60,
  outcomeDescriptionMax: 300,
  outcomeChoicesMax: 12,
  outcomeChoiceMax: 60,
  modelMax: 100,
  temperatureMin: 0,
  temperatureMax: 1,
  noteMax: 500,
  numberLabelMax: 60,
  /** Of any one text in a draft, published or not. */
  draftTextMax: 20_000,
  /** Of any list in a draft. */
  draftListMax: 500,
  /** Of a whole draft as it is sent. */
  draftBytesMax: 1_500_000,
} as const;
