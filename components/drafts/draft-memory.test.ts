import { describe, expect, test } from 'vitest'
import { createDraftMemory } from './draft-memory.ts'

const page = { document: { name: 'page' }, revision: 4 }
const typed = { document: { b: 1, a: '\ud83d' }, revision: 4, atMs: 12 }

function storage() {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}
const stores = () => ({ typed: storage(), saved: storage() })

describe('typed text', () => {
  test('typed text is restored unchanged, under its own key only', () => {
    const shared = stores()
    expect(createDraftMemory('ada:tools', shared).keepTyped(typed)).toBe(true)

    const recalled = createDraftMemory('ada:tools', shared).recall(page)
    expect(JSON.stringify(recalled.typed)).toBe(JSON.stringify({ ...typed, isCurrent: true }))
    expect(createDraftMemory('ben:tools', shared).recall(page)).toEqual({})
  })

  test('typed text that is based on an older revision is restored as such', () => {
    const memory = createDraftMemory('key', stores())
    memory.keepTyped({ ...typed, revision: 3 })

    expect(memory.recall(page).typed?.isCurrent).toBe(false)
  })

  test('typed text that was saved after all is not restored', () => {
    const memory = createDraftMemory('key', stores())
    memory.keepTyped({ ...typed, document: page.document })

    expect(memory.recall(page).typed).toBeUndefined()
  })

  test('typed text is deleted once it has been saved, but not later edits', () => {
    const memory = createDraftMemory('key', stores())
    memory.keepTyped(typed)

    memory.noteSaved({ document: { older: true }, revision: 5, atMs: 13 })
    expect(memory.recall({ ...page, revision: 5 }).typed).toBeDefined()

    memory.noteSaved({ ...typed, revision: 6 })
    expect(memory.recall({ ...page, revision: 6 }).typed).toBeUndefined()
  })
})

describe('a page older than this tab’s last save', () => {
  test('a page older than the last save of this tab is recognised by its revision', () => {
    const memory = createDraftMemory('key', stores())
    memory.noteSaved({ document: { name: 'newer' }, revision: 5, atMs: 13 })

    expect(memory.recall(page).saved).toMatchObject({ document: { name: 'newer' }, revision: 5 })
    expect(memory.recall({ ...page, revision: 5 }).saved).toBeUndefined()
  })

  test('a page older than the last save of this tab makes no conflict of text typed on the newer one', () => {
    const memory = createDraftMemory('key', stores())
    memory.noteSaved({ document: { name: 'newer' }, revision: 5, atMs: 13 })
    memory.keepTyped({ ...typed, revision: 5 })

    expect(memory.recall(page).typed?.isCurrent).toBe(true)
  })
})

describe('a browser without room', () => {
  const full = {
    ...storage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }

  test.each([
    ['a browser without storage', {}],
    ['a browser whose storage is full', { typed: full, saved: full }],
  ])('%s reports that nothing is stored', (_, browserStorage) => {
    const memory = createDraftMemory('key', browserStorage)

    expect(memory.keepTyped(typed)).toBe(false)
    expect(memory.recall(page)).toEqual({})
  })

  test.each(['', '{', 'null', '{"document": 7}', '[]'])(
    'a stored draft that cannot be read is ignored: %j',
    (text) => {
      const corrupted = stores()
      corrupted.typed.setItem('key', text)

      expect(createDraftMemory('key', corrupted).recall(page)).toEqual({})
    },
  )
})
