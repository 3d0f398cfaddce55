import { contactRoutes, type Suggestion } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from './api-context.ts';
import { asObject, asString, parseList } from './parsing/json.ts';
import { useMay } from './permissions.ts';
import { queryKeys } from './query-keys.ts';

const delayMs = 150;
const textMin = 2;
const textMax = 60;

/** The contacts whose name or number begins with what is typed; none for those who may not see contacts. */
export function useContactSuggestions(typed: string): readonly Suggestion[] {
  const api = useApi();
  const mayRead = useMay()(contactRoutes.suggestContacts.permission);
  const text = useDelayed(typed.trim());
  const enabled = mayRead && text.length >= textMin && text.length <= textMax;
  const { data } = useQuery({
    queryKey: queryKeys.contactSuggestions(text),
    queryFn: ({ signal }) =>
      api.get(contactRoutes.suggestContacts, parseSuggestions, { query: { text }, signal }),
    enabled,
    // The list does not vanish and come back with every letter.
    placeholderData: keepPreviousData,
    // A help while typing: without it the number can be typed.
    retry: false,
  });
  return enabled && typed.trim() !== '' ? (data ?? none) : none;
}

const none: readonly Suggestion[] = [];

function useDelayed(text: string): string {
  const [delayed, setDelayed] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), delayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return delayed;
}

export function parseSuggestions(body: unknown): Suggestion[] | undefined {
  const fields = asObject(body);
  return Array.isArray(fields?.suggestions)
    ? parseList(fields.suggestions, 'suggestion', parseSuggestion)
    : undefined;
}

function parseSuggestion(value: unknown): Suggestion | null {
  const fields = asObject(value);
  const [id, name, number] = [asString(fields?.id), asString(fields?.name), asString(fields?.number)];
  return id === null || name === null || number === null ? null : { id, name, number };
}
