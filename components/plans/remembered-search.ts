import type { FoundByTypes, Need } from '#lib/plans/planner/find-for-person.ts'
import { browserStorage } from '../browser/browser-storage.ts'

export type Wanted = { words: string; have: string; need: Need; needed: string }

export const NOTHING: Wanted = { words: '', have: '', need: 'anything', needed: '' }

type Remembered = { wanted: Wanted; found?: FoundByTypes }

const NEEDS: readonly string[] = [
  'anything', 'text', 'number', 'yes_or_no', 'texts', 'table', 'example',
] satisfies Need[] // biome-ignore format: list

/** A tab may be used by several people, and by one in several organisations; visitors share one name. */
const keyOf = (searcher: string) => `guildhall-find:${searcher}`

/**
 * Remembers the last search of this tab, so that Back from a skill shows it again. The address has what can be shared; what
 * was pasted stays in the tab, also the example of what is needed, which may be too long for an address.
 */
export function rememberSearch(searcher: string, wanted: Wanted, found: FoundByTypes): void {
  const { words, need } = wanted
  const params = new URLSearchParams({
    ...(words !== '' && { words }),
    ...(need !== 'anything' && { need }),
  })
  const search = params.size > 0 ? `?${params}` : ''
  window.history.replaceState(window.history.state, '', window.location.pathname + search)
  try {
    browserStorage('sessionStorage')?.setItem(keyOf(searcher), JSON.stringify({ wanted, found, search }))
  } catch {
    // The storage is full: only Back loses something.
  }
}

/** Returns the search that the address names, with its results if this tab made it. */
export function recallSearch(searcher: string): Remembered {
  const { search } = window.location
  const text = browserStorage('sessionStorage')?.getItem(keyOf(searcher))
  const last: (Remembered & { search: string }) | undefined = text ? JSON.parse(text) : undefined
  if (last?.search === search) return last
  const params = new URLSearchParams(search)
  const need = params.get('need') ?? ''
  const wanted = {
    ...NOTHING,
    words: params.get('words') ?? '',
    ...(NEEDS.includes(need) && { need: need as Need }),
  }
  return { wanted }
}
