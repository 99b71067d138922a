import type { VersionState } from '../contracts/versions/version-states.ts'
import type { Decision, Submission } from '../kernel/db/generated/client.ts'
import { database } from '../kernel/db/prisma-client.ts'
import type { Json } from '../kernel/json/json.ts'
import { addOwnFinding } from '../publishing/review/findings/quote-finding.ts'
import type { SubmissionChecks } from '../publishing/review/review-views.ts'
import { toChecksColumn } from '../publishing/review/submission-checks.ts'
import {
  contextFor,
  makeAdmin,
  makePublishedVersion,
  type TestSkillSet,
  type TestUser,
  type TestVersion,
} from './factories.ts'

export type TestSubmission = Submission & { version: TestVersion; owner: TestUser }

type Wanted = {
  skillSet?: TestSkillSet
  document?: TestSkillSet['document']
  version?: TestVersion
  /** By default, the publisher's owner submits. */
  submittedBy?: TestUser
  state?: VersionState
  decision?: Decision
  checks?: Partial<SubmissionChecks>
  note?: string
}

const CHECKS: SubmissionChecks = {
  lines: [{ id: 'fields', title: 'Every field follows its rules', ok: true, issues: [] }],
  latest: null,
  bump: 'none',
  reasons: [],
  base: null,
  size: { changes: 0, breaking: 0, linesAdded: 3, linesRemoved: 0 },
  migrations: [],
  secretAnswers: [],
  copiedNames: [],
  notRun: [],
  bundledPackages: [],
  stakes: null,
  behaviour: null,
}

/** Quotes a finding of an admin in the decision on a submission, which a rejection needs. */
export async function quoteFinding(submissionId: string): Promise<void> {
  const admin = await contextFor(await makeAdmin())
  await addOwnFinding(admin, submissionId, { rule: 'P1', evidence: 'It does something else than it says.' })
}

/** Creates a version in review with its first submission, or another submission of `version`. */
export async function makeSubmission(wanted: Wanted = {}): Promise<TestSubmission> {
  const { state = 'IN_REVIEW', decision, note = '', skillSet, document } = wanted
  const version = wanted.version ?? (await makePublishedVersion({ skillSet, document, state }))
  await database().version.update({
    where: { id: version.id },
    data: { state, reviewed: false, publishedAt: null },
  })
  const { owner } = version.skillSet.publisher
  const revision = 1 + (await database().submission.count({ where: { versionId: version.id } }))
  const submission = await database().submission.create({
    data: {
      versionId: version.id,
      revision,
      document: version.document as Json & object,
      checks: toChecksColumn({ ...CHECKS, ...wanted.checks }),
      note,
      submittedById: (wanted.submittedBy ?? owner).id,
      ...(decision && { decision, decidedById: owner.id, decidedAt: new Date() }),
    },
  })
  return { ...submission, version: { ...version, state }, owner }
}
