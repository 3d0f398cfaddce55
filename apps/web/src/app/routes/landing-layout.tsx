import { Link, Outlet } from 'react-router';
import { Wordmark } from '../../ui/logo.tsx';
import { paths } from '../paths.ts';
import { SkipLink } from '../skip-link.tsx';

export function LandingLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b">
        <div className="mx-auto flex h-16 w-full max-w-6xl items-center justify-between px-5 sm:px-8">
          <Link to={paths.home} className="inline-flex rounded-box text-ink">
            <Wordmark />
          </Link>
          <nav aria-label="Main">
            <Link to={paths.about} className="rounded-box font-medium text-ink-2 hover:text-ink">
              About
            </Link>
          </nav>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
      <footer className="border-t">
        <p className="mx-auto w-full max-w-6xl px-5 py-6 text-ink-3 text-sm sm:px-8">
          Parley, a desk for AI voice-agent phone calls.
        </p>
      </footer>
    </div>
  );
}
