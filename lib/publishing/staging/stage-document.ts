/** Stages a version: a person of the publisher looks at it and submits or discards it. */
import { z } from 'zod'
import { recordAudit } from '../../audit/audit-log.ts'
import { keepImagesOf } from '../../blobs/images/images.ts'
import { requireRoomForSkills } from '../../blobs/skill-files/store-skill-files.ts'
import type { Provenance } from '../../catalog/model/provenance.ts'
import type { Viewer } from '../../context/context.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { isVersion } from '../../contracts/versions/version-number.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { limitReached } from '../../kernel/limit-reached.ts'
import { paths } from '../../kernel/site/paths.ts'
import { capitalise } from '../../kernel/text/format.ts'
import { runOncePerInput } from '../../kernel/threads/run-in-thread.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { JsonValueField, oneVisibleLine } from '../../kernel/validation/text-fields.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { listOrganisationAdminIds } from '../../organisations/rows/memberships.ts'
import type { readBuild } from '../drafts/read-import.ts'
import { type DraftProgram, formatProgram } from '../model/draft-program.ts'
import { findSkillSetByName } from '../rows/former-names.ts'
import type { SkillSetRow } from '../rows/published-versions.ts'
import * as store from '../rows/trusted-repositories.ts'

const MAX_STAGED = 10

/** The fields of a request that stages a version. */
export const StagingFields = z.object({
  document: JsonValueField,
  note: z.string().max(10_000).refine(isStorable, 'contains characters that cannot be stored').default(''),
})

export type StagedAnswer = { id: string; name: string; version: string }

/** Who staged a version: a workflow in CI, or a person with an API key. */
export type StagedOrigin =
  | { kind: 'ci'; provenance: Provenance }
  | { kind: 'key'; by: string; program: DraftProgram }

/** Reads a document that a program sent, in a thread of `owner`. Throws INVALID_INPUT with the document's problems. */
export async function requireDocument(sent: Json, owner: string): Promise<SkillSetDocument> {
  const read = await runOncePerInput<typeof readBuild>('build', [sent], { owner })
  if ('issues' in read)
    throw new AppError('INVALID_INPUT', { message: read.issues[0]?.message, issues: read.issues })
  const { document } = read
  if (isVersion(document.version)) return document
  const message = 'must be a version such as 1.2.0'
  throw new AppError('INVALID_INPUT', { issues: [{ path: '/version', message }] })
}

type Staging = {
  document: SkillSetDocument
  note: string
  origin: StagedOrigin
  /** Null for a workflow. */
  actor: Pick<Viewer, 'userId' | 'name'> | null
}

/**
 * Replaces an earlier version of the same number that waits. The caller holds the lock of the SkillSet.
 *
 * Throws INVALID_INPUT for the slug of another SkillSet, and LIMIT_REACHED if too many wait or the quota of skills is
 * used up.
 */
export async function stageDocument(tx: Tx, skillSet: SkillSetRow, staging: Staging): Promise<StagedAnswer> {
  const { document, note, origin, actor } = staging
  const { id: skillSetId, publisher } = skillSet
  const { version: number } = document
  const named = (await replaceFormerSlug(tx, skillSet, document)) as Json
  const id = await store.replaceStaged(tx, {
    skillSetId,
    number,
    note,
    document: named,
    ...toColumns(origin),
  })
  await keepImagesOf(tx, named)
  if ((await store.countStaged(tx, skillSetId)) > MAX_STAGED)
    throw limitReached('staged_submissions', {
      max: MAX_STAGED,
      used: MAX_STAGED,
      message: `${MAX_STAGED} versions of this SkillSet are waiting to be submitted, the maximum.`,
    })
  await requireRoomForSkills(tx, publisher.organisationId)
  const name = `${publisher.handle}.${skillSet.slug}`
  await recordAudit(tx, {
    actor,
    action: 'version.stage',
    ...{ subjectType: 'skill_set', subjectId: skillSetId, subject: `${name} ${number}` },
    data: toAuditData(origin),
  })
  await sendNotice(tx, await listOrganisationAdminIds(tx, [publisher.organisationId]), {
    kind: 'submission.staged',
    title: `${oneVisibleLine(document.name).slice(0, 80)} ${number} is ready to submit`,
    body: `${describeOrigin(origin)} An owner or admin of the publisher can submit it.`,
    href: paths.stagedSubmission(id),
  })
  return { id, name, version: number }
}

function toColumns(origin: StagedOrigin) {
  if (origin.kind === 'ci') return { provenance: origin.provenance as Json }
  const { name, keyName } = origin.program
  return { provenance: null, stagedBy: origin.by, keyName, program: name }
}

function toAuditData(origin: StagedOrigin): JsonObject {
  if (origin.kind === 'key') {
    const { name, keyName } = origin.program
    return { key: keyName, ...(name !== null && { program: name }) }
  }
  const { repository, commit, runUrl } = origin.provenance
  return { repository, commit, run: runUrl }
}

function describeOrigin(origin: StagedOrigin): string {
  if (origin.kind === 'ci') return `${origin.provenance.repository} built this version.`
  const { by, program } = origin
  const key = `with the API key “${oneVisibleLine(program.keyName)}”`
  return `${capitalise(oneVisibleLine(formatProgram(program)))} staged this version for ${by}, ${key}.`
}

/**
 * Returns the document with the SkillSet's current slug. A file in a repository may still state a former one. Throws
 * INVALID_INPUT for the slug of another SkillSet.
 */
async function replaceFormerSlug(
  tx: Tx,
  { id, slug, publisher }: SkillSetRow,
  document: SkillSetDocument,
): Promise<SkillSetDocument> {
  const named = await findSkillSetByName(tx, { publisher: publisher.handle, skillset: document.slug })
  if (named?.id === id) return { ...document, slug }
  const message = `The slug of this SkillSet is “${slug}”.`
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/slug', message }] })
}
