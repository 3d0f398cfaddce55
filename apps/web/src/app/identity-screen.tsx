import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Wordmark } from '../ui/logo.tsx';
import { DocumentTitle } from '../ui/page-heading.tsx';
import { paths } from './paths.ts';

interface IdentityScreenProps {
  title: string;
  documentTitle: string;
  subtitle: string;
  children: ReactNode;
}

/** The layout around the forms of the identity provider. */
export function IdentityScreen({ title, documentTitle, subtitle, children }: IdentityScreenProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <DocumentTitle>{documentTitle}</DocumentTitle>
      <header className="px-6 py-5">
        <Link to={paths.home} className="inline-flex rounded-box text-ink">
          <Wordmark />
        </Link>
      </header>
      <main className="group mx-auto grid w-full max-w-sm flex-1 content-start px-6 pt-8 pb-24 sm:pt-20">
        <h1 tabIndex={-1} className="font-semibold text-xl tracking-tight">
          {title}
        </h1>
        {/* It is about the first step of a form; a second one says what it wants itself. */}
        <p className="mt-1 mb-8 text-ink-2 group-has-[[data-second-step]]:hidden">{subtitle}</p>
        {children}
      </main>
    </div>
  );
}
