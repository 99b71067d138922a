import { zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { writeZip } from '../../contracts/skill-folders/write-zip.ts'
import type { Json } from '../../kernel/json/json.ts'
import { exportSkillFolder } from '../../protocols/skills-protocol/open-skill.ts'
import {
  contextFor,
  freshName,
  makeDraft,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  type TestPublisher,
  type TestUser,
  visitor,
} from '../../testing/factories.ts'
import { getDraft } from './get-draft.ts'
import { importFolder } from './import-folder.ts'
import { saveDraft } from './save-draft.ts'

let user: TestUser
let publisher: TestPublisher

beforeAll(async () => {
  user = await makeUser()
  publisher = await makePublisher({ owner: user })
})

const bytes = (text: string) => new TextEncoder().encode(text)
const agentSkill = (name: string) =>
  zipSync({
    [name]: { 'SKILL.md': bytes(`---\nname: ${name}\ndescription: Does ${name}.\n---\n\nDo it.\n`) },
  })
const freshSlug = () => freshName('do').replaceAll('_', '-')

async function documentOf(skillSetId: string): Promise<SkillSetDocument> {
  const { draft } = await getDraft(await contextFor(user), skillSetId)
  return draft?.document as unknown as SkillSetDocument
}

test('an Agent Skill becomes its own SkillSet, as a draft', async () => {
  const name = freshSlug()
  const slug = name.replaceAll('-', '_')

  const made = await importFolder(await contextFor(user), { content: agentSkill(name) })

  expect(made).toMatchObject({ name: `${publisher.handle}.${slug}.${slug}`, findings: [], isReplaced: false })
  expect(await documentOf(made.skillSetId)).toMatchObject({
    slug,
    version: '1.0.0',
    skills: [{ slug, name, kind: 'instruction', body: 'Do it.\n' }],
  })
})

test('a key that is for some SkillSets brings skills into those only', async () => {
  const { slug } = await makeDraft({ publisher })
  const allowed = `${publisher.handle}.${slug}`
  const keyGrant = { scopes: ['write'] as const, skillSets: [allowed], dailyCapMicros: null }
  const ctx = { ...(await contextFor(user)), keyId: 'key', keyGrant }
  const content = agentSkill(freshSlug())

  expect(await importFolder(ctx, { content, into: slug })).toMatchObject({ isReplaced: false })
  const other = await makeDraft({ publisher })
  for (const into of [other.slug, undefined])
    await expect(importFolder(ctx, { content, into })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test('an export becomes another skill of another SkillSet, with everything it needs', async () => {
  const permissions = { network: ['api.example.com'] }
  const source = makeSkillSetDocument({ permissions, skills: [makeSkillDocument({ slug: 'farewell' })] })
  const { skillName } = await makePublishedVersion({ publisher, document: source })
  const target = await makeDraft({
    publisher,
    document: makeSkillSetDocument({ permissions: { network: ['b.example.com'] } }),
  })
  const ctx = await contextFor(user)
  const { folder, files } = await exportSkillFolder(ctx, { name: skillName })

  const into = { handle: publisher.handle, into: target.slug, content: writeZip(folder, files) }
  const made = await importFolder(ctx, into)

  const document = await documentOf(made.skillSetId)
  expect(document.skills.map(({ slug }) => slug)).toEqual(['greet', 'farewell'])
  expect(document.permissions?.network).toEqual(['b.example.com', 'api.example.com'])
  expect(await importFolder(ctx, into)).toMatchObject({ isReplaced: true })
  expect((await documentOf(made.skillSetId)).skills).toHaveLength(2)
})

describe('a folder of many files', () => {
  const folderOf = (count: number, sizeBytes: number) => {
    const name = freshSlug()
    const files = Array.from(
      { length: count },
      (_, at) => [`scripts/part_${at}.py`, bytes(`import lxml\n${'# x\n'.repeat(sizeBytes / 4)}`)] as const,
    )
    const readme = bytes(`---\nname: ${name}\ndescription: Many files.\n---\n\nRun the scripts.\n`)
    return zipSync({ 'SKILL.md': readme, ...Object.fromEntries(files) })
  }

  test('is imported and can be saved again, and its author learns that its programs do not run here', async () => {
    const ctx = await contextFor(user)
    const made = await importFolder(ctx, { content: folderOf(80, 16_000) })
    const document = await documentOf(made.skillSetId)

    expect(document.skills[0]?.resources).toHaveLength(80)
    const message = expect.stringContaining('They use lxml.')
    expect(made.findings).toMatchObject([{ path: '/resources', keyword: 'programs', message }])
    const { draft } = await getDraft(ctx, made.skillSetId)
    const again = {
      skillSetId: made.skillSetId,
      document: document as unknown as Json,
      revision: draft!.revision,
    }
    await expect(saveDraft(ctx, again)).resolves.toBeDefined()
  })

  test('is refused when its files have more than 10 MB', async () => {
    await expect(
      importFolder(await contextFor(user), { content: folderOf(450, 24_000) }),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '', keyword: 'folder', message: expect.stringContaining('10.3 MB') }] },
    })
  })
})

