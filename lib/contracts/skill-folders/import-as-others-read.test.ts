import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { FolderFile } from '../../kernel/zip/read-zip.ts'
import { expectImported, folderFile, issueTextOf } from '../../testing/setup/storage/skill-folder.ts'
import { readFolder, readSkillUpload } from './read-folder.ts'

const README = '---\nname: notes\ndescription: Summarises meeting notes.\n---\n\nDo it.\n'
const withFrontmatter = (frontmatter: string, directory?: string) =>
  readFolder([folderFile('SKILL.md', `---\n${frontmatter}\n---\n\nDo it.\n`)], directory)
const pathsOf = (files: FolderFile[]) =>
  (expectImported(readFolder(files)).skill.resources ?? []).map(({ path }) => path)

describe('a description that is not valid YAML unless quoted is read as text', () => {
  test.each([
    'Story helper. Trigger words: character, scene, plot.',
    'Nag mode. Triggers on: \'/pua:mama\', "quoted" words',
    '[beta] Formats tables, use when someone needs a table',
    '*bold* claims are checked. Use it on claims',
    '`git` helper for commits. Use it for commits',
    '@mentions are resolved: use it in chats',
    '%d formats: prints numbers',
    '{draft} writes a draft: of anything',
    '"Quoted" words come first: then others',
    "It's a helper: don't worry",
    'Key: value: more',
    '& and | are explained',
    '! is not a tag: it is a sign',
    '- a dash: begins it',
    '? a question: begins it',
  ])('%s', (description) => {
    const read = expectImported(withFrontmatter(`name: notes\ndescription: ${description}\nlicense: MIT`))

    expect(read.skill).toMatchObject({ name: 'notes', description, license: 'MIT' })
    expect(read.findings.filter(({ keyword }) => keyword === 'yaml')).toMatchObject([
      { message: expect.stringContaining('put the description in quotes') },
    ])
  })

  test('over several lines, and inside the metadata', () => {
    const { skill } = expectImported(
      withFrontmatter(
        'name: notes\ndescription: Use when: a\n  plan is: needed\nmetadata:\n  note: one: two\n',
      ),
    )

    expect(skill).toMatchObject({
      description: 'Use when: a plan is: needed',
      metadata: { note: 'one: two' },
    })
  })

  test('without touching the block that follows', () => {
    const { skill } = expectImported(
      withFrontmatter('name: notes\ncompatibility: Needs: Git\ndescription: |\n  First: line.\n  - second\n'),
    )

    expect(skill).toMatchObject({
      compatibility: 'Needs: Git',
      description: 'First: line.\n- second\n'.trim(),
    })
  })
})

test('front matter that is broken beyond its texts is refused with its line', () => {
  expect(issueTextOf(withFrontmatter('name: notes\ndescription: a b\nmetadata:\n\tauthor: x'))).toMatch(
    /not valid YAML \(line \d\)/,
  )
})

test('fields of other formats become metadata, each with a finding', () => {
  const { skill, findings } = expectImported(
    withFrontmatter(
      'name: notes\ndescription: a b\nargument-hint: "[file]"\nmodel: opus\neffort: high\nuser-invocable: true\nversion: 1.2.0\nhooks: {a: [1]}',
    ),
  )

  expect(skill.metadata).toEqual({
    'argument-hint': '[file]',
    model: 'opus',
    effort: 'high',
    'user-invocable': true,
    version: '1.2.0',
    hooks: { a: [1] },
  })
  expect(findings.map(({ message }) => message)).toEqual(
    Object.keys(skill.metadata ?? {}).map(
      (key) => `${key} is not a field of an Agent Skill, so it is stored in the metadata`,
    ),
  )
})

test('tags of the front matter become tags of the skill', () => {
  expect(expectImported(withFrontmatter('name: a\ndescription: b c\ntags: [x, y]')).skill).toMatchObject({
    tags: ['x', 'y'],
  })
})

test.each(['notes-main', 'other', 'v1.0.0'])(
  'a folder that is called %s, unlike its skill, is imported with a finding',
  (directory) => {
    const { skill, findings } = expectImported(withFrontmatter('name: notes\ndescription: a b', directory))

    expect(skill.slug).toBe('notes')
    expect(findings).toMatchObject([{ message: expect.stringContaining(`its folder, “${directory}”`) }])
  },
)

