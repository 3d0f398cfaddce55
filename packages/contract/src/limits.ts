/** Limits that server and web must agree on. */
export const limits = {
  /** Calls on one page of the list, unless the request says otherwise. */
  pageSize: 40,
  pageSizeMax: 100,
  instructionsMax: 8_000,
  templateNameMax: 120,
  promptMax: 8_000,
  placeholderNameMax: 50,
  placeholderSpacesMax: 2,
  placeholderValueMax: 500,
  placeholdersMax: 50,
  bodyBytesMax: 64 * 1024,
  idempotencyKeyMax: 200,
  passwordMin: 10,
  passwordMax: 128,
  personNameMax: 80,
  emailMax: 254,
  invitationDaysMax: 30,
  /** Open ones of an app. */
  invitationsMax: 200,
  viewNameMax: 60,
  apiKeyNameMax: 60,
  /** Keys of an organization that work. */
  apiKeysMax: 50,
  /** Requests of one key in a minute. */
  apiKeyRequestsMax: 6_000,
  webhookNameMax: 60,
  webhookAddressMax: 2_000,
  /** Endpoints of an organization. */
  webhooksMax: 20,
  /** Saved views of a person in an organization. */
  viewsMax: 50,
  /** In characters of JSON. */
  viewFiltersMax: 4_000,
  auditPage: 100,
  auditPageMax: 1_000,
  followUpsPageSize: 50,
  followUpWhatMax: 200,
  followUpNoteMax: 2_000,
  contactsPageSize: 50,
  contactsExportPageMax: 2_000,
  contactSearchMax: 60,
  contactSuggestions: 8,
  contactNameMax: 120,
  contactNotesMax: 4_000,
  /** They stand in the prompt. */
  contactAgentNotesMax: 1_000,
  /** Of an organization. */
  contactsMax: 200_000,
  contactsPerNumberMax: 10,
  importRowsMax: 50_000,
  importPartsMax: 80,
  /** In characters. */
  importPartMax: 256_000,
  /** Of a request with a part: a character has up to four bytes. */
  importPartBytesMax: 1_100_000,
  importColumnsMax: 200,
  importRowCharactersMax: 32_000,
  /** How many refused rows are kept to be looked at. */
  importErrorsMax: 1_000,
  /** Of an organization at a time. */
  importsAtOnce: 3,
  doNotCallPageSize: 50,
  doNotCallSearchMax: 60,
  /** Of an organization. */
  doNotCallMax: 500_000,
  /** Of one request; a file is sent in as many as it takes. */
  doNotCallImportRowsMax: 1_000,
  doNotCallImportBytesMax: 300_000,
  doNotCallExportPage: 2_000,
  /** Of a registry for sales calls. */
  registryNumbersMax: 500_000,
  /** Of an organization. */
  campaignsMax: 500,
  campaignNameMax: 120,
  campaignRowsAtOnce: 1_000,
  /** Of a request with rows. */
  campaignBytesMax: 2_000_000,
  recipientsPageMax: 1_000,
  externalIdMax: 200,
  /** Rows of a campaign in one part of the file with its results. */
  campaignResultsPage: 500,
} as const;
