import { httpMethods } from '@parley/contract';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { FormCard } from '../form-card.tsx';
import type { CardProps } from './card-props.ts';
import { ConstantRows } from './constant-rows.tsx';
import { HeaderRows } from './header-rows.tsx';

interface RequestCardProps extends CardProps {
  secrets: readonly string[];
  onSecrets: (() => void) | null;
}

export function RequestCard({ secrets, onSecrets, ...card }: RequestCardProps) {
  const { draft, errors, readOnly, change } = card;
  return (
    <FormCard title="Request" subtitle="What is asked of your software when the model uses the tool.">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <NativeSelect
          label="Method"
          value={draft.method}
          disabled={readOnly}
          options={httpMethods.map((method) => ({ value: method, label: method }))}
          onValueChange={(value) => {
            const method = httpMethods.find((each) => each === value);
            if (method === undefined) return;
            change({ method });
          }}
        />
        <TextField
          label="Address *"
          value={draft.address}
          readOnly={readOnly}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          inputMode="url"
          placeholder="https://calendar.example.com/slots/{day}"
          hint={<AddressHint method={draft.method} />}
          error={errors.get('address') ?? null}
          onChange={(event) => change({ address: event.target.value })}
        />
      </div>
      <HeaderRows
        rows={draft.headers}
        secrets={secrets}
        onSecrets={onSecrets}
        errors={errors}
        readOnly={readOnly}
        onChange={(headers) => change({ headers })}
      />
      <ConstantRows {...card} />
    </FormCard>
  );
}

function AddressHint({ method }: { method: string }) {
  const rest = method === 'GET' || method === 'DELETE' ? 'in the query' : 'as JSON in the body';
  return (
    <>
      <code className="font-mono text-xs">{'{day}'}</code>
      {` is filled with the input or constant “day”. Those that the address does not name are sent ${rest}.`}
    </>
  );
}
