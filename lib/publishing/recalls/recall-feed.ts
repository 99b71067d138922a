/**
 * The public feed of recalls in the Open Source Vulnerability format (https://ossf.github.io/osv-schema/), so that
 * programs and other sites can act on it.
 */
import type { Context } from '../../context/context.ts'
import { parseRecallClass, RECALL_CLASSES } from '../../contracts/versions/withdrawal.ts'
import type { Json } from '../../kernel/json/json.ts'
import { paths } from '../../kernel/site/paths.ts'
import { listPublicRecalls, type PublishedRecall } from '../rows/recalls.ts'

const SCHEMA_VERSION = '1.7.3'
const NEWEST = 1_000

export type RecallFeed = { vulns: Record<string, Json>[] }

/** Returns the newest thousand recalls of versions that everyone could run; a retracted one is marked as withdrawn. `origin` is this site's. */
export async function buildRecallFeed({ db }: Pick<Context, 'db'>, origin: string): Promise<RecallFeed> {
  const recalls = await listPublicRecalls(db, NEWEST)
  return { vulns: recalls.map((recall) => toVulnerability(recall, origin)) }
}

/**
 * The format knows no ecosystem of ours, so an entry names the SkillSet under `database_specific` instead of as a package,
 * and its id has the prefix for private databases.
 */
function toVulnerability(recall: PublishedRecall, origin: string): Record<string, Json> {
  const { skillSetName, title, reason, replacement, windowFrom, windowTo, publicNumbers } = recall
  const recallClass = parseRecallClass(recall.recallClass)
  const { label } = RECALL_CLASSES[recallClass]
  const [publisher = '', slug = ''] = skillSetName.split('.')
  const confirmedAt = recall.confirmedAt ?? recall.proposedAt
  return {
    schema_version: SCHEMA_VERSION,
    id: `x_guildhall-${confirmedAt.getUTCFullYear()}-${recall.number}`,
    published: confirmedAt.toISOString(),
    modified: (recall.retractedAt ?? confirmedAt).toISOString(),
    // By the schema, an entry with this field is no longer valid.
    ...(recall.retractedAt && { withdrawn: recall.retractedAt.toISOString() }),
    summary: `${title} ${publicNumbers.join(', ')} was recalled: ${label.toLowerCase()}`,
    details: reason,
    affected: [
      {
        versions: publicNumbers,
        database_specific: { skillset: skillSetName, ...(replacement && { replacement }) },
      },
    ],
    references: [
      { type: 'ADVISORY', url: origin + paths.recall(recall.id) },
      { type: 'PACKAGE', url: origin + paths.skillSet(publisher, slug) },
    ],
    database_specific: {
      class: recallClass,
      ...(recall.retractedAt && { withdrawn_reason: recall.retractReason ?? '' }),
      ...(windowFrom && { affected_from: windowFrom.toISOString() }),
      ...(windowTo && { affected_until: windowTo.toISOString() }),
    },
  }
}
