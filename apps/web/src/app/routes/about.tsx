import { Link } from 'react-router';
import { DocumentTitle } from '../../ui/page-heading.tsx';
import { paths } from '../paths.ts';

export function AboutPage() {
  return (
    <article className="mx-auto max-w-2xl px-6">
      <DocumentTitle>About</DocumentTitle>
      <h1 tabIndex={-1}>About Parley</h1>
      <Link to={paths.home}>Back to home</Link>
    </article>
  );
}
