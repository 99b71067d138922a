import { expect, test } from 'vitest'
import type { VersionState } from '../contracts/versions/version-states.ts'
import type { RunState } from '../kernel/db/generated/client.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { HOUR_MS } from '../kernel/time.ts'
import { quarantine } from '../publishing/recalls/quarantine.ts'
import { refreshEvidence } from '../runs/rows/evidence.ts'
import {
  contextFor,
  makeAdmin,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  type TestSkillSet,
  type TestVersion,
} from '../testing/factories.ts'
import { setUpOldVersion } from '../testing/setup/catalog/rolled-out.ts'
import { refreshAgedEntries, refreshCatalogEntries, refreshOldEvidence } from './refresh-catalog-entries.ts'

const refresh = (skillSetId: string) => database().$transaction((tx) => refreshCatalogEntries(tx, skillSetId))
const entriesOf = (skillSetId: string) =>
  database().catalogEntry.findMany({ where: { skillSetId }, orderBy: { skillSlug: 'asc' } })

const refreshAtOf = async (id: string) =>
  (await database().skillSet.findUniqueOrThrow({ where: { id } })).refreshAt

function publishNext(
  skillSet: TestSkillSet,
  version: string,
  wanted: { state?: VersionState; isPrivate?: boolean } = {},
) {
  const document = {
    ...skillSet.document,
    version,
    visibility: wanted.isPrivate ? 'PRIVATE' : 'PUBLIC',
  } as const
  return makePublishedVersion({ skillSet, document, state: wanted.state })
}

async function makeRun(
  version: TestVersion,
  state: RunState,
  fields: { durationMs?: number; createdAt?: Date } = {},
) {
  const user = await makeUser()
  await database().run.create({
    data: {
      id: `run_${crypto.randomUUID()}`,
      organisationId: user.organisation.id,
      userId: user.id,
      skillSetId: version.skillSetId,
      versionId: version.id,
      skillName: version.skillName,
      versionNumber: version.number,
      mode: 'production',
      channel: 'form',
      state,
      input: {},
      coercions: [],
      warnings: [],
      logs: [],
      contractHash: '',
      ...fields,
    },
  })
}

test('the catalogue lists one row for each skill of the newest public release', async () => {
  const skills = [makeSkillDocument(), makeSkillDocument({ slug: 'wave', name: 'Wave', kind: 'instruction' })]
  const first = await makePublishedVersion({ document: makeSkillSetDocument({ skills }) })
  await publishNext(first.skillSet, '1.10.0')
  await publishNext(first.skillSet, '1.9.0')
  await publishNext(first.skillSet, '2.0.0-beta.1')
  await publishNext(first.skillSet, '3.0.0', { isPrivate: true })
  await publishNext(first.skillSet, '1.11.0', { state: 'YANKED' })
  await publishNext(first.skillSet, '1.12.0', { state: 'IN_REVIEW' })

  await refresh(first.skillSetId)

  expect(await entriesOf(first.skillSetId)).toMatchObject([
    { name: first.skillName, versionNumber: '1.10.0', runtime: 'javascript', riskLevel: 'read-only' },
    { skillSlug: 'wave', versionNumber: '1.10.0', runtime: 'instructions' },
  ])
})

test('the catalogue does not list a SkillSet that is private or whose only version was yanked', async () => {
  const document = makeSkillSetDocument({ visibility: 'PRIVATE' })
  const [hidden, gone] = [await makePublishedVersion({ document }), await makePublishedVersion()]
  await refresh(gone.skillSetId)
  await database().version.update({ where: { id: gone.id }, data: { state: 'YANKED' } })

  await refresh(hidden.skillSetId)
  await refresh(gone.skillSetId)

  expect(await entriesOf(hidden.skillSetId)).toEqual([])
  expect(await entriesOf(gone.skillSetId)).toEqual([])
})

test('a NUL or a lone surrogate in an authored text does not break the refresh of the catalogue', async () => {
  const skill = makeSkillDocument({ name: 'A\u0000B', description: 'C\uD800D', tags: ['\u0000'] })
  const version = await makePublishedVersion({ document: makeSkillSetDocument({ skills: [skill] }) })

  await refresh(version.skillSetId)

  expect(await entriesOf(version.skillSetId)).toMatchObject([{ title: 'AB', tags: [''] }])
})

test('evidence counts runs that ended by themselves, and survives the next version', async () => {
  const version = await makePublishedVersion()
  await refresh(version.skillSetId)
  for (const durationMs of [100, 120, 900]) await makeRun(version, 'succeeded', { durationMs })
  await makeRun(version, 'failed', { durationMs: 5 })
  await makeRun(version, 'cancelled')
  await makeRun(version, 'running')
  await makeRun(version, 'succeeded', { durationMs: 1, createdAt: new Date(Date.now() - 31 * 86_400_000) })

  await refreshEvidence(database(), version.skillName)
  await publishNext(version.skillSet, '1.0.1')
  await refresh(version.skillSetId)

  const evidence = { runs30d: 4, succeeded30d: 3, p50Ms: 120, versionNumber: '1.0.1' }
  expect(await entriesOf(version.skillSetId)).toMatchObject([evidence])
})

test('the evidence of an unused skill expires', async () => {
  const version = await makePublishedVersion()
  await refresh(version.skillSetId)
  const aged = { runs30d: 9, succeeded30d: 9, p50Ms: 9, evidenceAt: new Date(Date.now() - 2 * 3_600_000) }
  await database().catalogEntry.updateMany({ where: { skillSetId: version.skillSetId }, data: aged })

  expect(await refreshOldEvidence({ db: database() })).toBeGreaterThan(0)

  expect(await entriesOf(version.skillSetId)).toMatchObject([{ runs30d: 0, succeeded30d: 0, p50Ms: null }])
})

test('the catalogue lists a version that makes changes once it is old enough to reach everyone', async () => {
  const { skillSet, publish } = await setUpOldVersion('writes')
  await publish('1.4.0', 71)
  await refresh(skillSet.id)
  expect(await entriesOf(skillSet.id)).toMatchObject([{ versionNumber: '1.3.2' }])
  await refreshAgedEntries({ db: database() })
  expect(await entriesOf(skillSet.id)).toMatchObject([{ versionNumber: '1.3.2' }])

  const inTwoHours = new Date(Date.now() + 2 * HOUR_MS)
  await database().version.updateMany({
    where: { skillSetId: skillSet.id, number: '1.4.0' },
    data: { publishedAt: new Date(Date.now() - 73 * HOUR_MS) },
  })
  await refreshAgedEntries({ db: database() }, inTwoHours)

  expect(await entriesOf(skillSet.id)).toMatchObject([{ versionNumber: '1.4.0' }])
  expect(await refreshAtOf(skillSet.id)).toBeNull()
})

test('the catalogue lists a version once it is old enough, also if the one before it is in quarantine by then', async () => {
  const { skillSet, old, publish } = await setUpOldVersion('writes')
  const { id: newId } = await publish('1.4.0', 71)
  await quarantine(await contextFor(await makeAdmin()), {
    skillSetId: skillSet.id,
    versionIds: [old.id],
    reason: 'It is being examined.',
  })
  expect(await entriesOf(skillSet.id)).toEqual([])

  const publishedAt = new Date(Date.now() - 73 * HOUR_MS)
  await database().version.update({ where: { id: newId }, data: { publishedAt } })
  await refreshAgedEntries({ db: database() }, new Date(Date.now() + 2 * HOUR_MS))

  expect(await entriesOf(skillSet.id)).toMatchObject([{ versionNumber: '1.4.0' }])
})
