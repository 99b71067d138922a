/**
 * What was filled into a skill's form and not run yet, kept so that a reload costs nothing.
 *
 * A note for each skill, version and person. Of somebody signed in it is in the browser's lasting storage; of a
 * visitor only in this tab, where whoever signs in next finds it again. Secrets are taken out before it comes here.
 * Where there is no storage, or it is full, nothing is kept and nobody is disturbed.
 */
import type { Json } from '#lib/contract/json/json.ts'
import { isObject } from '#lib/contract/json/json.ts'

export type Draft = {
  value: Json
  /** JSON that could not be read yet. */
  jsonText?: string
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
export type Stores = { lasting?: Store; ofTab?: Store }

/** More is not kept: the browser has about five million characters for all of the site. */
export const MAX_DRAFT_LENGTH = 256 * 1024

export type DraftOwner = {
  skill: string
  version: string
  /** Null for a visitor. */
  personId: string | null
}

export function draftMemory({ skill, version, personId }: DraftOwner, { lasting, ofTab }: Stores) {
  const place = (who: string) => `guildhall:draft:${who}:${skill}:${version}`
  const visitor = place('visitor')
  const own = personId === null ? visitor : place(personId)
  const store = personId === null ? ofTab : lasting

  return {
    keep(draft: Draft): void {
      const text = JSON.stringify(draft)
      // What is too large must not leave an older one behind that looks like it.
      if (text.length > MAX_DRAFT_LENGTH) quietly(() => store?.removeItem(own))
      else quietly(() => store?.setItem(own, text))
    },

    /** What was kept; a visitor's draft becomes that of whoever signed in. */
    recall(): Draft | undefined {
      const before = personId === null ? undefined : read(ofTab, visitor)
      if (!before) return read(store, own)
      quietly(() => ofTab?.removeItem(visitor))
      quietly(() => store?.setItem(own, JSON.stringify(before)))
      return before
    },

    forget(): void {
      quietly(() => store?.removeItem(own))
    },
  }
}

function read(store: Store | undefined, key: string): Draft | undefined {
  return quietly(() => {
    const kept: unknown = JSON.parse(store?.getItem(key) ?? 'null')
    if (!isObject(kept) || kept.value === undefined) return undefined
    const { value, jsonText } = kept
    return typeof jsonText === 'string' ? { value, jsonText } : { value }
  })
}

function quietly<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