test('a name with capitals and spaces is kept, with a slug and a finding', () => {
  const { skill, findings } = expectImported(withFrontmatter('name: Chat with PDF\ndescription: a b'))

  expect(skill).toMatchObject({ name: 'Chat with PDF', slug: 'chat_with_pdf' })
  expect(findings.map(({ message }) => message)).toContain('name must be in lowercase, for other tools')
})

test('a skill without a name gets that of its folder', () => {
  expect(expectImported(withFrontmatter('description: a b', 'notes')).skill.name).toBe('notes')
  expect(issueTextOf(withFrontmatter('description: a b'))).toBe('name is missing')
})

test('a value that begins with a star, as globs do, is read as text', () => {
  const { findings } = expectImported(withFrontmatter('name: notes\ndescription: a b\nglobs: *.ts'))

  expect(findings[0]?.message).toContain('(line 4): “*” begins a reference, and there is no “.ts”')
})

const LITTER = [
  '.git/config',
  '.git',
  'node_modules/a/index.js',
  'node_modules/.bin/tool',
  'sub/node_modules/a.js',
  '.venv/bin/python',
  'env/lib/a.py',
  '__pycache__/a.pyc',
  'a.pyc',
  '__MACOSX/._SKILL.md',
  '.DS_Store',
  'Thumbs.db',
  '.pytest_cache/v',
  '.svn/entries',
  '.bzr/branch',
  '.hypothesis/a',
  '.next/server/a.js',
  '.svelte-kit/a.js',
  '.wrangler/state/a',
  '.idea/workspace.xml',
  '.specstory/history/a.md',
  '.Trash-1000/a',
  'a.md.orig',
  '#SKILL.md#',
  '~$notes.docx',
  '.eslintcache',
  'npm-debug.log',
]

test('litter of tools and systems is no part of the skill', () => {
  const files = [
    folderFile('SKILL.md', README),
    folderFile('env/pyvenv.cfg', 'home = /usr'),
    folderFile('.gitignore', 'x'),
    ...LITTER.map((path) => folderFile(path, 'x')),
  ]

  expect(pathsOf(files)).toEqual(['.gitignore'])
})

describe('a zip archive', () => {
  const text = (content: string) => new TextEncoder().encode(content)
  const link = (target: string): [Uint8Array, { os: number; attrs: number }] => [
    text(target),
    { os: 3, attrs: 0o120777 << 16 },
  ]

  test('may have litter beyond every limit, and links in it', () => {
    const many = Object.fromEntries(
      Array.from({ length: 1_100 }, (_, n) => [`notes/.git/objects/${n}`, text('x')]),
    )
    const zip = zipSync({
      'notes/SKILL.md': text(README),
      'notes/node_modules/.bin/tool': link('../tool/cli.js'),
      'notes/.venv/bin/python': link('/usr/bin/python3'),
      'notes/node_modules/big.bin': new Uint8Array(20 * 1024 * 1024),
      ...many,
    })

    expect(expectImported(readSkillUpload(zip, undefined) as never).skill.slug).toBe('notes')
  })

  test('may not have a link beside the litter, or too many files', () => {
    const linked = zipSync({ 'SKILL.md': text(README), 'a.md': link('/etc/passwd') })
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`${n}.md`, text('x')]))

    expect(issueTextOf(readSkillUpload(linked, undefined) as never)).toMatch(/a\.md is a link/)
    expect(
      issueTextOf(readSkillUpload(zipSync({ 'SKILL.md': text(README), ...many }), undefined) as never),
    ).toMatch(/601 files/)
  })

  test('of Windows PowerShell 5.1, which writes backslashes, is read', () => {
    const zip = zipSync({ 'notes\\SKILL.md': text(README), 'notes\\references\\a.md': text('a') })

    const { skill } = expectImported(readSkillUpload(zip, undefined) as never)

    expect(skill.resources?.map(({ path }) => path)).toEqual(['references/a.md'])
  })

  test.each(['..\\SKILL.md', 'a\\..\\..\\x', 'C:\\x', '\\x'])(
    'with backslashes cannot lead outside by %j',
    (path) => {
      const zip = zipSync({ 'SKILL.md': text(README), [path]: text('x') })

      expect(issueTextOf(readSkillUpload(zip, undefined) as never)).toContain('must not')
    },
  )

  test('of Unix, where a backslash is part of a name, is refused', () => {
    const zip = zipSync({ 'SKILL.md': text(README), 'a\\b': [text('x'), { os: 3 }] })

    expect(issueTextOf(readSkillUpload(zip, undefined) as never)).toContain('must not contain backslashes')
  })

  test('of a repository on GitHub is read', () => {
    const zip = zipSync({ 'notes-main/SKILL.md': text(README), 'notes-main/LICENSE': text('MIT') })

    expect(expectImported(readSkillUpload(zip, undefined) as never).skill.slug).toBe('notes')
  })
})

