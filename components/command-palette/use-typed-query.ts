import { type RefObject, useEffect, useState } from 'react'

/** The query of the palette. It begins with what was typed while the palette was loading. */
export function useTypedQuery(typed: RefObject<string>): [query: string, setQuery: (query: string) => void] {
  const [query, setQuery] = useState(() => typed.current)
  // The next opening begins with nothing.
  useEffect(() => {
    typed.current = ''
  }, [typed])
  return [query, setQuery]
}
