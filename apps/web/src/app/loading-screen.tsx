import { LoadingNote } from '../ui/spinner.tsx';

/** Fills the window while the session is loading. */
export function LoadingScreen() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <h1 className="sr-only">Parley</h1>
      <LoadingNote>Loading...</LoadingNote>
    </main>
  );
}
