import { describe, expect, test } from 'vitest'
import type { FolderFile } from '../../kernel/zip/read-zip.ts'
import { expectImported, folderFile, issueTextOf } from '../../testing/setup/storage/skill-folder.ts'
import type { SkillResource } from '../document/skillset-document.ts'
import { readFolder } from './read-folder.ts'

describe('an Agent Skill', () => {
  const skill = (frontmatter: string, body = 'Do it.') => [
    folderFile('SKILL.md', `---\n${frontmatter}\n---\n\n${body}\n`),
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
    ['a folder without SKILL.md', [folderFile('readme.md', 'x')], /no SKILL\.md/],
    ['two skills', [folderFile('a/SKILL.md', ''), folderFile('b/SKILL.md', '')], /several skills \(a, b\)/],
    [
      'YAML that refers to itself endlessly',
      [folderFile('SKILL.md', `---\n${bomb()}\n---\n`)],
      /too often|not valid YAML/,
    ],
    ['a manifest that is not TOML', [folderFile('skill.toml', 'name = ')], /not valid TOML \(line 1\)/],
    ['a manifest with an unknown key', [folderFile('skill.toml', 'name = "a"\ncolour = "red"')], /colour/],
    [
      'an action without code',
      [folderFile('skill.toml', 'name = "a"'), folderFile('SKILL.md', '---\nname: a\n---\n')],
      /no code\/ folder/,
    ],
    [
      'an action without schemas',
      [folderFile('skill.toml', 'name = "a"'), folderFile('code/handler.js', 'x')],
      /is missing: an action skill needs/,
    ],
    [
      'more files than a skill can bring',
      [folderFile('SKILL.md', '---\nname: a\ndescription: b c\n---\nx'), ...many(501)],
      /501 files .* at most 500/,
    ],
    [
      'files of more than 10 MB',
      [
        folderFile('SKILL.md', '---\nname: a\ndescription: b c\n---\nx'),
        ...['a', 'b'].map((path) => ({ path, bytes: new Uint8Array(5.1 * 1024 * 1024) })),
      ],
      /have 10\.2 MB; a skill can have 10 MB/,
    ],
  ])('%s', (_, files, message) => {
    expect(issueTextOf(readFolder(files))).toMatch(message)
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
  return Array.from({ length: count }, (_, n) => folderFile(`references/${n}.md`, text))
}

describe('of many or large files', () => {
  const readme = folderFile('SKILL.md', '---\nname: a\ndescription: b c\n---\nx')
  const inlineBytes = (resources: SkillResource[] = []) =>
    resources.reduce((sum, { text = '' }) => sum + text.length, 0)

  test('the largest are stored by hash until the rest fits into a document, which is valid', () => {
    const large = { ...folderFile('large.txt', 'y'.repeat(65 * 1024)), isExecutable: true }
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
    const files = Array.from({ length: 20 }, (_, n) => folderFile(`${n}.md`, `${n}`.padEnd(40_000)))
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
    const files = [
      folderFile('SKILL.md', '---\nname: a\ndescription: b\n---\n'),
      folderFile('skill.toml', 'name = "a"'),
    ]
    const latin = { path, bytes: Buffer.from('Grüße', 'latin1') }

    expect(issueTextOf(readFolder([...files.filter((each) => each.path !== path), latin]))).toBe(
      `${path} is not UTF-8. Save it as UTF-8 text.`,
    )
  },
)
