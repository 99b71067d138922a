/** Stores the input as a draft of this tab, restores it once, and deletes it after a successful run. */
'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import { hasSecrets, withoutSecrets } from '#lib/contracts/forms/values/without-secrets.ts'
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { readInputFragment } from '#lib/kernel/site/input-fragment.ts'
import { browserStorage } from '../../browser/browser-storage.ts'

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
  const restored = useRef<typeof memory>(undefined)
  const pending = useRef<{ draft: InputDraft; timer: ReturnType<typeof setTimeout> }>(undefined)
  const [isStored, setStored] = useState(false)

  function restore(hasInput: boolean) {
    if (restored.current === memory) return
    restored.current = memory
    const draft = shouldRestore ? (takeFragment(memory.save) ?? memory.recall()) : undefined
    if (draft) onRestore(hasInput ? { value: draft.value } : draft)
    if (draft || !hasInput) setStored(draft !== undefined)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each memory
  useEffect(() => {
    // The same form may go on with another version.
    if (restored.current) restore(false)
    const leave = () => {
      flush()
      memory.leave()
    }
    window.addEventListener('pagehide', leave)
    return () => {
      leave()
      window.removeEventListener('pagehide', leave)
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
    /** Call it when the form works. Incomplete JSON is not restored over a form that somebody has begun to fill in. */
    restore,
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

function browserStores(): InputDraftStores {
  return { lasting: browserStorage('localStorage'), ofTab: browserStorage('sessionStorage') }
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Drafts by skill, version and person: in local storage, one for each tab, so that no tab overwrites or deletes what is
 * typed in another. A new tab takes over the newest one of a tab that was left. Those of visitors are in session
 * storage, from which the next person to sign in in that tab takes them. The caller removes secrets.
 */
type InputDraftStores = { lasting?: Store; ofTab?: Store }

/** The longest draft in characters; browsers store about five million for the whole site. */
export const MAX_DRAFT_LENGTH = 256 * 1024

/** The drafts that are stored of one skill. */
const MAX_DRAFTS = 4

type DraftOwner = {
  skill: string
  version: string
  personId: string | null
}

/** `isLeft` from when its tab shows another page, or is closed. */
type StoredDraft = InputDraft & { tab: string; isLeft?: true }

export function openInputDraftStore(
  { skill, version, personId }: DraftOwner,
  { lasting, ofTab }: InputDraftStores,
) {
  const storageKey = (who: string) => `guildhall:drafts:${who}:${skill}:${version}`
  const visitor = storageKey('visitor')
  const ownKey = personId === null ? visitor : storageKey(personId)
  const store = personId === null ? ofTab : lasting
  const tab = tabId(ofTab)

  /** Drafts are ordered by age. */
  function update(change: (drafts: StoredDraft[]) => StoredDraft[]): void {
    const drafts = change(read(store, ownKey)).slice(-MAX_DRAFTS)
    ignoreErrors(() =>
      drafts.length > 0 ? store?.setItem(ownKey, JSON.stringify(drafts)) : store?.removeItem(ownKey),
    )
  }
  function save(draft: InputDraft): void {
    // A draft that is too long replaces the older one all the same, which would otherwise be restored.
    const isTooLong = JSON.stringify(draft).length > MAX_DRAFT_LENGTH
    update((drafts) => [
      ...drafts.filter((other) => other.tab !== tab),
      ...(isTooLong ? [] : [{ ...draft, tab }]),
    ])
  }

  return {
    save,

    recall(): InputDraft | undefined {
      const [before] = personId === null ? [] : read(ofTab, visitor)
      if (before) {
        ignoreErrors(() => ofTab?.removeItem(visitor))
        save(contentOf(before))
        return contentOf(before)
      }
      const drafts = read(store, ownKey)
      const found = drafts.find((draft) => draft.tab === tab) ?? drafts.findLast(({ isLeft }) => isLeft)
      if (!found) return undefined
      update((all) => all.filter((draft) => draft.tab !== found.tab))
      save(contentOf(found))
      return contentOf(found)
    },

    /** Leaves the draft to the next tab that is opened, or to this one if it comes back. */
    leave(): void {
      update((drafts) => drafts.map((draft) => (draft.tab === tab ? { ...draft, isLeft: true } : draft)))
    },

    forget(): void {
      update((drafts) => drafts.filter((draft) => draft.tab !== tab))
    },
  }
}

function contentOf({ value, jsonText }: StoredDraft): InputDraft {
  return jsonText === undefined ? { value } : { value, jsonText }
}

const TAB_KEY = 'guildhall:tab'

/** Returns the name of this tab, which it keeps when it is reloaded. */
function tabId(ofTab: Store | undefined): string {
  const known = ignoreErrors(() => ofTab?.getItem(TAB_KEY))
  if (known) return known
  const made = Math.random().toString(36).slice(2)
  ignoreErrors(() => ofTab?.setItem(TAB_KEY, made))
  return made
}

function read(store: Store | undefined, key: string): StoredDraft[] {
  const stored: unknown = ignoreErrors(() => JSON.parse(store?.getItem(key) ?? 'null'))
  return (Array.isArray(stored) ? stored : []).flatMap((draft) => {
    if (!isObject(draft) || draft.value === undefined || typeof draft.tab !== 'string') return []
    const { value, jsonText, tab, isLeft } = draft
    const text = typeof jsonText === 'string' && { jsonText }
    return [{ value, tab, ...text, ...(isLeft === true && { isLeft }) }]
  })
}

function ignoreErrors<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
