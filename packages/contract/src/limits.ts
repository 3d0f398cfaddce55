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
} as const;
