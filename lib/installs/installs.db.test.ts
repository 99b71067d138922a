import { expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { contextFor, makeOrganisation, makeUser, visitor } from '../testing/factories.ts'
import { refOf, setUpInstall } from '../testing/setup/catalog/installed-version.ts'
import { deleteStoredConfig, install, uninstall, upgrade } from './change-install.ts'
import { listInstalled } from './list-installed.ts'
import { previewInstallChange } from './plan-install-change.ts'

const NETWORK = { permissions: { network: ['api.example.com'] } }

test('an install pins the version, for the organisation acted for', async () => {
  const { ctx, ref, version } = await setUpInstall()

  expect(await install(ctx, ref, { versionId: version.id, consent: false })).toMatchObject({
    number: '1.0.0',
  })

  expect((await listInstalled(ctx)).installed).toMatchObject([
    { slug: ref.skillset, number: '1.0.0', upgrade: null },
  ])
})

test('a second install of a SkillSet is a conflict, even if simultaneous', async () => {
  const { ctx, ref, version } = await setUpInstall()
  const once = () => install(ctx, ref, { versionId: version.id, consent: false })

  const endings = await Promise.allSettled([once(), once()])

  expect(endings.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(once()).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('an install asks for consent to the SkillSet’s permissions, and records it', async () => {
  const { ctx, ref, version } = await setUpInstall(NETWORK)
  const refused = install(ctx, ref, { versionId: version.id, consent: false })
  await expect(refused).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })

  await install(ctx, ref, { versionId: version.id, consent: true })

  const events = await database().auditEvent.findMany({ where: { subjectId: version.skillSetId } })
  expect(events).toMatchObject([
    { action: 'install.add', data: { consents: ['Connects to api.example.com.'] } },
  ])
})

test('a version that was taken down cannot be installed', async () => {
  const { ctx, ref, version } = await setUpInstall()
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

test('an install of a version of another SkillSet is refused', async () => {
  const { ctx, ref } = await setUpInstall()
  const { version: other } = await setUpInstall()

  await expect(install(ctx, ref, { versionId: other.id, consent: true })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a plain member may see installs, and change none', async () => {
  const { ref, version } = await setUpInstall()
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

test('installs need a signed-in person', async () => {
  const { ref, version } = await setUpInstall()

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
  const { version } = await setUpInstall({ visibility: 'PRIVATE' })
  const ctx = await contextFor(await makeUser())

  const refused = install(ctx, refOf(version), { versionId: version.id, consent: true })

  await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a private version is installed for the publisher’s own organisation only', async () => {
  const { version, ref } = await setUpInstall({ visibility: 'PRIVATE' })
  const { owner } = version.skillSet.publisher
  const other = await makeOrganisation({ owner })
  const agreed = { versionId: version.id, consent: true }

  await install(await contextFor(owner), ref, agreed)
  const elsewhere = install(await contextFor(owner, { organisation: other }), ref, agreed)

  await expect(elsewhere).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test('another organisation’s installs are not listed', async () => {
  const { ctx, ref, version } = await setUpInstall()
  await install(ctx, ref, { versionId: version.id, consent: false })

  expect(await listInstalled(await contextFor(await makeUser()))).toMatchObject({ installed: [] })
})
