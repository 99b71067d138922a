'use client'

/** The draft of a form on a page: taken up once, kept while somebody fills, given up when it has done its work. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import { hasSecrets, withoutSecrets } from '../schema-form/without-secrets.ts'
import { type Draft, draftMemory } from './draft.ts'

// Long enough for a word, short enough for a sudden reload.
const QUIET_MS = 300

type Wanted = {
  skill: string
  version: string
  personId: string | null
  parameters: JsonSchema
  /** What to do with a draft from before. Not asked when the form begins with something else. */
  onRecall: (draft: Draft) => void
  isWanted: boolean
}

export function useDraft({ skill, version, personId, parameters, onRecall, isWanted }: Wanted) {
  const memory = useMemo(
    () => draftMemory({ skill, version, personId }, storesHere()),
    [skill, version, personId],
  )
  const pending = useRef<{ draft: Draft; timer: ReturnType<typeof setTimeout> }>(undefined)
  const [isKept, setKept] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each memory
  useEffect(() => {
    const draft = isWanted ? memory.recall() : undefined
    setKept(draft !== undefined)
    if (draft) onRecall(draft)
    const keepNow = () => flush()
    window.addEventListener('pagehide', keepNow)
    return () => {
      keepNow()
      window.removeEventListener('pagehide', keepNow)
    }
  }, [memory])

  function flush() {
    const { draft, timer } = pending.current ?? {}
    clearTimeout(timer)
    pending.current = undefined
    if (draft) memory.keep(draft)
  }

  return {
    isKept,
    keep(value: Json, jsonText?: string) {
      // Of text that is no JSON yet nobody can tell what in it is secret.
      const text = jsonText === undefined || hasSecrets(parameters) ? {} : { jsonText }
      clearTimeout(pending.current?.timer)
      const draft = { value: withoutSecrets(parameters, value), ...text }
      pending.current = { draft, timer: setTimeout(flush, QUIET_MS) }
      setKept(true)
    },
    keepNow: flush,
    forget() {
      clearTimeout(pending.current?.timer)
      pending.current = undefined
      memory.forget()
      setKept(false)
    },
  }
}

/** Storage can be switched off; then merely naming it throws. */
function storesHere() {
  try {
    return typeof window === 'undefined' ? {} : { lasting: window.localStorage, ofTab: window.sessionStorage }
  } catch {
    return {}
  }
}
