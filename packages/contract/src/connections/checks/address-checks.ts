import type { Check } from '../connection.ts';
import type { Problem, ProblemCode } from '../problems.ts';
import { broken, type CheckId, ready, toDo } from './finding.ts';

/** In the order in which they are looked at: with one at fault, those after it were not tried. */
const steps = [
  'address-https',
  'address-public',
  'address-certificate',
  'address-webhook',
  'address-socket',
] as const satisfies readonly CheckId[];
type Step = (typeof steps)[number];

const stepOf: Partial<Record<ProblemCode, Step>> = {
  address_http: 'address-https',
  address_private: 'address-public',
  address_unknown: 'address-public',
  address_no_answer: 'address-public',
  certificate_self_signed: 'address-certificate',
  certificate_expired: 'address-certificate',
  certificate_not_yet_valid: 'address-certificate',
  certificate_name: 'address-certificate',
  socket_refused: 'address-socket',
};

/** What was found out about an address, one line for each step. `remedy` replaces the one of the problem. */
export function addressChecks(url: string, problem: Problem | null, remedy?: string): Check[] {
  const secure = url.startsWith('https:');
  const { host } = new URL(url);
  const passed: Record<Step, string> = {
    'address-https': secure
      ? `${url} begins with https.`
      : `${url} is not https, which only a carrier on this machine accepts.`,
    'address-public': `${host} answers.`,
    'address-certificate': secure ? `The certificate of ${host} is in order.` : 'None is needed.',
    'address-webhook': 'A signed webhook arrived here unchanged, five times.',
    'address-socket': 'A socket was opened and carried a message both ways, five times.',
  };
  const faulty = problem && (stepOf[problem.code] ?? 'address-webhook');
  const at = faulty === null ? steps.length : steps.indexOf(faulty);
  return steps.map((step, index) => {
    if (index < at) return ready(step, passed[step]);
    if (problem && index === at) return broken(step, problem, remedy);
    return toDo(step, 'Not tried yet.', null);
  });
}
