import { beforeEach, describe, expect, test } from 'vitest'
import { MAX_DRAFT_LENGTH, openInputDraftStore } from './use-input-draft.ts'

function storage() {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  }
}

const skill = { skill: 'a.b.c', version: '1.0.0' }

describe('a draft', () => {
  test('a draft of an input is restored after a reload, including incomplete JSON', () => {
    const stores = { lasting: storage(), ofTab: storage() }
    openInputDraftStore({ ...skill, personId: 'ada' }, stores).save({ value: { a: 1 }, jsonText: '{"a":' })

    expect(openInputDraftStore({ ...skill, personId: 'ada' }, stores).recall()).toEqual({
      value: { a: 1 },
      jsonText: '{"a":',
    })
  })

  test.each([
    ['another person', { ...skill, personId: 'bob' }],
    ['another version', { ...skill, version: '2.0.0', personId: 'ada' }],
    ['another skill', { ...skill, skill: 'a.b.d', personId: 'ada' }],
    ['a visitor', { ...skill, personId: null }],
  ])('a draft of an input is not shown to %s', (_, other) => {
    const stores = { lasting: storage(), ofTab: storage() }
    openInputDraftStore({ ...skill, personId: 'ada' }, stores).save({ value: { a: 1 } })

    expect(openInputDraftStore(other, stores).recall()).toBeUndefined()
  })

  test('a visitor’s draft of an input moves to the account that signs in, and is visible to no one else', () => {
    const stores = { lasting: storage(), ofTab: storage() }
    openInputDraftStore({ ...skill, personId: null }, stores).save({ value: { a: 1 } })

    expect(openInputDraftStore({ ...skill, personId: 'ada' }, stores).recall()).toEqual({ value: { a: 1 } })
    expect(openInputDraftStore({ ...skill, personId: 'bob' }, stores).recall()).toBeUndefined()
    expect(openInputDraftStore({ ...skill, personId: 'ada' }, stores).recall()).toEqual({ value: { a: 1 } })
  })

  describe('in two tabs', () => {
    let lasting = storage()
    beforeEach(() => {
      lasting = storage()
    })
    const open = (ofTab = storage()) => openInputDraftStore({ ...skill, personId: 'ada' }, { lasting, ofTab })

    test('a draft of an input is neither overwritten nor deleted by another tab', () => {
      const tab = storage()
      const [one, other] = [open(tab), open()]
      one.save({ value: { a: 1 } })
      other.save({ value: { a: 2 } })
      other.forget()

      expect(open(tab).recall()).toEqual({ value: { a: 1 } })
    })

    test('a new tab takes over the draft of an input that was left, but not one that is still typed', () => {
      const tab = storage()
      const closed = open()
      closed.save({ value: { a: 1 } })
      closed.leave()
      open(tab).save({ value: { a: 2 } })
      const fresh = open()

      expect(fresh.recall()).toEqual({ value: { a: 1 } })
      expect(open().recall()).toBeUndefined()
      expect(open(tab).recall()).toEqual({ value: { a: 2 } })
    })

    test('a draft of an input is there again when its own tab is reloaded', () => {
      const tab = storage()
      const before = open(tab)
      before.save({ value: { a: 3 } })
      before.leave()
      const after = open(tab)

      expect(after.recall()).toEqual({ value: { a: 3 } })
      expect(open().recall()).toBeUndefined()
    })
  })

  test('a draft of an input that was deleted is gone', () => {
    const stores = { lasting: storage() }
    const memory = openInputDraftStore({ ...skill, personId: 'ada' }, stores)
    memory.save({ value: 1 })
    memory.forget()

    expect(memory.recall()).toBeUndefined()
  })

  test('a draft of an input that is too large is not stored, and the previous one is removed', () => {
    const memory = openInputDraftStore({ ...skill, personId: 'ada' }, { lasting: storage() })
    memory.save({ value: 1 })
    memory.save({ value: 'x'.repeat(MAX_DRAFT_LENGTH) })

    expect(memory.recall()).toBeUndefined()
  })

  test('a draft of an input does no harm where nothing can be stored', () => {
    const full = {
      ...storage(),
      setItem() {
        throw new Error('full')
      },
    }

    expect(() =>
      openInputDraftStore({ ...skill, personId: 'ada' }, { lasting: full }).save({ value: 1 }),
    ).not.toThrow()
    expect(openInputDraftStore({ ...skill, personId: 'ada' }, {}).recall()).toBeUndefined()
  })
})
