import { type RefObject, useEffect, useState } from 'react'

export function useTypedQuery(typed: RefObject<string>): [query: string, setQuery: (query: string) => void] {
  const [query, setQuery] = useState(() => typed.current)
  useEffect(() => {
    typed.current = ''
  }, [typed])
  return [query, setQuery]
}
