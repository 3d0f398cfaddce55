import { agentLimits } from '@parley/contract';
import { ChoiceField } from '../../../../ui/choice-field.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { engineNames } from '../../engine-names.ts';
import { useEditor, useField } from '../editor-context.ts';
import { NumberAt, useWarningNote } from '../fields.tsx';
import { SectionCard } from '../section-card.tsx';

/** What somebody should know who chooses an engine that is not set up here. */
const notSetUp = {
  relay: {
    model: null,
    scripted: 'No language model is set up here: in the sandbox the scripted agent speaks, in English.',
    none: 'Not set up here: there is no key for a language model, so the agent could not speak.',
  },
  realtime: {
    model: null,
    none: 'Not set up here: there is no key for a speech-to-speech service. In the sandbox the scripted agent speaks, in English; on real calls the agent could not.',
  },
} as const;

export function EngineSection() {
  const engine = useField('engine.engine');
  const model = useField('engine.model');
  const { engines } = useEditor();
  const warningNote = useWarningNote();
  const notes = { relay: notSetUp.relay[engines.relay], realtime: notSetUp.realtime[engines.realtime] };
  return (
    <SectionCard title="Engine" subtitle="What listens, thinks and speaks.">
      <ChoiceField
        label="Engine"
        labelHidden
        value={engine.value ?? 'default'}
        onValueChange={(value) => engine.set(value === 'default' ? null : value)}
        disabled={engine.readOnly}
        choices={[
          {
            value: 'default',
            label: 'As the deployment is set up',
            hint: `Today that is ${engineNames[engines.standard] ?? engines.standard}.`,
          },
          {
            value: 'relay',
            label: 'Relay',
            hint: (
              <Hint note={notes.relay}>
                The carrier turns speech into text and back; a language model writes. All voices, all
                languages.
              </Hint>
            ),
          },
          {
            value: 'realtime',
            label: 'Realtime',
            hint: (
              <Hint note={notes.realtime}>
                A speech-to-speech model listens and speaks itself. Quicker to answer, with voices of its own.
              </Hint>
            ),
          },
        ]}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          label="Model"
          placeholder="As the deployment is set up"
          value={model.value ?? ''}
          readOnly={model.readOnly}
          autoComplete="off"
          error={model.error}
          note={warningNote('engine.model')}
          hint="Only a model that the deployment has a key for."
          onChange={({ target: { value } }) => model.set(value === '' ? null : value)}
        />
        <NumberAt
          path="engine.temperature"
          label="Temperature"
          placeholder="As the model has it"
          step={0.1}
          min={agentLimits.temperatureMin}
          max={agentLimits.temperatureMax}
          hint="0 answers the same way each time, 1 varies."
          note={warningNote('engine.temperature')}
        />
      </div>
    </SectionCard>
  );
}

function Hint({ note, children }: { note: string | null; children: string }) {
  return (
    <>
      {children}
      {note !== null && <span className="mt-1 block text-amber">{note}</span>}
    </>
  );
}
