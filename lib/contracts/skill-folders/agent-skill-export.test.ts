// Tests that every export is valid by the rules of the reference validator.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAlias, isCollection, isScalar, parseDocument, visit } from 'yaml'
import { loadDemoMarket } from '../../../prisma/market/load-demo-market.ts'
import type { Json } from '../../kernel/json/json.ts'
import { readZip } from '../../kernel/zip/read-zip.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../../testing/factories.ts'
import type { SkillDocument, SkillSetDocument } from '../document/skillset-document.ts'
import { readFolder } from './read-folder.ts'
import { decodeText, README } from './skill-file.ts'
import { listSkillFiles } from './skill-files.ts'
import { toHyphenatedName } from './skill-markdown.ts'
import { writeZip } from './write-zip.ts'

// Source: agentskills/agentskills, skills-ref/src/skills_ref: validator.py and parser.py (commit 69ef37e).
const ALLOWED = ['name', 'description', 'license', 'allowed-tools', 'metadata', 'compatibility']
const RULES: [rule: string, isMet: (fields: { [key: string]: unknown }, directory: string) => boolean][] = [
  ['only allowed fields', (fields) => Object.keys(fields).every((key) => ALLOWED.includes(key))],
  ['a name like the directory', ({ name }, directory) => name === directory],
  [
    'a name in lower case, of letters, digits and single hyphens',
    ({ name }) => /^(?=.{1,64}$)[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$/u.test(String(name)),
  ],
  [
    'a description of 1 to 1,024 characters',
    ({ description: text }) => typeof text === 'string' && text.trim() !== '' && [...text].length <= 1024,
  ],
  [
    'a compatibility of at most 500 characters',
    ({ compatibility: text = '' }) => typeof text === 'string' && [...text].length <= 500,
  ],
  // The specification's table of fields requires a map from text to text.
  [
    'metadata of texts',
    ({ metadata = {} }) => Object.values(metadata as object).every((each) => typeof each === 'string'),
  ],
]

/** The characters that are not printable (YAML 1.2.2 §5.1). */
const UNPRINTABLE = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u

/** Throws like the reference parser: the second “---” ends the front matter, and StrictYAML has no flow style. */
function readStrictly(markdown: string): { [key: string]: unknown } {
  const [before, yaml = '', ...rest] = markdown.split('---')
  expect([before, rest.length > 0]).toEqual(['', true])
  const document = parseDocument(yaml, { schema: 'failsafe' })
  const refused: string[] = []
  visit(document, {
    Node(_, node) {
      if (isAlias(node) || node.tag?.startsWith('!') || ('anchor' in node && node.anchor))
        refused.push('anchor or tag')
      if (isCollection(node) && node.flow) refused.push('flow style')
      if (isScalar(node) && UNPRINTABLE.test(yaml.slice(...(node.range ?? [])))) refused.push('not printable')
    },
  })
  expect([...document.errors.map(({ message }) => message), ...refused]).toEqual([])
  return document.toJS() as { [key: string]: unknown }
}

function brokenRules(document: SkillSetDocument, skill: SkillDocument): string[] {
  const files = listSkillFiles({ name: `press.${document.slug}.${skill.slug}`, document, skill }).filter(
    (file) => 'bytes' in file,
  )
  const fields = readStrictly(decodeText(files.find(({ path }) => path === README)!.bytes)!)
  return RULES.filter(([, isMet]) => !isMet(fields, toHyphenatedName(skill.slug))).map(([rule]) => rule)
}

const demoSkills = loadDemoMarket().flatMap(({ skillSets }) =>
  skillSets.flatMap(({ versions }) =>
    versions.at(-1)!.skills.map((skill) => ({ slug: skill.slug, skill, document: versions.at(-1)! })),
  ),
)

describe('the exported skills of the demo market', () => {
  test.each(demoSkills)('$slug is a valid Agent Skill', ({ document, skill }) => {
    expect(brokenRules(document, skill)).toEqual([])
  })
})

test('the export is a valid Agent Skill, whatever the fields of the skill contain', () => {
  const text = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 60 })
    .map((given) => `A${given.toWellFormed()}`)
  const wanted = fc.record({
    slug: fc.stringMatching(/^[a-z0-9_]{1,20}$/),
    description: fc.oneof(
      text,
      fc.constant('a --- b'),
      fc.constant('a \ufffe b \ufeff c \x7f'),
      fc.constant('---'),
      fc.constant('{}'),
      fc.constant('&a !b *c'),
    ),
    license: text,
    compatibility: text,
    tags: fc.uniqueArray(fc.constantFrom('a', '---', '[x]', 'a b'), { minLength: 1 }),
    metadata: fc.dictionary(
      fc.stringMatching(/^[a-z]{1,9}$/),
      fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
      { noNullPrototype: true },
    ),
    kind: fc.constantFrom('action' as const, 'instruction' as const),
  })
  fc.assert(
    fc.property(wanted, (fields) => {
      const skill = makeSkillDocument({ body: 'Do it.', ...fields })
      expect(brokenRules(makeSkillSetDocument({ skills: [skill] }), skill)).toEqual([])
    }),
    { numRuns: process.env.GUILDHALL_LONG ? 2_000 : 100 },
  )
})

describe('an exported folder that is imported again', () => {
  const read = (frontmatter: string, manifest?: string) => {
    const files = [
      { path: 'tidy/SKILL.md', bytes: Buffer.from(`---\n${frontmatter}\n---\n\nDo it.\n`) },
      ...(manifest ? [{ path: 'tidy/skill.toml', bytes: Buffer.from(manifest) }] : []),
    ]
    const folder = readFolder(files)
    if (folder.issues) throw new Error(JSON.stringify(folder.issues))
    return folder.skill
  }
  const FIELDS = 'name: tidy\ndescription: Tidies up.'

  test.each([
    ['the metadata of an Agent Skill', `${FIELDS}\nmetadata:\n  tags: "home, clean"`, undefined],
    [
      'a list, as earlier exports had it',
      `${FIELDS}\ntags:\n  - home\n  - clean`,
      'name = "press.set.tidy"\nkind = "instruction"',
    ],
  ])('has the tags of %s', (_what, frontmatter, manifest) => {
    expect(read(frontmatter, manifest)).toMatchObject({ tags: ['home', 'clean'] })
    expect(read(frontmatter, manifest).metadata).toBeUndefined()
  })

  test('stores values that cannot be tags as metadata', () => {
    const skill = read(`${FIELDS}\nmetadata:\n  tags: "${'x'.repeat(41)}"`)

    expect([skill.tags, skill.metadata]).toEqual([undefined, { tags: 'x'.repeat(41) }])
  })

  test('has the executable bit of its programs, through an archive', () => {
    const resources = [
      { path: 'scripts/run.sh', kind: 'text/x-shellscript', text: '#!/bin/sh\n', executable: true },
      { path: 'notes.md', kind: 'text/markdown', text: 'Notes' },
    ]
    const skill = makeSkillDocument({ resources })
    const document = makeSkillSetDocument({ skills: [skill] })
    const zip = writeZip(
      'greet',
      listSkillFiles({ name: 'press.set.greet', document, skill }).filter((file) => 'bytes' in file),
    )
    const back = readFolder(readZip(zip).files!)

    expect(back.issues).toBeUndefined()
    expect('skill' in back && back.skill.resources).toEqual(resources)
  })
})
