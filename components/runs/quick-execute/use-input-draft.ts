/** Stores the input as a draft, restores it once, and deletes it after a successful run. */
'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import { hasSecrets, withoutSecrets } from '#lib/contracts/forms/values/without-secrets.ts'
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { readInputFragment } from '#lib/kernel/site/input-fragment.ts'

// Short, because a reload may come at any moment.
const SAVE_DELAY_MS = 300

type InputDraft = {
  value: Json
  jsonText?: string
}

type InputDraftOptions = {
  skill: string
  version: string
  personId: string | null
  parameters: JsonSchema
  /** Called with the stored draft, unless the form starts with other input. */
  onRestore: (draft: InputDraft) => void
  shouldRestore: boolean
}

export function useInputDraft({
  skill,
  version,
  personId,
  parameters,
  onRestore,
  shouldRestore,
}: InputDraftOptions) {
  const memory = useMemo(
    () => openInputDraftStore({ skill, version, personId }, browserStores()),
    [skill, version, personId],
  )
  const pending = useRef<{ draft: InputDraft; timer: ReturnType<typeof setTimeout> }>(undefined)
  const [isStored, setStored] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each memory
  useEffect(() => {
    const draft = shouldRestore ? (takeFragment(memory.save) ?? memory.recall()) : undefined
    setStored(draft !== undefined)
    if (draft) onRestore(draft)
    const saveNow = () => flush()
    window.addEventListener('pagehide', saveNow)
    return () => {
      saveNow()
      window.removeEventListener('pagehide', saveNow)
    }
  }, [memory])

  function flush() {
    const { draft, timer } = pending.current ?? {}
    clearTimeout(timer)
    pending.current = undefined
    if (draft) memory.save(draft)
  }

  return {
    isStored,
    save(value: Json, jsonText?: string) {
      // Text that is no JSON may contain a secret, which could not be taken out.
      const text = jsonText === undefined || hasSecrets(parameters) ? {} : { jsonText }
      clearTimeout(pending.current?.timer)
      const draft = { value: withoutSecrets(parameters, value), ...text }
      pending.current = { draft, timer: setTimeout(flush, SAVE_DELAY_MS) }
      setStored(true)
    },
    saveNow: flush,
    forget() {
      clearTimeout(pending.current?.timer)
      pending.current = undefined
      memory.forget()
      setStored(false)
    },
  }
}

/** Takes an input from the address, stores it so that it survives signing in, and clears the address. */
function takeFragment(save: (draft: InputDraft) => void): InputDraft | undefined {
  const value = readInputFragment(window.location.hash)
  if (value === undefined) return undefined
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  save({ value })
  return { value }
}

/** Returns the storages of the browser; where they are disabled, even reading the property throws. */
function browserStores() {
  try {
    return typeof window === 'undefined' ? {} : { lasting: window.localStorage, ofTab: window.sessionStorage }
  } catch {
    return {}
  }
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
/**
 * Drafts by skill, version and person: in local storage, or for visitors in session storage, from which the next
 * person to sign in in that tab takes them. The caller removes secrets.
 */
type InputDraftStores = { lasting?: Store; ofTab?: Store }

/** The longest draft in characters; browsers store about five million for the whole site. */
export const MAX_DRAFT_LENGTH = 256 * 1024

type DraftOwner = {
  skill: string
  version: string
  personId: string | null
}

export function openInputDraftStore(
  { skill, version, personId }: DraftOwner,
  { lasting, ofTab }: InputDraftStores,
) {
  const storageKey = (who: string) => `guildhall:draft:${who}:${skill}:${version}`
  const visitor = storageKey('visitor')
  const ownKey = personId === null ? visitor : storageKey(personId)
  const store = personId === null ? ofTab : lasting

  return {
    save(draft: InputDraft): void {
      const text = JSON.stringify(draft)
      // A draft that is too long replaces the older one all the same, which would otherwise be restored.
      if (text.length > MAX_DRAFT_LENGTH) ignoreErrors(() => store?.removeItem(ownKey))
      else ignoreErrors(() => store?.setItem(ownKey, text))
    },

    recall(): InputDraft | undefined {
      const before = personId === null ? undefined : read(ofTab, visitor)
      if (!before) return read(store, ownKey)
      ignoreErrors(() => ofTab?.removeItem(visitor))
      ignoreErrors(() => store?.setItem(ownKey, JSON.stringify(before)))
      return before
    },

    forget(): void {
      ignoreErrors(() => store?.removeItem(ownKey))
    },
  }
}

function read(store: Store | undefined, key: string): InputDraft | undefined {
  return ignoreErrors(() => {
    const stored: unknown = JSON.parse(store?.getItem(key) ?? 'null')
    if (!isObject(stored) || stored.value === undefined) return undefined
    const { value, jsonText } = stored
    return typeof jsonText === 'string' ? { value, jsonText } : { value }
  })
}

function ignoreErrors<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
