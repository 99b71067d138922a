import { describe, expect, test } from 'vitest'
import { draftMemory, MAX_DRAFT_LENGTH } from './draft.ts'

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const skill = { skill: 'a.b.c', version: '1.0.0' }

describe('a draft', () => {
  test('is there after a reload, half-typed JSON too', () => {
    const stores = { lasting: storage(), ofTab: storage() }
    draftMemory({ ...skill, personId: 'ada' }, stores).keep({ value: { a: 1 }, jsonText: '{"a":' })

    expect(draftMemory({ ...skill, personId: 'ada' }, stores).recall()).toEqual({
      value: { a: 1 },
      jsonText: '{"a":',
    })
  })

  test.each([
    ['another person', { ...skill, personId: 'bob' }],
    ['another version', { ...skill, version: '2.0.0', personId: 'ada' }],
    ['another skill', { ...skill, skill: 'a.b.d', personId: 'ada' }],
    ['a visitor', { ...skill, personId: null }],
  ])('is not shown to %s', (_, other) => {
    const stores = { lasting: storage(), ofTab: storage() }
    draftMemory({ ...skill, personId: 'ada' }, stores).keep({ value: { a: 1 } })

    expect(draftMemory(other, stores).recall()).toBeUndefined()
  })

  test('of a visitor goes with whoever signs in, and is left to nobody else', () => {
    const stores = { lasting: storage(), ofTab: storage() }
    draftMemory({ ...skill, personId: null }, stores).keep({ value: { a: 1 } })

    expect(draftMemory({ ...skill, personId: 'ada' }, stores).recall()).toEqual({ value: { a: 1 } })
    expect(draftMemory({ ...skill, personId: 'bob' }, stores).recall()).toBeUndefined()
    expect(draftMemory({ ...skill, personId: 'ada' }, stores).recall()).toEqual({ value: { a: 1 } })
  })

  test('that was forgotten is gone', () => {
    const stores = { lasting: storage() }
    const memory = draftMemory({ ...skill, personId: 'ada' }, stores)
    memory.keep({ value: 1 })
    memory.forget()

    expect(memory.recall()).toBeUndefined()
  })

  test('that is too large is not kept, and neither is the one before', () => {
    const memory = draftMemory({ ...skill, personId: 'ada' }, { lasting: storage() })
    memory.keep({ value: 1 })
    memory.keep({ value: 'x'.repeat(MAX_DRAFT_LENGTH) })

    expect(memory.recall()).toBeUndefined()
  })

  test('costs nothing where nothing can be stored', () => {
    const full = {
      ...storage(),
      setItem() {
        throw new Error('full')
      },
    }

    expect(() =>
      draftMemory({ ...skill, personId: 'ada' }, { lasting: full }).keep({ value: 1 }),
    ).not.toThrow()
    expect(draftMemory({ ...skill, personId: 'ada' }, {}).recall()).toBeUndefined()
  })
})
