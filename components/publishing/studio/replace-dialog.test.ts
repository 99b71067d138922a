import { describe, expect, test } from 'vitest'
import { describeReplacement } from './replace-dialog.tsx'

const skill = (slug: string, name = slug) => ({ slug, name })

describe('changes that another document would make', () => {
  test('replacing a draft by an equal document changes nothing', () => {
    const document = { name: 'a', skills: [skill('x')] }

    expect(describeReplacement(document, structuredClone(document))).toEqual([])
  })

  test('replacing a draft names added, removed and changed skills by their slugs', () => {
    const before = { skills: [skill('old'), skill('same'), skill('edited')] }
    const after = { skills: [skill('same'), skill('edited', 'New'), skill('new')] }

    expect(describeReplacement(before, after)).toEqual([
      'Removed skills: “old”',
      'Added skills: “new”',
      'Changed skills: “edited”',
    ])
  })

  test('replacing a draft mentions that the order of its skills changes', () => {
    expect(
      describeReplacement({ skills: [skill('a'), skill('b')] }, { skills: [skill('b'), skill('a')] }),
    ).toEqual(['The order of the skills changes'])
  })

  test('replacing a draft quotes short texts and names long ones', () => {
    const before = { version: '1.0.0', readme: 'x'.repeat(99), tagline: 'gone' }
    const after = { version: '1.0.1', readme: 'y'.repeat(99), changelog: 'new' }

    expect(describeReplacement(before, after)).toEqual([
      'version: “1.0.0” changes to “1.0.1”',
      'readme changes',
      'tagline is removed',
      'changelog is added',
    ])
  })
})
