import { Link, Navigate } from 'react-router';
import { useSession } from '../../features/session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { paths } from '../paths.ts';
import { CallListPreview } from '../previews/call-list-preview.tsx';
import { CallPreview } from '../previews/call-preview.tsx';
import { TemplatePreview } from '../previews/template-preview.tsx';

export function HomePage() {
  const session = useSession();
  if (session.status === 'signed-in') return <Navigate to={paths.app} replace />;
  return (
    <div className="mx-auto w-full max-w-6xl px-5 pb-20 sm:px-8 sm:pb-28">
      <title>Parley: a desk for AI voice-agent phone calls</title>
      <WelcomeCard />
      <section aria-labelledby="read-back" className="mt-16 sm:mt-24">
        <SectionHeading id="read-back" title="Every call reads like a script">
          Who said what, and when, with what came of it in a few lines.
        </SectionHeading>
        <CallPreview />
      </section>
      <div className="mt-16 grid gap-16 sm:mt-24 lg:grid-cols-2 lg:gap-10">
        <section aria-labelledby="instruct" className="min-w-0">
          <SectionHeading id="instruct" title="Say it once, in your own words">
            Instructions are plain language. A template keeps the good ones.
          </SectionHeading>
          <TemplatePreview />
        </section>
        <section aria-labelledby="history" className="min-w-0">
          <SectionHeading id="history" title="One list for the whole day">
            Calls you placed and calls that came in, newest first.
          </SectionHeading>
          <CallListPreview />
        </section>
      </div>
      <Manners />
    </div>
  );
}

function WelcomeCard() {
  return (
    <section
      aria-labelledby="welcome"
      className="mt-6 grid gap-8 rounded-box border bg-surface p-6 sm:mt-12 sm:p-12 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end"
    >
      <div>
        <h1 id="welcome" tabIndex={-1} className="font-semibold text-2xl tracking-tight sm:text-3xl">
          Welcome to Parley
        </h1>
        <p className="mt-4 max-w-xl text-ink-2 text-lg">
          Give an AI agent a phone number and instructions. It makes the call; you read what was said.
        </p>
      </div>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button asChild look="primary" size="lg">
          <Link to={paths.signIn}>Sign In</Link>
        </Button>
        <Button asChild size="lg">
          <Link to={paths.signUp}>Create Account</Link>
        </Button>
      </div>
    </section>
  );
}

function SectionHeading({ id, title, children }: { id: string; title: string; children: string }) {
  return (
    <header className="mb-6">
      <h2 id={id} className="font-semibold text-xl tracking-tight">
        {title}
      </h2>
      <p className="mt-1 text-ink-2 text-md">{children}</p>
    </header>
  );
}

const manners = [
  {
    title: 'It says what it is',
    text: 'The greeting tells people that they are talking to an AI assistant, and so does the agent whenever it is asked.',
  },
  {
    title: 'It takes no for an answer',
    text: 'Whoever asks not to be called again goes on a list, and that number is not dialled any more.',
  },
  {
    title: 'It hangs up on machines',
    text: 'When voicemail answers, the agent leaves nothing behind. The call is marked, and you decide what to do.',
  },
  {
    title: 'It can be rehearsed',
    text: 'Without a phone account everything runs in a sandbox on your own machine. No real phone rings.',
  },
];

function Manners() {
  return (
    <section aria-labelledby="manners" className="mt-16 sm:mt-24">
      <h2 id="manners" className="font-semibold text-xl tracking-tight">
        Good manners on the phone
      </h2>
      <dl className="mt-6 grid border-t sm:grid-cols-2 sm:gap-x-10 lg:grid-cols-4 lg:gap-x-8">
        {manners.map(({ title, text }) => (
          <div key={title} className="border-b py-5 lg:border-b-0">
            <dt className="font-semibold text-md">{title}</dt>
            <dd className="mt-1 text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
