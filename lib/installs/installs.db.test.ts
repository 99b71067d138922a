import { describe, expect, test } from 'vitest'
import { saveConfigValues } from '../config/save-config-values.ts'
import { database } from '../db/core/prisma-client.ts'
import type { SkillSetDocument } from '../skillset/document/skillset-document.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makeSkillSetDocument,
  makeUser,
  type TestVersion,
  visitor,
} from '../testing/factories.ts'
import { deleteStoredConfig, install, uninstall, upgrade } from './change-install.ts'
import { listInstalled } from './list-installed.ts'
import { previewInstallChange } from './plan-install-change.ts'

const NETWORK = { permissions: { network: ['api.example.com'] } }
const CONFIG: Partial<SkillSetDocument> = {
  configDefinitions: [{ key: 'api_key', label: 'API key', type: 'SECRET', required: true, order: 1 }],
}

function refOf({ skillSet }: TestVersion) {
  return { publisher: skillSet.publisher.handle, skillset: skillSet.slug }
}

async function setUp(overrides: Partial<SkillSetDocument> = {}) {
  const user = await makeUser()
  const version = await makePublishedVersion({ document: makeSkillSetDocument(overrides) })
  return { user, ctx: await contextFor(user), version, ref: refOf(version) }
}

function publishNext({ skillSet }: TestVersion, changes: Partial<SkillSetDocument>) {
  return makePublishedVersion({ skillSet, document: { ...skillSet.document, ...changes } })
}

