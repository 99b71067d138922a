import { describe, expect, test } from 'vitest'
import { RULE_CHAPTERS, readRules } from './studio-rules.ts'

const ORIGIN = 'https://guildhall.example'

describe.each(RULE_CHAPTERS)('the chapter %s', (topic) => {
  test('begins with at most 2,500 tokens, and each of its sections can be read', async () => {
    const { sections = [], markdown } = await readRules({ topic }, ORIGIN)

    expect(markdown.length).toBeLessThan(7_500)
    expect(JSON.stringify(sections).length).toBeLessThan(3_000)
    for (const { section, title, chars } of sections) {
      const read = await readRules({ topic, section }, ORIGIN)
      expect(read.markdown).toContain(`# ${title}`)
      expect(read.markdown).toHaveLength(chars)
    }
  })

  test('has no placeholder that only the site fills', async () => {
    const { sections, markdown } = await readRules({ topic }, ORIGIN)
    const read = await Promise.all(
      (sections ?? []).map(({ section }) => readRules({ topic, section }, ORIGIN)),
    )

    const text = markdown + read.map((each) => each.markdown).join('')
    expect(text).not.toMatch(/\{\{|^```(data|sample)|\{#/m)
  })
})

test('a long chapter begins with the section that a publisher needs first, and names all others', async () => {
  const { section, sections, markdown } = await readRules({ topic: 'publishing' }, ORIGIN)

  expect(section).toBe('handler')
  expect(markdown).toMatch(/^## The handler\n/)
  expect(markdown).toContain('### Hosts')
  expect(markdown).not.toContain('## The checklist')
  expect(sections).toContainEqual({ section: 'checklist', title: 'The checklist', chars: expect.any(Number) })
})

test('a section within another can be read alone', async () => {
  const { markdown } = await readRules({ topic: 'publishing', section: 'hosts' }, ORIGIN)

  expect(markdown).toMatch(/^### Hosts\n/)
  expect(markdown).not.toContain('### The assistant')
})

test('a short chapter is whole', async () => {
  const { sections, markdown } = await readRules({ topic: 'schemas' }, ORIGIN)

  expect(sections).toBeUndefined()
  expect(markdown).toContain('## Supported dialects')
  expect(markdown).toContain('## Formats that are checked')
})

test('what the site draws is a link to it', async () => {
  const { markdown } = await readRules({ topic: 'publishing', section: 'checklist' }, ORIGIN)

  expect(markdown).toContain(`See ${ORIGIN}/docs/publishing#checklist`)
})

test('an unknown section is refused with the names of those that exist', async () => {
  await expect(readRules({ topic: 'publishing', section: 'nothing' }, ORIGIN)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(
      /^There is no section “nothing” in the chapter publishing\. Use one of steps, handler, hosts/,
    ),
  })
})
