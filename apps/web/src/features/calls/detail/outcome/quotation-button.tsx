import type { Proof } from '../../../../lib/parsing/outcomes.ts';
import type { Pointed } from '../use-lit-entry.ts';

interface QuotationButtonProps {
  proof: Proof;
  onLight: (pointed: Pointed) => void;
}

/** The words that prove a value; a press shows them in the transcript. A yes is quoted with the question that it answers. */
export function QuotationButton({ proof: { at, quote, question }, onLight }: QuotationButtonProps) {
  return (
    <button
      type="button"
      title="Show it in the transcript"
      onClick={() => onLight(at)}
      className="wrap-anywhere block w-full rounded-box text-left text-ink-2 text-sm underline decoration-line underline-offset-4 hover:text-ink hover:decoration-current"
    >
      {question !== null && <span className="block text-ink-3">{`“${question.quote}”`}</span>}
      {`“${quote}”`}
    </button>
  );
}
