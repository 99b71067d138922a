// Tests what each kind of viewer sees of a SkillSet, a skill and a publisher.
import { describe, expect, test } from 'vitest'
import type { Context } from '../context/context.ts'
import type { SkillSetDocument } from '../contracts/document/skillset-document.ts'
import type { VersionState } from '../contracts/versions/version-states.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { quarantine } from '../publishing/recalls/quarantine.ts'
import {
  contextFor,
  makeAdmin,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  type TestSkillSet,
  type TestVersion,
  visitor,
} from '../testing/factories.ts'
import { getPublisherPage } from './get-publisher-page.ts'
import { getSkillPage } from './get-skill-page.ts'
import { getSkillSetPage } from './get-skill-set-page.ts'

function refOf({ skillSet }: Pick<TestVersion, 'skillSet'>) {
  return { publisher: skillSet.publisher.handle, skillset: skillSet.slug, skill: 'greet' }
}

function publishNext(skillSet: TestSkillSet, changes: Partial<SkillSetDocument>, state?: VersionState) {
  return makePublishedVersion({ skillSet, document: { ...skillSet.document, ...changes }, state })
}

async function install(ctx: Context, version: TestVersion): Promise<void> {
  const { userId, organisationId } = ctx.viewer!
  const { id: versionId, skillSetId } = version
  await database().install.create({ data: { organisationId, skillSetId, versionId, installedById: userId } })
}

const numbersOf = (versions: { number: string }[]) => versions.map(({ number }) => number)