describe('install', () => {
  test('pins the version, for the organisation acted for', async () => {
    const { ctx, ref, version } = await setUp()

    expect(await install(ctx, ref, { versionId: version.id, consent: false })).toMatchObject({
      number: '1.0.0',
    })

    expect((await listInstalled(ctx)).installed).toMatchObject([
      { slug: ref.skillset, number: '1.0.0', upgrade: null },
    ])
  })

  test('a second install is a conflict, even if simultaneous', async () => {
    const { ctx, ref, version } = await setUp()
    const once = () => install(ctx, ref, { versionId: version.id, consent: false })

    const endings = await Promise.allSettled([once(), once()])

    expect(endings.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(once()).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('asks for consent to the SkillSet’s permissions, and records it', async () => {
    const { ctx, ref, version } = await setUp(NETWORK)
    const refused = install(ctx, ref, { versionId: version.id, consent: false })
    await expect(refused).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })

    await install(ctx, ref, { versionId: version.id, consent: true })

    const events = await database().auditEvent.findMany({ where: { subjectId: version.skillSetId } })
    expect(events).toMatchObject([
      { action: 'install.add', data: { consents: ['Connects to api.example.com.'] } },
    ])
  })

  test('a version that was taken down cannot be installed', async () => {
    const { ctx, ref, version } = await setUp()
    await database().version.update({
      where: { id: version.id },
      data: { state: 'YANKED', yankReason: 'It leaks.' },
    })

    const refused = install(ctx, ref, { versionId: version.id, consent: true })

    await expect(refused).rejects.toMatchObject({
      code: 'POLICY_DENIED',
      message: expect.stringContaining('It leaks.'),
    })
  })

  test('a version of another SkillSet is refused', async () => {
    const { ctx, ref } = await setUp()
    const { version: other } = await setUp()

    await expect(install(ctx, ref, { versionId: other.id, consent: true })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('upgrade', () => {
  test('shows the changes and moves the pin', async () => {
    const { ctx, ref, version } = await setUp()
    await install(ctx, ref, { versionId: version.id, consent: false })
    const next = await publishNext(version, {
      version: '1.1.0',
      description: 'Greetings, said in other words.',
      ...CONFIG,
    })

    const plan = await previewInstallChange(ctx, ref, { versionId: next.id })
    await upgrade(ctx, ref, { fromVersionId: version.id, versionId: next.id, consent: false })

    expect(plan).toMatchObject({
      from: { number: '1.0.0' },
      to: { number: '1.1.0' },
      missingConfig: ['API key'],
    })
    expect(plan.changes.length).toBeGreaterThan(0)
    expect((await listInstalled(ctx)).installed).toMatchObject([{ number: '1.1.0', missingCount: 1 }])
  })

  test('asks again only for permissions that were not agreed to before', async () => {
    const { ctx, ref, version } = await setUp(NETWORK)
    await install(ctx, ref, { versionId: version.id, consent: true })
    const same = await publishNext(version, { version: '1.0.1' })
    const wider = await publishNext(version, {
      version: '1.1.0',
      permissions: { network: ['api.example.com', 'other.example.com'] },
    })

    expect((await previewInstallChange(ctx, ref, { versionId: same.id })).consents).toEqual([])
    expect((await previewInstallChange(ctx, ref, { versionId: wider.id })).consents).toMatchObject([
      { sentence: 'Connects to other.example.com.' },
    ])
    const step = { fromVersionId: version.id, versionId: wider.id }
    await expect(upgrade(ctx, ref, { ...step, consent: false })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    })
    await upgrade(ctx, ref, { ...step, consent: true })
  })

  test('an upgrade from a version that is no longer installed is a conflict', async () => {
    const { ctx, ref, version } = await setUp()
    await install(ctx, ref, { versionId: version.id, consent: false })
    const next = await publishNext(version, { version: '1.1.0' })
    await upgrade(ctx, ref, { fromVersionId: version.id, versionId: next.id, consent: false })

    const late = upgrade(ctx, ref, { fromVersionId: version.id, versionId: next.id, consent: false })

    await expect(late).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('the list offers the newest published release, and explains why a pinned one is gone', async () => {
    const { ctx, ref, version } = await setUp()
    await install(ctx, ref, { versionId: version.id, consent: false })
    await publishNext(version, { version: '1.2.0' })
    await publishNext(version, { version: '2.0.0-beta.1' })
    await database().version.update({
      where: { id: version.id },
      data: { state: 'YANKED', yankReason: 'Wrong sums.' },
    })

    const { installed } = await listInstalled(ctx)

    expect(installed).toMatchObject([
      { state: 'YANKED', notice: 'Wrong sums.', upgrade: { number: '1.2.0' } },
    ])
  })
})

describe('uninstall', () => {
  const secret = { api_key: { do: 'set', value: 'sk_live_0123456789' } }

  test.each([
    ['keep', 1],
    ['delete', 0],
  ] as const)('can %s config and secrets', async (config, count) => {
    const { ctx, ref, user, version } = await setUp(CONFIG)
    await install(ctx, ref, { versionId: version.id, consent: false })
    await saveConfigValues(ctx, ref, secret)

    await uninstall(ctx, ref, { config })

    expect(await database().configValue.count({ where: { organisationId: user.organisation.id } })).toBe(
      count,
    )
    expect(await listInstalled(ctx)).toMatchObject({ installed: [], storedConfigs: { length: count } })
  })

  test('stored configuration can be deleted later', async () => {
    const { ctx, ref } = await setUp(CONFIG)
    await saveConfigValues(ctx, ref, secret)
    expect((await listInstalled(ctx)).storedConfigs).toMatchObject([{ slug: ref.skillset, valueCount: 1 }])

    await deleteStoredConfig(ctx, ref)

    expect((await listInstalled(ctx)).storedConfigs).toEqual([])
  })

  test('a SkillSet that is not installed cannot be uninstalled', async () => {
    const { ctx, ref } = await setUp()

    await expect(uninstall(ctx, ref, { config: 'keep' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('refusals', () => {
  test('a plain member may look, and change nothing', async () => {
    const { ref, version } = await setUp()
    const [owner, member] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const ctx = await contextFor(member, { organisation })
    await install(await contextFor(owner, { organisation }), ref, { versionId: version.id, consent: false })
    const agreed = { versionId: version.id, fromVersionId: version.id, consent: true }

    expect(await listInstalled(ctx)).toMatchObject({ canChange: false, installed: { length: 1 } })
    for (const act of [
      install(ctx, ref, agreed),
      upgrade(ctx, ref, agreed),
      uninstall(ctx, ref, { config: 'delete' }),
      deleteStoredConfig(ctx, ref),
    ]) {
      await expect(act).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    }
  })

  test('a visitor has to sign in', async () => {
    const { ref, version } = await setUp()

    for (const act of [
      install(visitor(), ref, { versionId: version.id, consent: true }),
      uninstall(visitor(), ref, { config: 'keep' }),
      previewInstallChange(visitor(), ref),
      listInstalled(visitor()),
    ]) {
      await expect(act).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    }
  })

  test('another organisation’s private SkillSet cannot be installed by its id', async () => {
    const { version } = await setUp({ visibility: 'PRIVATE' })
    const ctx = await contextFor(await makeUser())

    const refused = install(ctx, refOf(version), { versionId: version.id, consent: true })

    await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a private version is installed for the publisher’s own organisation only', async () => {
    const { version, ref } = await setUp({ visibility: 'PRIVATE' })
    const { owner } = version.skillSet.publisher
    const other = await makeOrganisation({ owner })
    const agreed = { versionId: version.id, consent: true }

    await install(await contextFor(owner), ref, agreed)
    const elsewhere = install(await contextFor(owner, { organisation: other }), ref, agreed)

    await expect(elsewhere).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('another organisation’s installs are not listed', async () => {
    const { ctx, ref, version } = await setUp()
    await install(ctx, ref, { versionId: version.id, consent: false })

    expect(await listInstalled(await contextFor(await makeUser()))).toMatchObject({ installed: [] })
  })
})
