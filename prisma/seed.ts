/** Uses the same services as users: drafts are saved, examples run in the sandbox, submissions are approved. */
import { setTimeout as sleep } from 'node:timers/promises'
import { findUserByEmail, insertUser, setUserRole } from '../lib/accounts/rows/users.ts'
import { hashPassword } from '../lib/auth/credentials.ts'
import { rateSkillSet } from '../lib/catalog/feedback/ratings.ts'
import { type Context, requireViewer } from '../lib/context/context.ts'
import type { SkillSetDocument } from '../lib/contracts/document/skillset-document.ts'
import { database } from '../lib/kernel/db/prisma-client.ts'
import type { Json } from '../lib/kernel/json/json.ts'
import { grantWelcomeCredit } from '../lib/money/welcome-credit.ts'
import { markAllRead } from '../lib/notices/send-notice.ts'
import { replacePlanTemplates } from '../lib/plans/rows/saved-plan-rows.ts'
import { contextForOperator } from '../lib/protocols/session/context/context-for-operator.ts'
import { createSkillSet, startNewVersion } from '../lib/publishing/drafts/draft-lifecycle.ts'
import { saveDraft } from '../lib/publishing/drafts/save-draft.ts'
import { saveTestSettings } from '../lib/publishing/drafts/test-settings.ts'
import { approve } from '../lib/publishing/review/decide/decide-submission.ts'
import { getSubmission } from '../lib/publishing/review/read/get-submission.ts'
import { submitDraft } from '../lib/publishing/review/submit/submit-draft.ts'
import { findDraft } from '../lib/publishing/rows/drafts.ts'
import { insertPublisher, updatePublisherProfile } from '../lib/publishing/rows/publishers.ts'
import { runToEnd } from '../lib/runs/start/start-run.ts'
import { createFile } from '../lib/vault/files/create-file.ts'
import { openVaultToWrite } from '../lib/vault/vault.ts'
import { DEMO_PASSWORD } from './market/demo-accounts.ts'
import { loadDemoMarket, type MarketPublisher, type MarketSkillSet } from './market/load-demo-market.ts'
import { loadDemoVault, loadPlanTemplates } from './market/load-plans-and-vault.ts'
import { RATINGS } from './market/ratings.ts'

const SANDBOX_WITHIN_MS = 20_000
const REVIEW_NOTE = 'Our first skill for restaurants. The examples show both ways to use it.'

// biome-ignore format: table
const PEOPLE = [
  { email: 'admin@demo.local',     name: 'Avery Admin',   mayEnter: true },
  { email: 'publisher@demo.local', name: 'Petra Pacioli', mayEnter: true },
  { email: 'user@demo.local',      name: 'Uma User',      mayEnter: true },
  // These accounts own handles but cannot sign in.
  { email: 'guildhall@demo.local', name: 'Gwen Hallam',   mayEnter: false },
  { email: 'studio@demo.local',    name: 'Nora Light',    mayEnter: false },
]

export async function seedMarket(): Promise<void> {
  const db = database()
  await db.$transaction((tx) => replacePlanTemplates(tx, loadPlanTemplates()))
  if (await findUserByEmail(db, 'admin@demo.local')) return
  await untilSandboxAnswers(await contextForOperator('system'))
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await db.$transaction(async (tx) => {
    for (const { email, name, mayEnter } of PEOPLE) {
      await insertUser(tx, { email, name, ...(mayEnter && { passwordHash }) })
    }
  })
  await setUserRole(db, 'admin@demo.local', 'ADMIN')

  const admin = await contextForOperator({ email: 'admin@demo.local' })
  const market = loadDemoMarket().map((publisher) => ({
    ...publisher,
    skillSets: publisher.skillSets.filter(({ isAddedLater }) => !isAddedLater),
  }))
  for (const publisher of market) await createPublisher(publisher, admin)
  // Marks past notices as read, but not those of the pending review.
  for (const { email } of PEOPLE) await markAllRead(await contextForOperator({ email }))
  for (const publisher of market) await submitForReview(publisher)
  // For the market's two paid skills.
  for (const { email } of PEOPLE.filter(({ mayEnter }) => mayEnter)) {
    const person = await contextForOperator({ email })
    await grantWelcomeCredit(db, requireViewer(person).userId, 5_000_000n)
    for (const file of loadDemoVault()) await createFile(openVaultToWrite(person), file)
  }
  await runExamples(market, await contextForOperator({ email: 'user@demo.local' }))
  await createRatings(market)
}

