/** What a submission was observed to do, compared with the approved version: docs/spec/behaviour.md §2. */
import {
  type BehaviourLine,
  type BehaviourProfile,
  compareProfiles,
  EMPTY_PROFILE,
  keyOfLine,
  listToAcknowledge,
  mergeProfiles,
} from '../../../behaviour/model/behaviour-profile.ts'
import { describeBehaviour, describeTraffic } from '../../../behaviour/model/describe-behaviour.ts'
import { findUnusedPermissions, narrowPermissions } from '../../../behaviour/model/unused-permissions.ts'
import { findBehaviour, listShownLines } from '../../../behaviour/rows/behaviour-rows.ts'
import type { SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import type { Database } from '../../../kernel/db/prisma-client.ts'
import type { Json } from '../../../kernel/json/json.ts'
import { formatBytes } from '../../../kernel/text/format.ts'
import type { BehaviourReview, BehaviourRow, SubmissionChecks } from '../review-views.ts'

type Reviewed = Pick<SubmissionChecks, 'base' | 'behaviour'> & { document: SkillSetDocument }

/**
 * Returns what the examples of a submission showed. What the approved version did in its examples or in production, for
 * whomever, is no news; for a first version nothing is. Others than admins see what it did in production only from three
 * organisations on.
 */
export async function reviewBehaviour(
  db: Database,
  { document, base, behaviour }: Reviewed,
  { isAdmin }: { isAdmin: boolean },
): Promise<BehaviourReview> {
  const profile = behaviour ?? EMPTY_PROFILE
  const known = base ? await findKnownProfile(db, base.versionId, isAdmin) : EMPTY_PROFILE
  const difference = compareProfiles(known, profile)
  const unused = findUnusedPermissions(document.permissions ?? {}, profile)
  const added = new Set(difference.added.map(keyOfLine))
  const grown = new Map(difference.grown.map(({ line, before: bytes }) => [keyOfLine(line), bytes]))
  const rows = profile.lines.map((line): BehaviourRow => {
    const larger = grown.get(keyOfLine(line))
    return {
      ...toRow(line),
      status: !base ? 'same' : added.has(keyOfLine(line)) ? 'added' : larger === undefined ? 'same' : 'grown',
      ...(larger !== undefined && {
        note: `Its largest request had ${formatBytes(larger)} before, and has ${formatBytes(line.maxSentBytes)} now.`,
      }),
    }
  })
  const notSeen = base
    ? difference.removed.map((line): BehaviourRow => ({ ...toRow(line), status: 'removed' }))
    : []
  return {
    wasObserved: behaviour !== null && behaviour.runs > 0,
    runs: profile.runs,
    maxCpuMs: profile.maxCpuMs,
    maxMemoryMb: profile.maxMemoryMb,
    rows: [
      ...rows.filter(({ status }) => status !== 'same'),
      ...rows.filter(({ status }) => status === 'same'),
      ...notSeen,
    ],
    toAcknowledge: base ? describeKeys(listToAcknowledge(difference), profile.lines) : [],
    unused: unused.map(({ sentence }) => sentence),
    narrower: unused.length > 0 ? (narrowPermissions(document.permissions ?? {}, unused) as Json) : null,
  }
}

async function findKnownProfile(
  db: Database,
  versionId: string,
  isAdmin: boolean,
): Promise<BehaviourProfile> {
  const found = await findBehaviour(db, versionId)
  if (!found) return EMPTY_PROFILE
  const { examples, production } = found
  const lines = isAdmin ? production.lines : await listShownLines(db, versionId)
  return mergeProfiles(examples ?? EMPTY_PROFILE, { ...production, lines })
}

function toRow(line: BehaviourLine): Omit<BehaviourRow, 'status'> {
  return { skill: line.skill, sentence: describeBehaviour(line), traffic: describeTraffic(line) }
}

/** New packages are acknowledged by their own list. */
function describeKeys(
  keys: readonly string[],
  lines: readonly BehaviourLine[],
): BehaviourReview['toAcknowledge'] {
  return keys.flatMap((key) => {
    const line = lines.find((each) => key === keyOfLine(each) || key.startsWith(`${keyOfLine(each)} grown `))
    if (!line || line.kind === 'package') return []
    const isGrown = key !== keyOfLine(line)
    const sentence = `${line.skill}: ${describeBehaviour(line)}`
    return [
      {
        key,
        sentence: isGrown
          ? `${sentence} Much more than before: up to ${formatBytes(line.maxSentBytes)}.`
          : sentence,
      },
    ]
  })
}
