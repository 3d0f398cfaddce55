import { useConsentRules } from '../../lib/use-consent-rules.ts';
import { useRetry } from '../../lib/use-send.ts';
import { LoadStateCard } from '../../ui/load-state.tsx';
import { GroundsCard } from './grounds-card.tsx';
import { RegistryCard } from './registry-card.tsx';

/** Of numbers without a calling code; null when the organization has not said. */
export function ConsentView({ country }: { country: string | null }) {
  const query = useConsentRules();
  const retry = useRetry(query.refetch);
  if (query.data === undefined)
    return (
      <LoadStateCard
        query={query}
        onRetry={retry.send}
        loading="Loading consent..."
        failed="Failed to load the rules of consent"
      />
    );
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <GroundsCard rules={query.data} />
      <RegistryCard registry={query.data.registry} country={country} />
    </div>
  );
}
