import { describe, expect, test } from 'vitest'
import { parseDocument } from '../contract/document/parse-document.ts'
import { everyNth, readCorpus } from '../testing/corpus.ts'
import { makeSkillSetDocument } from '../testing/factories.ts'
import { type FolderFile, type ReadFolder, readFolder } from './read-folder.ts'

const file = (path: string, text: string): FolderFile => ({ path, bytes: Buffer.from(text) })
const reasons = (read: ReadFolder) => (read.issues ?? []).map(({ message }) => message).join('; ')

/** What the folder makes is a SkillSet that the studio takes. */
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

/** What the corpus calls a problem, in our words. */
const SAYS: [problem: RegExp, sentence: RegExp][] = [
  [/^unexpected fields/, /is no field of an Agent Skill/],
  [/^name != directory/, /must be the name of its folder/],
  [/^name invalid characters/, /may only have letters/],
  [/^name not lowercase/, /must be in lowercase/],
  [/^name consecutive hyphens/, /consecutive hyphens/],
  [/^missing name/, /name is missing/],
  [/^missing description/, /description is missing/],
  [/^compatibility/, /compatibility/],
]

describe.skipIf(!FRONTMATTER)('front matter of the world outside', () => {
  test('is taken when the specification takes it, and refused with each of its reasons when not', () => {
    const wrong = everyNth(FRONTMATTER, 1).flatMap((row) => {
      const { path, raw_frontmatter: raw, parse_error, spec_problems, spec_valid } = row
      const isBare = parse_error === 'no frontmatter'
      const isOpen = parse_error === 'unterminated frontmatter'
      const text = isBare ? raw : isOpen ? `---${raw}` : `---${raw}---\n\nThe text.\n`
      const read = readFolder([file('SKILL.md', text)], path.split('/').at(-1))
      const said = reasons(read)
      if (spec_valid) return read.issues ? [`${path}: ${said}`] : []
      const missing = (spec_problems ?? []).filter(
        (problem) => !SAYS.some(([known, sentence]) => known.test(problem) && sentence.test(said)),
      )
      return !read.issues || missing.length > 0 ? [`${path}: ${spec_problems ?? parse_error} ≠ ${said}`] : []
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

describe.skipIf(!FOLDERS)('folders of the world outside', () => {
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

describe.skipIf(!CASES)('cases of the reference validator', () => {
  test.each(CASES ?? [])('$name', ({ directory, skill_md, valid, assertions }) => {
    const files = skill_md === null || directory === null ? [] : [file('SKILL.md', skill_md)]
    const read = readFolder(files, directory ?? undefined)

    expect(read.issues === undefined).toBe(valid)
    const words = assertions.flatMap((each) =>
      [...each.matchAll(/'([^']+)' in e\b/g)].map(([, word]) => word ?? ''),
    )
    for (const word of words) expect(reasons(read)).toContain(word)
    if (valid) expectImported(read)
  })
})

describe('an Agent Skill', () => {
  const skill = (frontmatter: string, body = 'Do it.') => [
    file('SKILL.md', `---\n${frontmatter}\n---\n\n${body}\n`),
  ]

  test('keeps its name, and its slug has underscores', () => {
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

  test('keeps a long description whole, shows its first sentences, and says so', () => {
    const whole = `${'This sentence is one of many. '.repeat(30)}`.trim()
    const { skill: made, findings } = expectImported(
      readFolder(skill(`name: long\ndescription: ${whole}`), 'long'),
    )

    expect(made.metadata).toEqual({ description: whole })
    expect(made.description.length).toBeLessThanOrEqual(500)
    expect(made.description).toMatch(/^This sentence .*many\.$/)
    expect(findings).toMatchObject([{ path: '/description', keyword: 'shortened' }])
  })

  test('keeps licence, compatibility, metadata and allowed tools', () => {
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

  test('with a name that no slug can hold gets one that can be changed', () => {
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
      'YAML that refers to itself without end',
      [file('SKILL.md', `---\n${bomb()}\n---\n`)],
      /too often|no valid YAML/,
    ],
    ['a manifest that is no TOML', [file('skill.toml', 'name = ')], /no valid TOML, line 1/],
    ['a manifest with an unknown key', [file('skill.toml', 'name = "a"\ncolour = "red"')], /colour/],
    [
      'an action without code',
      [file('skill.toml', 'name = "a"'), file('SKILL.md', '---\nname: a\n---\n')],
      /no code\/ at all/,
    ],
    [
      'an action without schemas',
      [file('skill.toml', 'name = "a"'), file('code/handler.js', 'x')],
      /is missing: an action says what goes in/,
    ],
    [
      'more files than a skill can bring',
      [file('SKILL.md', '---\nname: a\ndescription: b c\n---\nx'), ...many(51)],
      /51 files .* can bring 50/,
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

function many(count: number): FolderFile[] {
  return Array.from({ length: count }, (_, n) => file(`references/${n}.md`, 'x'))
}

test.each(['SKILL.md', 'skill.toml'])(
  'a %s in another encoding than UTF-8 is refused by that name',
  (path) => {
    const files = [file('SKILL.md', '---\nname: a\ndescription: b\n---\n'), file('skill.toml', 'name = "a"')]
    const latin = { path, bytes: Buffer.from('Grüße', 'latin1') }

    expect(reasons(readFolder([...files.filter((each) => each.path !== path), latin]))).toBe(
      `${path} is no UTF-8: save it as UTF-8 text.`,
    )
  },
)