describe('the programs of an Agent Skill', () => {
  const folderWithPrograms = (name: string) =>
    zipSync({
      'SKILL.md': bytes(`---\nname: ${name}\ndescription: Does ${name}.\nlicense: MIT\n---\n\nDo it.\n`),
      'requirements.txt': bytes('humanize==4.9\n'),
      'scripts/count.py': bytes('import humanize\nprint(humanize.intcomma(1))'),
      'scripts/run.sh': bytes('echo 1'),
    })

  test('stay files if they were not asked for, and the author learns that they could be called', async () => {
    const made = await importFolder(await contextFor(user), { content: folderWithPrograms(freshSlug()) })

    expect(made.programs).toEqual([])
    expect((await documentOf(made.skillSetId)).skills).toHaveLength(1)
    expect(made.findings).toMatchObject([
      { message: expect.stringContaining('1 program can also be called here: count.') },
      {
        message:
          'scripts/run.sh cannot be called as a skill: it is written in another language than Python and JavaScript.',
      },
    ])
  })

  test('become skills beside those of another SkillSet, with their packages and licence, and are replaced with them', async () => {
    const target = await makeDraft({
      publisher,
      document: makeSkillSetDocument({ dependencies: ['rich>=13'] }),
    })
    const content = folderWithPrograms(freshSlug())
    const into = { into: target.slug, content, callPrograms: true }

    const made = await importFolder(await contextFor(user), into)
    await importFolder(await contextFor(user), into)

    const { skills, dependencies } = await documentOf(made.skillSetId)
    expect(made.programs).toEqual(['count'])
    expect(skills.map(({ slug }) => slug)).toEqual(['greet', expect.any(String), 'count'])
    expect(skills[2]).toMatchObject({ runtime: 'python', license: 'MIT' })
    expect(skills[2]?.resources?.map(({ path }) => path)).toContain('scripts/count.py')
    expect(dependencies).toEqual(['rich>=13', 'humanize==4.9'])
  })

  test('never replace a skill that the publisher wrote: they get another slug, also when they are imported again', async () => {
    const own = makeSkillDocument({ slug: 'count', name: 'Our own count' })
    const target = await makeDraft({ publisher, document: makeSkillSetDocument({ skills: [own] }) })
    const name = freshSlug()
    const into = { into: target.slug, content: folderWithPrograms(name), callPrograms: true }

    const first = await importFolder(await contextFor(user), into)
    const again = await importFolder(await contextFor(user), into)

    const { skills } = await documentOf(target.id)
    const skill = name.replaceAll('-', '_')
    expect(skills.map(({ slug }) => slug)).toEqual(['count', skill, 'count_2'])
    expect(skills[0]).toMatchObject({ name: 'Our own count' })
    expect([first.programs, again.programs]).toEqual([['count_2'], ['count_2']])
    const program = `${skill}/scripts/count.py`
    const messages = ({ findings }: typeof first) => findings.map(({ message }) => message)
    expect(messages(first)).toContain(
      `The SkillSet already has a skill “count”, so the program ${program} became “count_2”.`,
    )
    expect(messages(again)).toContain(
      `The skill “count_2” of an earlier import was replaced by the program ${program}.`,
    )
  })

  test('leave out their packages where a SkillSet has those of the other language, which a note says', async () => {
    const document = makeSkillSetDocument({ dependencies: { papaparse: '^5.5.3' } })
    const target = await makeDraft({ publisher, document })

    const content = folderWithPrograms(freshSlug())
    const made = await importFolder(await contextFor(user), {
      into: target.slug,
      content,
      callPrograms: true,
    })

    expect((await documentOf(made.skillSetId)).dependencies).toEqual({ papaparse: '^5.5.3' })
    expect(made.findings.at(-1)?.message).toContain('packages of the other language')
  })
})

describe('refused', () => {
  test('to visitors, to people without a handle, and under the handle of others', async () => {
    const content = agentSkill(freshSlug())
    const nonPublisher = await contextFor(await makeUser())
    const other = await makePublisher()

    await expect(importFolder(visitor(), { content })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(importFolder(nonPublisher, { content })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    })
    await expect(
      importFolder(await contextFor(user), { content, handle: other.handle }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('into a SkillSet of others', async () => {
    const { slug } = await makeDraft()

    await expect(
      importFolder(await contextFor(user), { content: agentSkill(freshSlug()), into: slug }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('with all reasons together, and nothing is created', async () => {
    const content = zipSync({ 'SKILL.md': bytes('---\nname: " "\nmetadata: 7\n---\n') })

    await expect(importFolder(await contextFor(user), { content })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: {
        issues: [
          { message: 'name must not be empty' },
          { message: 'description is missing' },
          { message: 'metadata must be a list of fields' },
        ],
      },
    })
  })

  test('for a slug that is taken', async () => {
    const content = agentSkill(freshSlug())
    await importFolder(await contextFor(user), { content })

    await expect(importFolder(await contextFor(user), { content })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })
})

test('others cannot export closed source as a folder', async () => {
  const { skillName } = await makePublishedVersion({
    publisher,
    document: makeSkillSetDocument({ source: 'closed' }),
  })

  await expect(exportSkillFolder(visitor(), { name: skillName })).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  expect((await exportSkillFolder(await contextFor(user), { name: skillName })).folder).toBe('greet')
})
