/** The part of a query result that a form uses; the page around it runs the query. */
export interface Loaded<Data> {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: (options: { cancelRefetch: boolean }) => unknown;
}
