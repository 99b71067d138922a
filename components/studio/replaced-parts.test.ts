import { describe, expect, test } from 'vitest'
import { replacedParts } from './replaced-parts.ts'

const skill = (slug: string, name = slug) => ({ slug, name })

describe('what another document would change', () => {
  test('nothing, when it says the same', () => {
    const document = { name: 'a', skills: [skill('x')] }

    expect(replacedParts(document, structuredClone(document))).toEqual([])
  })

  test('skills by their slugs', () => {
    const before = { skills: [skill('old'), skill('same'), skill('edited')] }
    const after = { skills: [skill('same'), skill('edited', 'New'), skill('new')] }

    expect(replacedParts(before, after)).toEqual([
      'Skills that go: “old”',
      'Skills that come: “new”',
      'Skills that change: “edited”',
    ])
  })

  test('the order of skills', () => {
    expect(replacedParts({ skills: [skill('a'), skill('b')] }, { skills: [skill('b'), skill('a')] })).toEqual(
      ['The skills stand in another order'],
    )
  })

  test('short texts word for word, long ones by name', () => {
    const before = { version: '1.0.0', readme: 'x'.repeat(99), tagline: 'gone' }
    const after = { version: '1.0.1', readme: 'y'.repeat(99), changelog: 'new' }

    expect(replacedParts(before, after)).toEqual([
      'version: “1.0.0” becomes “1.0.1”',
      'readme changes',
      'tagline goes',
      'changelog is added',
    ])
  })
})
