import { Link, Outlet } from 'react-router';
import { Wordmark } from '../../ui/logo.tsx';
import { paths } from '../paths.ts';

export function LandingLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex w-full max-w-6xl items-center justify-between px-6 py-5">
        <Link to={paths.home} className="rounded-box text-ink">
          <Wordmark />
        </Link>
        <nav aria-label="Main">
          <Link to={paths.about} className="rounded-box text-ink-2 hover:text-ink">
            About
          </Link>
        </nav>
      </header>
      <main className="flex-1">
        <Outlet />
      </main>
    </div>
  );
}
