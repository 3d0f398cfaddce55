import { LoadingNote } from '../ui/spinner.tsx';

/** The whole window while it is not yet known what to show. */
export function LoadingScreen() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <LoadingNote>Loading...</LoadingNote>
    </main>
  );
}
