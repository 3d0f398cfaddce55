import { LoadingNote } from '../ui/spinner.tsx';

/** The whole window while it is not yet known what to show. */
export function LoadingScreen() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <h1 className="sr-only">Parley</h1>
      <LoadingNote>Loading...</LoadingNote>
    </main>
  );
}
