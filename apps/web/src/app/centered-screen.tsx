import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Wordmark } from '../ui/logo.tsx';
import { paths } from './paths.ts';

/** A page with one message and at most two buttons. */
export function CenteredScreen({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="px-6 py-5">
        <Link to={paths.home} className="inline-flex rounded-box text-ink">
          <Wordmark />
        </Link>
      </header>
      <main className="mx-auto grid w-full max-w-md flex-1 content-center justify-items-start gap-4 px-6 pb-24">
        {children}
      </main>
    </div>
  );
}