const PEM = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n'

describe('a file that usually holds secrets is left out and named', () => {
  test.each([
    '.env',
    '.env.local',
    'config/.env.production',
    'prod.env',
    'id_rsa',
    '.ssh/id_ed25519',
    '.aws/credentials',
    '.netrc',
    '.pypirc',
    '.git-credentials',
    '.dev.vars',
    'local.settings.json',
    'token.json',
    'kubeconfig',
    '.config/gh/hosts.yml',
    'rclone.conf',
    '.databrickscfg',
    'id_ed25519_work',
    'deploy_rsa',
    'AuthKey_X.p8',
    '.bash_history',
    'passwords.txt',
    '.docker/config.json',
    '.kube/config',
    'credentials.json',
    'service-account.json',
    'secrets.yaml',
    'server.pem',
    'server.key',
    'store.p12',
    'terraform.tfstate',
  ])('%s', (path) => {
    const { skill, findings } = expectImported(
      readFolder([folderFile('SKILL.md', README), folderFile(path, `KEY=1\n${PEM}`)]),
    )

    expect(skill.resources).toBeUndefined()
    expect(findings).toMatchObject([
      { keyword: 'secret-file', message: expect.stringContaining(`${path} was left out`) },
    ])
  })

  test('.npmrc with a token', () => {
    const files = [
      folderFile('SKILL.md', README),
      folderFile('.npmrc', '//registry.npmjs.org/:_authToken=abc'),
    ]

    expect(expectImported(readFolder(files)).findings).toMatchObject([{ keyword: 'secret-file' }])
  })

  test('but not an example, a certificate, a public key or an .npmrc without a token', () => {
    const files: [string, string][] = [
      ['.env.example', 'KEY='],
      ['.env.sample', 'KEY='],
      ['ca.pem', '-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----\n'],
      ['.ssh/id_rsa.pub', 'ssh-ed25519 AAAA'],
      ['.npmrc', 'save-exact=true'],
      ['environment.md', 'x'],
      ['keys.md', 'x'],
      ['terraform.tfvars', 'region = "eu"'],
      ['token_usage.json', '{}'],
    ]
    const read = [
      folderFile('SKILL.md', README),
      ...files.map(([path, content]) => folderFile(path, content)),
    ]

    expect(pathsOf(read)).toEqual(files.map(([path]) => path))
  })
})

test('one program is called one program', () => {
  const files = [folderFile('SKILL.md', README), folderFile('scripts/a.py', 'print(1)')]

  expect(expectImported(readFolder(files)).findings).toMatchObject([
    { message: expect.stringContaining('includes 1 program, such as scripts/a.py') },
  ])
})

test('schemas and code that begin with a byte order mark are read, also with comments', () => {
  const schema = '\ufeff{\n  // The input.\n  "type": "object",\n  "properties": {},\n}'
  const { skill } = expectImported(
    readFolder([
      folderFile('skill.toml', '\ufeffname = "notes"\ndescription = "A b."\n[runtime]\nlanguage = "python"'),
      folderFile('SKILL.md', `\ufeff${README}`),
      folderFile('code/main.py', '\ufeffdef main(args):\n    return {}\n'),
      folderFile('input.schema.json', schema),
      folderFile('output.schema.json', schema),
    ]),
  )

  expect(skill.definition).toBe('def main(args):\n    return {}\n')
  expect(skill.parameters).toEqual({ type: 'object', properties: {} })
})
