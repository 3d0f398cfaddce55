/** The part of a query result that the form uses; the page that opens the form runs the query. */
export interface Loaded<Data> {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: (options: { cancelRefetch: boolean }) => unknown;
}
