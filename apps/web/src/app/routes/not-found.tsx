import { CenteredScreen } from '../centered-screen.tsx';
import { NotFoundMessage } from '../not-found-message.tsx';

export function NotFoundPage() {
  return (
    <CenteredScreen>
      <NotFoundMessage />
    </CenteredScreen>
  );
}
