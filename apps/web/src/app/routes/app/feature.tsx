import { Link } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { paths } from '../../paths.ts';
import { CallListPreview } from '../../previews/call-list-preview.tsx';
import { CallPreview } from '../../previews/call-preview.tsx';
import { TemplatePreview } from '../../previews/template-preview.tsx';

const features = [
  {
    title: 'Agents that know their part',
    text: 'Each agent has a persona, a greeting, a voice and a number of its own. It knows the date, the hour and which way the call goes.',
  },
  {
    title: 'Templates with blanks',
    text: 'Names in angle brackets become fields in the call form. Defaults fill themselves in; nothing is dialled while a blank is empty.',
  },
  {
    title: 'Live transcripts',
    text: 'Open a call while it runs and read along. When somebody cuts in, the script keeps what was really heard.',
  },
  {
    title: 'Summaries you can act on',
    text: 'A few lines after every conversation: what was agreed, what is open, who should call back.',
  },
  {
    title: 'Call again in one click',
    text: 'The same agent, the same number, the same instructions, from any call in the list.',
  },
  {
    title: 'Limits that hold',
    text: 'Calls per minute and per day, countries, length. A request that is sent twice still rings only once.',
  },
];

export function FeaturePage() {
  return (
    <>
      <PageHeading
        title="Feature Overview"
        subtitle="What the desk does, from the first instruction to the last word."
        actions={
          <Button asChild>
            <Link to={paths.featureDetails}>Feature details</Link>
          </Button>
        }
      />
      <CallPreview />
      <dl className="mt-10 grid gap-x-10 border-t md:grid-cols-2 xl:grid-cols-3">
        {features.map(({ title, text }) => (
          <div key={title} className="border-b py-5">
            <dt className="font-semibold text-md">{title}</dt>
            <dd className="mt-1 text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-10 grid gap-8 lg:grid-cols-2">
        <TemplatePreview />
        <CallListPreview />
      </div>
    </>
  );
}
