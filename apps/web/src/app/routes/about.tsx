import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { DocumentTitle } from '../../ui/page-heading.tsx';
import { paths } from '../paths.ts';

const steps = [
  {
    title: 'Pick an agent',
    text: 'Two are there from the start: Kuzco, for calls of any kind, and GS Dental, the voice of a dental practice. Each has its own manner and its own templates.',
  },
  {
    title: 'Give it a number and instructions',
    text: 'Write what the call is for, the way you would tell a colleague. Or take a template and fill in its blanks.',
  },
  {
    title: 'Watch, or get on with your day',
    text: 'The call appears in the list at once and its transcript grows as people speak. You can end it from the desk at any moment.',
  },
  {
    title: 'Read what came of it',
    text: 'A summary, the instructions you gave and every word of the conversation stay with the call until you delete it.',
  },
];

export function AboutPage() {
  return (
    <article className="mx-auto w-full max-w-2xl px-5 py-12 sm:px-8 sm:py-20">
      <DocumentTitle>About</DocumentTitle>
      <h1 tabIndex={-1} className="font-semibold text-2xl tracking-tight">
        About Parley
      </h1>
      <p className="mt-4 text-ink-2 text-lg">
        Parley is a desk for phone calls that an AI voice agent makes and takes. It was made for the front
        desk of a small practice, where the phone rings while somebody is standing at the counter.
      </p>
      <ol className="mt-12 border-t">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="grid grid-cols-[2rem_minmax(0,1fr)] border-b py-5">
            <span aria-hidden="true" className="font-semibold text-ink-3 text-md">
              {index + 1}
            </span>
            <div>
              <h2 className="font-semibold text-md">{title}</h2>
              <p className="mt-1 text-ink-2 text-md">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <h2 className="mt-12 font-semibold text-lg tracking-tight">A demo that is not a mock-up</h2>
      <p className="mt-2 text-ink-2 text-md">
        Started without any account or key, Parley runs in a sandbox: a small phone network on the same
        machine that speaks the language of the real one. Calls ring, people answer, pick up late, hang up or
        ask to be left alone. The desk behaves as it would with real calls; it only says on every screen that
        no real calls are made.
      </p>
      <p className="mt-12">
        <Link
          to={paths.home}
          className="inline-flex items-center gap-2 rounded-box font-medium underline underline-offset-4"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Back to home
        </Link>
      </p>
    </article>
  );
}
