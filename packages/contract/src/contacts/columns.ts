/** The columns that an import knows. `lastName` is put behind `name`, for files that have the two apart. */
export const columnNames = [
  'number',
  'name',
  'lastName',
  'language',
  'timeZone',
  'consent',
  'notes',
  'agentNotes',
] as const;
export type ColumnName = (typeof columnNames)[number];

/** What an export writes above each column, and an import finds again. */
export const columnTitles: Readonly<Record<ColumnName, string>> = {
  number: 'Phone Number',
  name: 'Name',
  lastName: 'Last Name',
  language: 'Language',
  timeZone: 'Time Zone',
  consent: 'Consent',
  notes: 'Notes',
  agentNotes: 'Notes for the Agent',
};

/** Further words for a column, in lower case without anything but letters. */
const words: Readonly<Record<ColumnName, readonly string[]>> = {
  number: [
    'number',
    'phone',
    'phonenumber',
    'telephone',
    'tel',
    'mobile',
    'cell',
    'cellphone',
    'telefon',
    'telefonnummer',
    'handy',
    'rufnummer',
    'nummer',
    'mobil',
    'telefono',
    'teléfono',
    'móvil',
    'téléphone',
    'numéro',
    'portable',
    'contactnumber',
    'phoneno',
    'mobilephone',
    'mobilenumber',
  ],
  name: [
    'name',
    'fullname',
    'displayname',
    'contact',
    'contactname',
    'patient',
    'patientname',
    'customer',
    'customername',
    'client',
    'firstname',
    'givenname',
    'forename',
    'vorname',
    'kontakt',
    'kunde',
    'nombre',
    'prénom',
    'nom',
    'person',
  ],
  lastName: [
    'lastname',
    'surname',
    'familyname',
    'nachname',
    'familienname',
    'apellido',
    'apellidos',
    'nomdefamille',
  ],
  language: ['language', 'lang', 'locale', 'sprache', 'idioma', 'langue'],
  timeZone: ['timezone', 'zone', 'tz', 'zeitzone', 'zonahoraria', 'fuseauhoraire'],
  consent: ['consent', 'optin', 'permission', 'einwilligung', 'consentimiento', 'consentement'],
  notes: [
    'notes',
    'note',
    'comment',
    'comments',
    'remark',
    'remarks',
    'notizen',
    'notiz',
    'bemerkung',
    'notas',
    'remarques',
  ],
  agentNotes: ['notesfortheagent', 'agentnotes', 'notesforagent'],
};

const bare = (title: string) =>
  title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

/** Which column of the file is which, by the words of its first row. Each column of the file counts once. */
export function guessColumns(header: readonly string[]): Record<ColumnName, number | null> {
  const titles = header.map(bare);
  const found = Object.fromEntries(columnNames.map((name) => [name, null])) as Record<
    ColumnName,
    number | null
  >;
  const taken = new Set<number>();
  // The order of the words decides between columns: "Name" before "First Name" before "Person".
  for (const name of columnNames) {
    const wanted = [bare(columnTitles[name]), ...words[name]];
    const index = wanted.map((word) => titles.findIndex((title, n) => title === word && !taken.has(n)));
    const first = index.find((n) => n >= 0);
    if (first === undefined) continue;
    found[name] = first;
    taken.add(first);
  }
  return found;
}
