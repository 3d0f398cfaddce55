import {
  languageName,
  type RecordingConsent,
  recordingNotice,
  recordingQuestion,
  spokenLanguages,
} from '@parley/contract';
import { useState } from 'react';
import { NativeSelect } from '../../../ui/native-select.tsx';

const options = spokenLanguages.map((tag) => ({ value: tag, label: languageName(tag) }));

/** What somebody hears, in each language that an agent may speak. */
export function SpokenPreview({ consent }: { consent: RecordingConsent }) {
  const [language, setLanguage] = useState<string>('en');
  const { introduction, question } = recordingQuestion(language);
  const notice = recordingNotice(language);
  return (
    <div className="grid gap-2 sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-4">
      <NativeSelect
        label="What is said"
        hint="An agent says it in its own language."
        value={language}
        options={options}
        onValueChange={setLanguage}
      />
      <blockquote lang={language} className="grid content-start gap-1 border-l-2 pl-3 sm:mt-6">
        {consent === 'ask' && <p>{`${introduction} ${question}`}</p>}
        <p className={consent === 'ask' ? 'text-ink-2' : ''}>{notice}</p>
      </blockquote>
    </div>
  );
}
