import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NOTHING, recallSearch, rememberSearch } from './remembered-search.ts'

const FOUND = { skills: [], chains: [] }

beforeEach(() => {
  const kept = new Map<string, string>()
  const location = { pathname: '/find', search: '' }
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  }
  const history = {
    state: null,
    replaceState: (_state: unknown, _title: string, href: string) => {
      location.search = new URL(href, 'http://site.test').search
    },
  }
  vi.stubGlobal('window', { location, history, sessionStorage })
})

afterEach(() => void vi.unstubAllGlobals())

test('Back to the search by types shows what was pasted and what was found', () => {
  const wanted = { ...NOTHING, have: 'name,age\nAda,36', need: 'table' as const, needed: 'name' }
  rememberSearch('ada', wanted, FOUND)

  expect(recallSearch('ada')).toMatchObject({ wanted, found: FOUND })
})

test('the address of a search by types has its words and what is needed, and nothing that was pasted', () => {
  rememberSearch('ada', { words: 'bill', have: 'secret', need: 'example', needed: '{"words":4}' }, FOUND)

  expect(window.location.search).toBe('?words=bill&need=example')
})

test('the address of a search by types, opened in another tab, fills the form and shows no results', () => {
  window.location.search = '?words=bill&need=number'

  expect(recallSearch('ada')).toEqual({ wanted: { ...NOTHING, words: 'bill', need: 'number' } })
})

test('an address with an unknown need opens an empty form', () => {
  window.location.search = '?need=magic'

  expect(recallSearch('ada')).toEqual({ wanted: NOTHING })
})

test('what one person pasted into a search by types is not shown to the next person in the tab', () => {
  const wanted = { ...NOTHING, have: 'name,age\nAda,36' }
  rememberSearch('ada', wanted, FOUND)

  expect(recallSearch('bob')).toEqual({ wanted: NOTHING })
})
