import { describe, expect, test } from 'vitest'
import { parseDocument } from '../skillset/document/parse-document.ts'
import type { SkillResource } from '../skillset/document/skillset-document.ts'
import { everyNth, readCorpus, withCorpus } from '../testing/corpus.ts'
import { makeSkillSetDocument } from '../testing/factories.ts'
import type { FolderFile } from '../zip/read-zip.ts'
import { type ReadFolder, readFolder } from './read-folder.ts'

const file = (path: string, text: string): FolderFile => ({ path, bytes: Buffer.from(text) })
const reasons = (read: ReadFolder) => (read.issues ?? []).map(({ message }) => message).join('; ')

/** Requires that the folder gives a valid SkillSet. */
function expectImported(read: ReadFolder) {
  if (read.issues) throw new Error(reasons(read))
  const { issues } = parseDocument(makeSkillSetDocument({ skills: [read.skill] }))
  expect(issues).toEqual([])
  return read
}

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
  [/^unexpected fields/, /is not a field of an Agent Skill/],
  [/^name != directory/, /must match the name of its folder/],
  [/^name invalid characters/, /may only contain letters/],
  [/^name not lowercase/, /must be in lowercase/],
  [/^name consecutive hyphens/, /consecutive hyphens/],
  [/^missing name/, /name is missing/],
  [/^missing description/, /description is missing/],
  [/^compatibility/, /compatibility/],
]

