import { describe, expect, test } from 'vitest'
import { replacedParts } from './replace-dialog.tsx'

const skill = (slug: string, name = slug) => ({ slug, name })

describe('changes that another document would make', () => {
  test('nothing, if the documents are equal', () => {
    const document = { name: 'a', skills: [skill('x')] }

    expect(replacedParts(document, structuredClone(document))).toEqual([])
  })

  test('skills by their slugs', () => {
    const before = { skills: [skill('old'), skill('same'), skill('edited')] }
    const after = { skills: [skill('same'), skill('edited', 'New'), skill('new')] }

    expect(replacedParts(before, after)).toEqual([
      'Removed skills: “old”',
      'Added skills: “new”',
      'Changed skills: “edited”',
    ])
  })

  test('the order of skills', () => {
    expect(replacedParts({ skills: [skill('a'), skill('b')] }, { skills: [skill('b'), skill('a')] })).toEqual(
      ['The order of the skills changes'],
    )
  })

  test('short texts in full, long ones by name', () => {
    const before = { version: '1.0.0', readme: 'x'.repeat(99), tagline: 'gone' }
    const after = { version: '1.0.1', readme: 'y'.repeat(99), changelog: 'new' }

    expect(replacedParts(before, after)).toEqual([
      'version: “1.0.0” changes to “1.0.1”',
      'readme changes',
      'tagline is removed',
      'changelog is added',
    ])
  })
})
