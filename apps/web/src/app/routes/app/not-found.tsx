import { NotFoundMessage } from '../../not-found-message.tsx';

/** An unknown path below /app: behind the guard, with the navigation. */
export function AppNotFoundPage() {
  return (
    <div className="grid justify-items-start gap-4 py-12">
      <NotFoundMessage />
    </div>
  );
}