/** Waits for the sandbox, which starts at the same time and is needed to run examples. */
async function untilSandboxAnswers({ sandbox }: Context): Promise<void> {
  const deadline = Date.now() + SANDBOX_WITHIN_MS
  while (!(await sandbox.health()).ok) {
    if (Date.now() > deadline)
      throw new Error('The sandbox does not answer, so the demo market cannot be made.')
    await sleep(50)
  }
}

async function createPublisher(publisher: MarketPublisher, admin: Context): Promise<void> {
  const { handle, displayName, bio, verified } = publisher
  const owner = await contextForOperator({ email: publisher.owner })
  const organisationId = requireViewer(owner).organisationId
  // Bypasses `claimHandle`, which refuses Guildhall's own handle.
  await owner.db.$transaction((tx) => insertPublisher(tx, { handle, displayName, organisationId }))
  await updatePublisherProfile(owner.db, handle, { bio, verifiedAt: verified ? new Date() : null })
  for (const skillSet of publisher.skillSets) {
    if (!skillSet.inReview) await publishVersions(handle, skillSet, owner, admin)
  }
}

async function publishVersions(
  handle: string,
  { versions: [first, ...later], testSettings }: MarketSkillSet,
  owner: Context,
  admin: Context,
): Promise<void> {
  if (!first) return
  const skillSetId = await createSkillSet(owner, { handle, document: first })
  const changes = Object.fromEntries(
    Object.entries(testSettings).map(([key, value]) => [key, { kind: 'set', value }]),
  )
  if (Object.keys(changes).length > 0) await saveTestSettings(owner, { skillSetId, changes })
  await publish(skillSetId, owner, admin)
  for (const document of later) {
    await saveNextDraft(skillSetId, document, owner)
    await publish(skillSetId, owner, admin)
  }
}

async function publish(skillSetId: string, owner: Context, admin: Context): Promise<void> {
  const submitted = await submitDraft(owner, { skillSetId })
  if (submitted.state !== 'IN_REVIEW') return
  const { submissionId } = submitted
  const { behaviour } = await getSubmission(admin, submissionId)
  const acknowledgedBehaviour = behaviour.toAcknowledge.map(({ key }) => key)
  await approve(admin, { submissionId, reason: '', acknowledgedBehaviour })
}

async function submitForReview({ handle, owner, skillSets }: MarketPublisher): Promise<void> {
  const ctx = await contextForOperator({ email: owner })
  for (const { versions, inReview } of skillSets) {
    const document = versions.at(-1)
    if (!inReview || !document) continue
    const skillSetId = await createSkillSet(ctx, { handle, document })
    await submitDraft(ctx, { skillSetId, note: REVIEW_NOTE })
  }
}

async function saveNextDraft(skillSetId: string, document: SkillSetDocument, owner: Context): Promise<void> {
  if (!(await findDraft(owner.db, skillSetId))) await startNewVersion(owner, skillSetId)
  const draft = await findDraft(owner.db, skillSetId)
  if (!draft) throw new Error(`${document.slug} has no draft to begin ${document.version} from`)
  await saveDraft(owner, { skillSetId, document: document as Json, revision: draft.revision })
}

/** Runs each example once, so that the catalogue has statistics. */
async function runExamples(market: MarketPublisher[], user: Context): Promise<void> {
  for (const { handle, skillSets } of market) {
    for (const { slug, versions, inReview } of skillSets) {
      const document = versions.at(-1)
      // Skips skills that need settings.
      if (!document || inReview || document.configDefinitions) continue
      for (const skill of document.skills) {
        for (const { input } of skill.examples ?? []) {
          const name = `${handle}.${slug}.${skill.slug}`
          await runToEnd(user, { skill: { name }, args: input })
        }
      }
    }
  }
}

/** Rating requires a run of the SkillSet. */
async function createRatings(market: MarketPublisher[]): Promise<void> {
  for (const { by, skillSet, points, comment } of RATINGS) {
    const [publisher = '', skillset = ''] = skillSet.split('.')
    const { skillSets = [] } = market.find(({ handle }) => handle === publisher) ?? {}
    const skill = skillSets.find(({ slug }) => slug === skillset)?.versions.at(-1)?.skills[0]
    const ctx = await contextForOperator({ email: by })
    await runToEnd(ctx, { skill: { name: `${skillSet}.${skill?.slug}` }, args: skill?.examples?.[0]?.input })
    await rateSkillSet(ctx, { publisher, skillset }, { points, comment })
  }
}

if (import.meta.main) {
  await seedMarket()
  await database().$disconnect()
  // The runs' LISTEN connection would keep the process alive.
  process.exit(0)
}