describe('real-world front matter', withCorpus(FRONTMATTER), () => {
  test('is taken when the specification takes it, and refused with each of its reasons when not', () => {
    const wrong = everyNth(FRONTMATTER, 1).flatMap((row) => {
      const { path, raw_frontmatter: raw, parse_error, spec_problems, spec_valid } = row
      const isBare = parse_error === 'no frontmatter'
      const isOpen = parse_error === 'unterminated frontmatter'
      const text = isBare ? raw : isOpen ? `---${raw}` : `---${raw}---\n\nThe text.\n`
      const read = readFolder([file('SKILL.md', text)], path.split('/').at(-1))
      const issueText = reasons(read)
      if (spec_valid) return read.issues ? [`${path}: ${issueText}`] : []
      const missing = (spec_problems ?? []).filter(
        (problem) =>
          !EXPECTED_ISSUES.some(([known, sentence]) => known.test(problem) && sentence.test(issueText)),
      )
      return !read.issues || missing.length > 0
        ? [`${path}: ${spec_problems ?? parse_error} ≠ ${issueText}`]
        : []
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
      files.map(({ path, text }) => file(`${directory}/${path}`, text)),
      directory,
    )

    if (spec_problems?.length || frontmatter_error) {
      expect(reasons(read)).not.toBe('')
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
    const files = skill_md === null || directory === null ? [] : [file('SKILL.md', skill_md)]
    const read = readFolder(files, directory ?? undefined)

    expect(read.issues === undefined).toBe(valid)
    const mentioned = assertions.flatMap((each) =>
      [...each.matchAll(/'([^']+)' in e\b/g)].map(([, word]) => word ?? ''),
    )
    for (const word of mentioned) expect(reasons(read)).toContain(word)
    if (valid) expectImported(read)
  })
})

describe('an Agent Skill', () => {
  const skill = (frontmatter: string, body = 'Do it.') => [
    file('SKILL.md', `---\n${frontmatter}\n---\n\n${body}\n`),
  ]

  test('preserves its name, and its slug has underscores', () => {
    const { skill: made } = expectImported(
      readFolder(skill('name: pdf-forms\ndescription: Fills forms.'), 'pdf-forms'),
    )

    expect(made).toMatchObject({
      slug: 'pdf_forms',
      name: 'pdf-forms',
      prompt: 'Fills forms.',
      body: 'Do it.\n',
    })
  })

  test('preserves a long description, shows its first sentences and reports that', () => {
    const whole = `${'This sentence is one of many. '.repeat(30)}`.trim()
    const { skill: made, findings } = expectImported(
      readFolder(skill(`name: long\ndescription: ${whole}`), 'long'),
    )

    expect(made.metadata).toEqual({ description: whole })
    expect(made.description.length).toBeLessThanOrEqual(500)
    expect(made.description).toMatch(/^This sentence .*many\.$/)
    expect(findings).toMatchObject([{ path: '/description', keyword: 'shortened' }])
  })

  test('preserves licence, compatibility, metadata and allowed tools', () => {
    const { skill: made } = expectImported(
      readFolder(
        skill(
          'name: x\ndescription: y z\nlicense: MIT\ncompatibility: Python\nmetadata:\n  author: me\nallowed-tools: Bash',
        ),
        'x',
      ),
    )

    expect(made).toMatchObject({
      license: 'MIT',
      compatibility: 'Python',
      metadata: { author: 'me', 'allowed-tools': 'Bash' },
    })
  })

  test('with a name that cannot be a slug gets one that can be changed', () => {
    const { skill: made, findings } = expectImported(readFolder(skill('name: 技能\ndescription: 测试')))

    expect(made).toMatchObject({ name: '技能', slug: expect.stringMatching(/^skill_[0-9a-f]{8}$/) })
    expect(findings).toMatchObject([{ path: '/slug' }])
  })
})

describe('refused, with the reason', () => {
  test.each<[string, FolderFile[], RegExp]>([
    ['nothing', [], /no SKILL\.md/],
    ['a folder without SKILL.md', [file('readme.md', 'x')], /no SKILL\.md/],
    ['two skills', [file('a/SKILL.md', ''), file('b/SKILL.md', '')], /several skills \(a, b\)/],
    [
      'YAML that refers to itself endlessly',
      [file('SKILL.md', `---\n${bomb()}\n---\n`)],
      /too often|not valid YAML/,
    ],
    ['a manifest that is not TOML', [file('skill.toml', 'name = ')], /not valid TOML \(line 1\)/],
    ['a manifest with an unknown key', [file('skill.toml', 'name = "a"\ncolour = "red"')], /colour/],
    [
      'an action without code',
      [file('skill.toml', 'name = "a"'), file('SKILL.md', '---\nname: a\n---\n')],
      /no code\/ folder/,
    ],
    [
      'an action without schemas',
      [file('skill.toml', 'name = "a"'), file('code/handler.js', 'x')],
      /is missing: an action skill needs/,
    ],
    [
      'more files than a skill can bring',
      [file('SKILL.md', '---\nname: a\ndescription: b c\n---\nx'), ...many(501)],
      /501 files .* at most 500/,
    ],
    [
      'files of more than 10 MB',
      [
        file('SKILL.md', '---\nname: a\ndescription: b c\n---\nx'),
        ...['a', 'b'].map((path) => ({ path, bytes: new Uint8Array(5.1 * 1024 * 1024) })),
      ],
      /have 10\.2 MB; a skill can have 10 MB/,
    ],
  ])('%s', (_, files, message) => {
    expect(reasons(readFolder(files))).toMatch(message)
  })
})

function bomb(): string {
  const levels = 'abcdefghi'.split('').map((name, index, all) => {
    const before = all[index - 1]
    return `${name}: &${name} [${Array(9)
      .fill(before ? `*${before}` : '"lol"')
      .join(',')}]`
  })
  return levels.join('\n')
}

function many(count: number, text = 'x'): FolderFile[] {
  return Array.from({ length: count }, (_, n) => file(`references/${n}.md`, text))
}

describe('of many or large files', () => {
  const readme = file('SKILL.md', '---\nname: a\ndescription: b c\n---\nx')
  const inlineBytes = (resources: SkillResource[] = []) =>
    resources.reduce((sum, { text = '' }) => sum + text.length, 0)

  test('the largest are stored by hash until the rest fits into a document, which is valid', () => {
    const large = { ...file('large.txt', 'y'.repeat(65 * 1024)), isExecutable: true }
    const read = expectImported(readFolder([readme, large, ...many(300, 'x'.repeat(4_000))]))

    const { resources = [] } = read.skill
    expect(inlineBytes(resources)).toBeLessThanOrEqual(256 * 1024)
    expect(inlineBytes(resources)).toBeGreaterThan(252 * 1024)
    expect(resources[0]).toMatchObject({ path: 'large.txt', sizeBytes: 65 * 1024, executable: true })
    const named = new Set(resources.flatMap(({ sha256 }) => sha256 ?? []))
    expect(named).toEqual(new Set(read.large.map(({ sha256 }) => sha256)))
    expect(read.large).toHaveLength(2)
  })

  test('the same folder is read the same whatever the order of its files', () => {
    const files = Array.from({ length: 20 }, (_, n) => file(`${n}.md`, `${n}`.padEnd(40_000)))
    const resources = (given: FolderFile[]) =>
      expectImported(readFolder([readme, ...given])).skill.resources?.toSorted((a, b) =>
        a.path < b.path ? -1 : 1,
      )

    expect(resources(files.toReversed())).toEqual(resources(files))
  })
})

test.each(['SKILL.md', 'skill.toml'])(
  'a %s in another encoding than UTF-8 is refused by that name',
  (path) => {
    const files = [file('SKILL.md', '---\nname: a\ndescription: b\n---\n'), file('skill.toml', 'name = "a"')]
    const latin = { path, bytes: Buffer.from('Grüße', 'latin1') }

    expect(reasons(readFolder([...files.filter((each) => each.path !== path), latin]))).toBe(
      `${path} is not UTF-8. Save it as UTF-8 text.`,
    )
  },
)
