/** What is wrong with a list as a whole. Publish moves the focus here, as it does to a field. */
export function ListProblem({ children }: { children: string | null }) {
  if (children === null) return null;
  return (
    <p role="alert" tabIndex={-1} data-problem className="rounded-box text-red text-sm">
      {children}
    </p>
  );
}
