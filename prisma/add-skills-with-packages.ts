/**
 * Publishes the SkillSets of the demo market whose skills import packages or are in Python, as their publishers would: resolved, saved,
 * submitted and approved. They need the registry, which a machine may not reach, so a start of the site does not wait for
 * them: the supervisor runs this beside the site, and again at the next start if something is still missing.
 */
import os from 'node:os'
import { requireViewer } from '../lib/context/context.ts'
import type { SkillSetDocument } from '../lib/contracts/document/skillset-document.ts'
import { database } from '../lib/kernel/db/prisma-client.ts'
import { AppError } from '../lib/kernel/errors.ts'
import type { Json } from '../lib/kernel/json/json.ts'
import { plural } from '../lib/kernel/text/plural.ts'
import { lockPackages } from '../lib/packages/resolve-packages.ts'
import { contextForOperator } from '../lib/protocols/session/context/context-for-operator.ts'
import { createSkillSet } from '../lib/publishing/drafts/draft-lifecycle.ts'
import { saveDraft } from '../lib/publishing/drafts/save-draft.ts'
import { approve } from '../lib/publishing/review/decide/decide-submission.ts'
import { getSubmission } from '../lib/publishing/review/read/get-submission.ts'
import { submitDraft } from '../lib/publishing/review/submit/submit-draft.ts'
import { findDraft } from '../lib/publishing/rows/drafts.ts'
import { findSkillSetByName } from '../lib/publishing/rows/former-names.ts'
import { listVersionHeads } from '../lib/publishing/rows/versions.ts'
import { loadDemoMarket, type MarketPublisher } from './market/load-demo-market.ts'

type Addition = { added: string[]; missing: string[]; reason?: string }

/**
 * Adds what is not there yet. SkillSets that have a version, in whatever state, stay as they are; a draft without one is
 * from an addition that was interrupted. `reason` tells why the first of the missing ones could not be added.
 */
export async function addSkillsWithPackages(market = loadDemoMarket()): Promise<Addition> {
  const wanted = market.flatMap((publisher) =>
    publisher.skillSets
      .filter(({ isAddedLater }) => isAddedLater)
      .map(({ slug, versions }) => ({
        name: `${publisher.handle}.${slug}`,
        publisher,
        document: versions[0]!,
      })),
  )
  const addition: Addition = { added: [], missing: [] }
  for (const [index, { name, publisher, document }] of wanted.entries()) {
    try {
      if (await addSkillSet(publisher, document)) addition.added.push(name)
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      addition.missing.push(name)
      addition.reason ??= thrown.message
      // The registry will not answer for the others either.
      if (thrown.code === 'TOOL_NOT_AVAILABLE') {
        addition.missing.push(...wanted.slice(index + 1).map((each) => each.name))
        break
      }
    }
  }
  return addition
}

async function addSkillSet({ handle, owner }: MarketPublisher, document: SkillSetDocument): Promise<boolean> {
  const ctx = await contextForOperator({ email: owner })
  const found = await findSkillSetByName(ctx.db, { publisher: handle, skillset: document.slug })
  if (found && (await listVersionHeads(ctx.db, found.id)).length > 0) return false
  const draft = found && (await findDraft(ctx.db, found.id))
  const { organisationId } = requireViewer(ctx)
  const locked = await lockPackages(ctx.db, { document, organisationId })
  const skillSetId = found?.id ?? (await createSkillSet(ctx, { handle, document: locked }))
  if (draft) await saveDraft(ctx, { skillSetId, document: locked as Json, revision: draft.revision })
  const submitted = await submitDraft(ctx, { skillSetId })
  if (submitted.state !== 'IN_REVIEW') return false
  const { submissionId } = submitted
  const admin = await contextForOperator({ email: 'admin@demo.local' })
  const { packages, behaviour } = await getSubmission(admin, submissionId)
  await approve(admin, {
    submissionId,
    reason: '',
    acknowledgedPackages: packages.toAcknowledge,
    acknowledgedBehaviour: behaviour.toAcknowledge.map(({ key }) => key),
  })
  return true
}

if (import.meta.main) {
  // Whoever uses the site meanwhile goes first.
  os.setPriority(10)
  const { added, missing, reason } = await addSkillsWithPackages()
  if (missing.length === 0)
    console.log(`added ${plural(added.length, 'SkillSet')} with packages or Python to the demo market`)
  else console.log(`the next start tries again to add to the demo market: ${missing.join(', ')} (${reason})`)
  await database().$disconnect()
  // The runs' LISTEN connection would keep the process alive.
  process.exit(0)
}
