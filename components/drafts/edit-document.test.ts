import { describe, expect, test } from 'vitest'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { valueAt } from '#lib/kernel/json/json-pointer.ts'
import { append, moveItem, removeItem, setAt, textAt } from './edit-document.ts'

const second = { slug: 'y' }
const document: JsonObject = { slug: 'a', skills: [{ slug: 'x', name: 'X' }, second], name: 'A' }

describe('an edit', () => {
  test('an edit changes one value and preserves everything else, in order', () => {
    const after = setAt(document, '/skills/0/name', 'New')

    expect(JSON.stringify(after)).toBe(JSON.stringify(document).replace('"X"', '"New"'))
    expect(valueAt(after, '/skills/1')).toBe(second)
    expect(textAt(document, '/skills/0/name')).toBe('X')
  })

  test('an edit creates missing parents', () => {
    expect(setAt({}, '/permissions/network', ['a.example'])).toEqual({
      permissions: { network: ['a.example'] },
    })
  })

  test('an edit removes a property or an item', () => {
    expect(setAt(document, '/name', undefined)).toEqual({ slug: 'a', skills: document.skills ?? null })
    expect(setAt(document, '/skills/0', undefined)).toMatchObject({ skills: [{ slug: 'y' }] })
  })

  test('removing a missing value changes nothing', () => {
    expect(setAt(document, '/tagline', undefined)).toEqual(document)
  })

  test('an edit finds keys with slashes and tildes', () => {
    expect(setAt({ 'a/b~c': 1 }, '/a~1b~0c', 2)).toEqual({ 'a/b~c': 2 })
  })

  test('an edit treats “constructor” like any other key', () => {
    expect(setAt({}, '/constructor/name', 'x')).toEqual({ constructor: { name: 'x' } })
    expect(textAt({}, '/constructor/name')).toBe('')
  })
})

describe('a list', () => {
  test('a list is created with its first item and removed with its last', () => {
    const one = append({}, '/configDefinitions', { key: 'a' })

    expect(one).toEqual({ configDefinitions: [{ key: 'a' }] })
    expect(removeItem(one, '/configDefinitions', 0)).toEqual({})
    expect(removeItem(one, '/configDefinitions', 0, true)).toEqual({ configDefinitions: [] })
  })

  test.each([
    ['down', 0, 1, ['b', 'a', 'c']],
    ['up', 2, -1, ['a', 'c', 'b']],
    ['not over the top', 0, -1, ['a', 'b', 'c']],
    ['not over the end', 2, 1, ['a', 'b', 'c']],
  ])('an item of a list moves %s', (_, index, by, list) => {
    expect(moveItem({ list: ['a', 'b', 'c'] }, '/list', index, by)).toEqual({ list })
  })
})
