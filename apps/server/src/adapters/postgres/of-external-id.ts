/**
 * Calls of one external id, newest first, read through the index that begins with organization and external id. `external_id = …`
 * would say the same, but where the statistics are older than the calls of an organization, the database may as well read all of
 * them by id: for an id that no call has, to the oldest one. The order is one that only this index has.
 */
export const ofExternalId = (value: string): string =>
  `external_id between ${value} and ${value} order by external_id desc, id desc`;

/** Before it, in the same transaction: few statistics make it look cheaper to read all calls and to sort what is left. */
export const withoutSorting = {
  name: 'without sorting',
  text: "select set_config('enable_sort', 'off', true)",
  values: [],
};
