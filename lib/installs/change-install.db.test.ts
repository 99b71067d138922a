import { describe, expect, test } from 'vitest'
import { type BehaviourLine, EMPTY_PROFILE } from '../behaviour/model/behaviour-profile.ts'
import { storeExamplesProfile } from '../behaviour/rows/behaviour-rows.ts'
import { saveConfigValues } from '../config/save-config-values.ts'
import type { SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { makePublishedVersion, makeUser, type TestVersion } from '../testing/factories.ts'
import { makeSubmission } from '../testing/make-submission.ts'
import { setUpInstall } from '../testing/setup/catalog/installed-version.ts'
import { deleteStoredConfig, install, uninstall, upgrade } from './change-install.ts'
import { listInstalled } from './list-installed.ts'
import { previewInstallChange } from './plan-install-change.ts'

const NETWORK = { permissions: { network: ['api.example.com'] } }

const CONFIG: Partial<SkillSetDocument> = {
  configDefinitions: [{ key: 'api_key', label: 'API key', type: 'SECRET', required: true, order: 1 }],
}

function publishNext({ skillSet }: TestVersion, changes: Partial<SkillSetDocument>) {
  return makePublishedVersion({ skillSet, document: { ...skillSet.document, ...changes } })
}

test('an upgrade shows the changes and moves the pin', async () => {
  const { ctx, ref, version } = await setUpInstall()
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

test('an upgrade names what its version was seen to do and the running one was not', async () => {
  const { ctx, ref, version } = await setUpInstall()
  await install(ctx, ref, { versionId: version.id, consent: false })
  const next = await publishNext(version, { version: '1.0.1' })
  const preview = () => previewInstallChange(ctx, ref, { versionId: next.id })
  const line = (object: string): BehaviourLine => ({
    ...{ skill: 'greet', kind: 'request', object, runs: 1, calls: 1 },
    ...{ sentBytes: 0, maxSentBytes: 0, receivedBytes: 0, statuses: {} },
  })
  const store = (versionId: string, ...objects: string[]) =>
    database().$transaction((tx) =>
      storeExamplesProfile(tx, versionId, { ...EMPTY_PROFILE, runs: 1, lines: objects.map(line) }),
    )
  await store(next.id, 'GET api.example/rates', 'POST api.example/collect')
  expect((await preview()).newBehaviour).toEqual([])

  await store(version.id, 'GET api.example/rates')

  expect((await preview()).newBehaviour).toEqual(['greet: Sends POST requests to api.example/collect.'])
})

test('an upgrade asks again only for permissions that were not agreed to before', async () => {
  const { ctx, ref, version } = await setUpInstall(NETWORK)
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
  const { ctx, ref, version } = await setUpInstall()
  await install(ctx, ref, { versionId: version.id, consent: false })
  const next = await publishNext(version, { version: '1.1.0' })
  await upgrade(ctx, ref, { fromVersionId: version.id, versionId: next.id, consent: false })

  const late = upgrade(ctx, ref, { fromVersionId: version.id, versionId: next.id, consent: false })

  await expect(late).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('the list of installs offers the newest published release, and explains why a pinned one is gone', async () => {
  const { ctx, ref, version } = await setUpInstall()
  await install(ctx, ref, { versionId: version.id, consent: false })
  await publishNext(version, { version: '1.2.0' })
  await publishNext(version, { version: '2.0.0-beta.1' })
  await database().version.update({
    where: { id: version.id },
    data: { state: 'YANKED', yankReason: 'Wrong sums.' },
  })

  const { installed } = await listInstalled(ctx)

  expect(installed).toMatchObject([{ state: 'YANKED', notice: 'Wrong sums.', upgrade: { number: '1.2.0' } }])
})

describe('uninstall', () => {
  const secret = { api_key: { kind: 'set', value: 'sk_live_0123456789' } }

  test.each([
    ['keep', 1],
    ['delete', 0],
  ] as const)('uninstalling can %s config and secrets', async (config, count) => {
    const { ctx, ref, user, version } = await setUpInstall(CONFIG)
    await install(ctx, ref, { versionId: version.id, consent: false })
    await saveConfigValues(ctx, ref, secret)

    await uninstall(ctx, ref, { config })

    expect(await database().configValue.count({ where: { organisationId: user.organisation.id } })).toBe(
      count,
    )
    expect(await listInstalled(ctx)).toMatchObject({ installed: [], storedConfigs: { length: count } })
  })

  test('the stored config of an uninstalled SkillSet can be deleted later', async () => {
    const { ctx, ref } = await setUpInstall(CONFIG)
    await saveConfigValues(ctx, ref, secret)
    expect((await listInstalled(ctx)).storedConfigs).toMatchObject([{ slug: ref.skillset, valueCount: 1 }])

    await deleteStoredConfig(ctx, ref)

    expect((await listInstalled(ctx)).storedConfigs).toEqual([])
  })

  test('a SkillSet that is not installed cannot be uninstalled', async () => {
    const { ctx, ref } = await setUpInstall()

    await expect(uninstall(ctx, ref, { config: 'keep' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('an upgrade links to the replay of the version on runs of this organisation, and to no other one', async () => {
  const { ctx, ref, version } = await setUpInstall()
  await install(ctx, ref, { versionId: version.id, consent: false })
  const next = await publishNext(version, { version: '1.1.0' })
  const { id: submissionId } = await makeSubmission({ version: next, decision: 'APPROVED' })
  await database().version.update({
    where: { id: next.id },
    data: { state: 'PUBLISHED', publishedAt: new Date() },
  })
  await database().replay.create({
    data: { submissionId, skillSetId: version.skillSetId, baseVersionId: version.id },
  })
  const other = await makeUser()
  const tried = (organisationId: string, number: number) =>
    database().replayCase.create({
      data: { submissionId, number, source: 'others', skillSlug: 'greet', organisationId },
    })
  const plan = () => previewInstallChange(ctx, ref, { versionId: next.id })

  await tried(other.organisation.id, 1)
  expect(await plan()).toMatchObject({ ownReplayId: null })
  await tried(ctx.viewer!.organisationId, 2)
  expect(await plan()).toMatchObject({ ownReplayId: submissionId })
})
