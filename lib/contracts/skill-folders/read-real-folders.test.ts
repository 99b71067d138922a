import { describe, expect, test } from 'vitest'
import { everyNth, readCorpus, withCorpus } from '../../testing/corpus.ts'
import { expectImported, folderFile } from '../../testing/setup/storage/skill-folder.ts'
import { readFolder } from './read-folder.ts'

type Frontmatter = {
  path: string
  raw_frontmatter: string
  parse_error: string | null
  spec_problems: string[] | null
  spec_valid: boolean
}

const FRONTMATTER = readCorpus<Frontmatter>('skill-frontmatter')

/** Maps problems of the corpus to our issues. */
const EXPECTED_ISSUES: [problem: RegExp, sentence: RegExp][] = [
  [/^unexpected fields/, /is not a field of an Agent Skill, so it is stored/],
  [/^name != directory/, /must match the name of its folder/],
  [/^name invalid characters/, /may only contain letters/],
  [/^name not lowercase/, /must be in lowercase/],
  [/^name consecutive hyphens/, /consecutive hyphens/],
  [/^missing name/, /name is missing/],
  [/^missing description/, /description is missing/],
  [/^compatibility/, /compatibility/],
]

describe('real-world front matter', withCorpus(FRONTMATTER), () => {
  test('is imported when the specification accepts it; each of its problems is a reason or a finding', () => {
    const wrong = everyNth(FRONTMATTER, 1).flatMap((row) => {
      const { path, raw_frontmatter: raw, parse_error, spec_problems, spec_valid } = row
      const isBare = parse_error === 'no frontmatter'
      const isOpen = parse_error === 'unterminated frontmatter'
      const text = isBare ? raw : isOpen ? `---${raw}` : `---${raw}---\n\nThe text.\n`
      const read = readFolder([folderFile('SKILL.md', text)], path.split('/').at(-1))
      const issueText = (read.issues ?? read.findings).map(({ message }) => message).join('; ')
      if (spec_valid) return read.issues ? [`${path}: ${issueText}`] : []
      const missing = (spec_problems ?? []).filter(
        (problem) =>
          !EXPECTED_ISSUES.some(([known, sentence]) => known.test(problem) && sentence.test(issueText)),
      )
      const isSilent = !read.issues && read.findings.length === 0
      // A refusal names what it refuses; the other problems follow once that is corrected.
      const isUntold = read.issues
        ? missing.length > 0 && missing.length === spec_problems?.length
        : missing.length > 0
      return isSilent || isUntold ? [`${path}: ${spec_problems ?? parse_error} ≠ ${issueText}`] : []
    })

    expect(wrong).toEqual([])
  })
})

type Folder = {
  name: string
  source: { path: string }
  files: { path: string; text: string }[]
  spec_problems: string[]
  frontmatter_error: string | null
}

const FOLDERS = readCorpus<Folder>('skill-folders')

describe('real-world folders', withCorpus(FOLDERS), () => {
  test.each(FOLDERS ?? [])('$name', ({ name, source, files, spec_problems, frontmatter_error }) => {
    const directory = source.path.split('/').at(-1) ?? name
    const read = readFolder(
      files.map(({ path, text }) => folderFile(`${directory}/${path}`, text)),
      directory,
    )

    if (spec_problems?.length || frontmatter_error) {
      expect((read.issues ?? read.findings).length).toBeGreaterThan(0)
      return
    }
    const { skill } = expectImported(read)
    expect(skill).toMatchObject({ name, kind: 'instruction', slug: name.replaceAll('-', '_') })
    expect((skill.resources ?? []).map(({ path, text }) => ({ path, text }))).toEqual(
      files.filter(({ path }) => path !== 'SKILL.md').map(({ path, text }) => ({ path, text })),
    )
  })
})

type ValidatorCase = {
  name: string
  directory: string | null
  skill_md: string | null
  valid: boolean
  assertions: string[]
}

const CASES = readCorpus<ValidatorCase>('skill-validator-cases')

describe('cases of the reference validator', withCorpus(CASES), () => {
  test.each(CASES ?? [])('$name', ({ directory, skill_md, valid, assertions }) => {
    const files = skill_md === null || directory === null ? [] : [folderFile('SKILL.md', skill_md)]
    const read = readFolder(files, directory ?? undefined)

    // An import reads more than the reference validator, and says what that would refuse.
    const told = (read.issues ?? read.findings).map(({ message }) => message).join('; ')
    expect(valid ? read.issues === undefined : told !== '').toBe(true)
    const mentioned = assertions.flatMap((each) =>
      [...each.matchAll(/'([^']+)' in e\b/g)].map(([, word]) => word ?? ''),
    )
    for (const word of mentioned) expect(told).toContain(word)
    if (valid) expectImported(read)
  })
})
