import { TextField } from '../../../ui/text-field.tsx';
import type { FormErrors } from '../editor/form-errors.ts';
import { HeaderRows } from '../editor/header-rows.tsx';
import type { HeaderRow } from '../editor/tool-draft.ts';
import { useToolSecrets } from '../use-tools.ts';

export interface PlaceDraft {
  name: string;
  address: string;
  headers: readonly HeaderRow[];
}

interface PlaceFieldsProps {
  draft: PlaceDraft;
  errors: FormErrors;
  readOnly: boolean;
  onSecrets: (() => void) | null;
  change: (changes: Partial<PlaceDraft>) => void;
}

/** Where an MCP server is, and which headers it is sent. */
export function PlaceFields({ draft, errors, readOnly, onSecrets, change }: PlaceFieldsProps) {
  const secrets = (useToolSecrets().data ?? []).map(({ name }) => name);
  return (
    <>
      <TextField
        label="Name *"
        value={draft.name}
        readOnly={readOnly}
        autoComplete="off"
        placeholder="Orders"
        error={errors.get('name') ?? null}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label="Address *"
        value={draft.address}
        readOnly={readOnly}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://orders.example.com/mcp"
        hint="Streamable HTTP."
        error={errors.get('address') ?? null}
        onChange={(event) => change({ address: event.target.value })}
      />
      <HeaderRows
        rows={draft.headers}
        secrets={secrets}
        onSecrets={onSecrets}
        errors={errors}
        readOnly={readOnly}
        onChange={(headers) => change({ headers })}
      />
    </>
  );
}