describe('visibility', () => {
  test('a visitor sees a public SkillSet, its skill and its publisher', async () => {
    const version = await makePublishedVersion()
    const ref = refOf(version)

    const skillSet = await getSkillSetPage(visitor(), ref)
    const skill = await getSkillPage(visitor(), ref)
    const publisher = await getPublisherPage(visitor(), ref.publisher)

    expect(skillSet).toMatchObject({
      canInstall: false,
      installed: null,
      organisationName: null,
      isOwner: false,
    })
    expect(skillSet.skills).toMatchObject([{ slug: 'greet', runtime: 'javascript', riskLevel: 'read-only' }])
    expect(skill).toMatchObject({ name: version.skillName, version: { number: '1.0.0' }, isOwner: false })
    expect(publisher.skillSets).toMatchObject([{ slug: ref.skillset, versionNumber: '1.0.0', skillCount: 1 }])
  })

  test('a private SkillSet does not exist for anyone but members of the publishing organisation', async () => {
    const [owner, member, stranger] = [await makeUser(), await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const publisher = await makePublisher({ owner, organisation })
    const document = makeSkillSetDocument({ visibility: 'PRIVATE' })
    const ref = refOf(await makePublishedVersion({ publisher, document }))
    // The member acts for their personal organisation here, which makes no difference.
    const asMember = await contextFor(member)

    expect(await getSkillSetPage(asMember, ref)).toMatchObject({ isOwner: true })
    expect((await getPublisherPage(asMember, ref.publisher)).skillSets).toHaveLength(1)
    for (const ctx of [visitor(), await contextFor(stranger)]) {
      await expect(getSkillSetPage(ctx, ref)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(getSkillPage(ctx, ref)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect((await getPublisherPage(ctx, ref.publisher)).skillSets).toEqual([])
    }
  })

  test('the page of a publisher lists a SkillSet in quarantine for the publisher only', async () => {
    const version = await makePublishedVersion()
    const { skillSetId, skillSet } = version
    const { handle, owner } = skillSet.publisher
    const reason = 'It is being examined.'
    await quarantine(await contextFor(await makeAdmin()), { skillSetId, versionIds: [version.id], reason })

    expect((await getPublisherPage(visitor(), handle)).skillSets).toEqual([])
    expect((await getPublisherPage(await contextFor(owner), handle)).skillSets).toHaveLength(1)
  })

  test('a version that was private stays private when the SkillSet goes public later', async () => {
    const first = await makePublishedVersion({ document: makeSkillSetDocument({ visibility: 'PRIVATE' }) })
    await publishNext(first.skillSet, { version: '1.1.0', visibility: 'PUBLIC' })

    const page = await getSkillSetPage(visitor(), refOf(first))
    const own = await getSkillSetPage(await contextFor(first.skillSet.publisher.owner), refOf(first))

    expect(numbersOf(page.versions)).toEqual(['1.1.0'])
    expect(numbersOf(own.versions)).toEqual(['1.1.0', '1.0.0'])
    const asked = getSkillSetPage(visitor(), { ...refOf(first), version: '1.0.0' })
    await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each(['DRAFT', 'IN_REVIEW', 'CHANGES_REQUESTED', 'REJECTED'] as const)(
    'a version that is %s is not on the public page, for its owner either',
    async (state) => {
      const version = await makePublishedVersion({ state })
      const ctx = await contextFor(version.skillSet.publisher.owner)

      await expect(getSkillSetPage(ctx, refOf(version))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    },
  )

  test('the code of a closed skill is shown to members of its publisher only', async () => {
    const version = await makePublishedVersion({ document: makeSkillSetDocument({ source: 'closed' }) })

    const own = await getSkillPage(await contextFor(version.skillSet.publisher.owner), refOf(version))
    const other = await getSkillPage(visitor(), refOf(version))

    expect(own.skill.definition).toContain('handler')
    expect(JSON.stringify(other)).not.toContain('async function')
  })

  test.each([
    { publisher: 'nobody', skillset: 'nothing', skill: 'none' },
    { publisher: '../etc', skillset: 'x', skill: 'y' },
    { publisher: 'a\0', skillset: '\uD800', skill: "'" },
  ])('an unknown page of the catalogue is NOT_FOUND: $publisher', async (ref) => {
    await expect(getSkillSetPage(visitor(), ref)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(getSkillPage(visitor(), ref)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(getPublisherPage(visitor(), ref.publisher)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a skill that the version does not contain is NOT_FOUND', async () => {
    const ref = refOf(await makePublishedVersion())

    await expect(getSkillPage(visitor(), { ...ref, skill: 'wave' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('which version', () => {
  test('a page shows the latest version, unless another is requested', async () => {
    const first = await makePublishedVersion()
    await publishNext(first.skillSet, { version: '1.1.0' })

    expect((await getSkillPage(visitor(), refOf(first))).version.number).toBe('1.1.0')
    expect((await getSkillPage(visitor(), { ...refOf(first), version: '1.0.0' })).version.number).toBe(
      '1.0.0',
    )
  })

  test('a page shows the version that the organisation has installed, with the available upgrade', async () => {
    const first = await makePublishedVersion()
    const latest = await publishNext(first.skillSet, { version: '1.1.0' })
    const ctx = await contextFor(await makeUser())
    await install(ctx, first)

    const skill = await getSkillPage(ctx, refOf(first))
    const skillSet = await getSkillSetPage(ctx, refOf(first))

    expect(skill).toMatchObject({
      version: { number: '1.0.0' },
      installed: { number: '1.0.0' },
      upgrade: { number: '1.1.0' },
    })
    expect(skillSet).toMatchObject({ upgrade: { versionId: latest.id, number: '1.1.0' }, canInstall: true })
  })

  test('the page of a yanked version shows the reason when it is requested', async () => {
    const first = await makePublishedVersion()
    const second = await publishNext(first.skillSet, { version: '1.0.1' }, 'YANKED')
    const yanked = { yankReason: 'It counted wrong.', yankedAt: new Date() }
    await database().version.update({ where: { id: second.id }, data: yanked })

    const page = await getSkillPage(visitor(), { ...refOf(first), version: '1.0.1' })

    expect(page.version).toMatchObject({ state: 'YANKED', yankReason: 'It counted wrong.' })
    expect((await getSkillPage(visitor(), refOf(first))).version.number).toBe('1.0.0')
  })

  test('the page of a skill offers only versions that contain it', async () => {
    const first = await makePublishedVersion()
    const skills = [makeSkillDocument(), makeSkillDocument({ slug: 'wave', name: 'Wave' })]
    await publishNext(first.skillSet, { version: '1.1.0', skills })

    const wave = await getSkillPage(visitor(), { ...refOf(first), skill: 'wave' })

    expect(numbersOf(wave.versions)).toEqual(['1.1.0'])
  })

  test('a skill dropped by the latest version is shown as of the last version that contained it', async () => {
    const first = await makePublishedVersion()
    await publishNext(first.skillSet, { version: '2.0.0', skills: [makeSkillDocument({ slug: 'wave' })] })

    expect((await getSkillPage(visitor(), refOf(first))).version.number).toBe('1.0.0')
  })

  test('each version on a page has its changes, and the first has none', async () => {
    const first = await makePublishedVersion()
    await publishNext(first.skillSet, {
      version: '1.0.1',
      description: 'Greetings, said in other words entirely.',
    })

    const { versions } = await getSkillSetPage(visitor(), refOf(first))

    expect(versions[0]?.changes.length).toBeGreaterThan(0)
    expect(versions[1]?.changes).toEqual([])
  })
})

describe('config', () => {
  const configDefinitions = [
    { key: 'api_key', label: 'API key', type: 'SECRET' as const, required: true, order: 1 },
    { key: 'region', label: 'Region', type: 'STRING' as const, required: true, order: 2, defaultValue: 'eu' },
  ]

  test('a skill page names missing config values and where to enter them', async () => {
    const ref = refOf(await makePublishedVersion({ document: makeSkillSetDocument({ configDefinitions }) }))

    const { config } = await getSkillPage(await contextFor(await makeUser()), ref)

    const href = `/settings/config/${ref.publisher}/${ref.skillset}`
    expect(config).toEqual({ missing: ['api_key'], href, canEdit: true })
  })

  test('a skill page without config has no config form', async () => {
    const { config } = await getSkillPage(visitor(), refOf(await makePublishedVersion()))

    expect(config).toEqual({ missing: [], href: null, canEdit: false })
  })
})

test('a logo on a third-party host is not shown', async () => {
  const own = `/images/${'a'.repeat(64)}`
  const document = makeSkillSetDocument({
    logoImageUrl: own,
    bannerImageUrl: 'https://tracker.example/b.png',
  })
  const page = await getSkillSetPage(visitor(), refOf(await makePublishedVersion({ document })))

  expect(page.skillSet.logo).toBe(own)
  expect(page.banner).toBeNull()
})

test('a contract written as a field map is shown as the schema it means', async () => {
  const parameters = { name: { type: 'string', required: true, minLength: 2 } }
  const document = makeSkillSetDocument({ skills: [makeSkillDocument({ parameters })] })

  const { skill } = await getSkillPage(visitor(), refOf(await makePublishedVersion({ document })))

  expect(skill.parameters).toMatchObject({ type: 'object', required: ['name'] })
})
