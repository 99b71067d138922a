import { randomBytes } from 'node:crypto'
import { database } from '../../../kernel/db/prisma-client.ts'
import { HOUR_MS } from '../../../kernel/time.ts'
import { resolveSkillFor } from '../../../runs/resolve/resolve-skill.ts'
import { runIdAt } from '../../../runs/rows/run-history.ts'
import {
  makePublishedVersion,
  makeSkillDocument,
  makeUser,
  type TestUser,
  type TestVersion,
} from '../../factories.ts'

/** Publishes 1.3.2 a week ago; `publish` adds versions that are `hours` old. */
export async function setUpOldVersion(risk: 'read-only' | 'writes' = 'read-only') {
  const first = await makePublishedVersion()
  const { skillSet } = first
  const skills = [makeSkillDocument({ riskLevel: risk })]
  await database().version.delete({ where: { id: first.id } })
  const publish = async (number: string, hours = 0, changes: object = {}): Promise<TestVersion> => {
    const document = { ...skillSet.document, skills, ...changes, version: number }
    const version = await makePublishedVersion({ skillSet, document })
    await database().version.update({
      where: { id: version.id },
      data: { publishedAt: new Date(Date.now() - hours * HOUR_MS) },
    })
    return version
  }
  const old = await publish('1.3.2', 24 * 7)
  return { skillSet, old, publish, ref: { publisher: skillSet.publisher.handle, skillset: skillSet.slug } }
}

/** Begins a rollout as it stands after some steps. */
export async function rollOut(
  version: TestVersion,
  { share, oldVersionId, step = 0 }: { share: number; oldVersionId: string; step?: number },
) {
  return database().rollout.create({
    data: { versionId: version.id, skillSetId: version.skillSetId, oldVersionId, share, step, audience: 40 },
  })
}

/** Returns the number that an organisation gets, without an install, for the newest or a range. */
export async function numberFor(
  organisationId: string,
  version: TestVersion,
  range?: string,
): Promise<string> {
  const caller = { userId: '', organisationId, organisationName: 'Anyone' }
  const request = { name: version.skillName, ...(range && { version: range }) }
  return (await resolveSkillFor(database(), caller, request)).versionNumber
}

export async function makeOrganisationId(): Promise<string> {
  return (await makeUser()).organisation.id
}

type RunsWanted = {
  /** An organisation and a person of it. */
  by: TestUser
  faults?: number
  successes?: number
  at?: Date
  more?: object
}

/** Records ended runs of a version, as the trigger that counts customers sees them. */
export async function recordRuns(
  version: TestVersion,
  { by, faults = 0, successes = 0, at = new Date(), more = {} }: RunsWanted,
): Promise<void> {
  const error = { code: 'SKILL_ERROR', message: 'The skill failed.', recoverable: false }
  const runs = Array.from({ length: faults + successes }, (_, index) => ({
    id: `${runIdAt(at.getTime())}-7${randomBytes(2).toString('hex').slice(1)}-8000-${randomBytes(6).toString('hex')}`,
    organisationId: by.organisation.id,
    userId: by.id,
    skillSetId: version.skillSetId,
    versionId: version.id,
    skillName: version.skillName,
    versionNumber: version.number,
    mode: 'production',
    channel: 'form',
    input: {},
    coercions: [],
    warnings: [],
    logs: [],
    contractHash: '',
    createdAt: at,
    endedAt: at,
    ...(index < faults ? { state: 'failed' as const, error } : { state: 'succeeded' as const }),
    ...more,
  }))
  await database().run.createMany({ data: runs })
}
