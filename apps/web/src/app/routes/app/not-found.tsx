import { NotFoundMessage } from '../../not-found-message.tsx';

/** An unknown address below /app: the guard comes first, and the navigation stays. */
export function AppNotFoundPage() {
  return (
    <div className="grid justify-items-start gap-4 py-12">
      <NotFoundMessage />
    </div>
  );
}
