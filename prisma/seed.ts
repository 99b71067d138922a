/**
 * Fills an empty database with the demo market. `npm start` runs it with the embedded database on loopback.
 *
 * It goes through the services that people use: drafts are saved, examples run in the sandbox, submissions approved. So what the demo shows is what the product does, and its history is real.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '../lib/accounts/password.ts'
import { type Context, requireViewer } from '../lib/context.ts'
import type { SkillSetDocument } from '../lib/contract/document/skillset-document.ts'
import type { Json } from '../lib/contract/json/json.ts'
import { database } from '../lib/db/client.ts'
import { findDraft } from '../lib/db/drafts.ts'
import { replacePlanTemplates } from '../lib/db/plan-templates.ts'
import { describePublisher, insertPublisher } from '../lib/db/publishers.ts'
import { findUserByEmail, insertUser, setUserRole } from '../lib/db/users.ts'
import { runToEnd } from '../lib/execution/start-run.ts'
import { rate } from '../lib/feedback/rate.ts'
import { giveWelcome } from '../lib/ledger/welcome.ts'
import { markAllRead } from '../lib/notices/notices.ts'
import { approve } from '../lib/review/decide.ts'
import { submitDraft } from '../lib/review/submit-draft.ts'
import { contextForOperator } from '../lib/session/for-operator.ts'
import { createSkillSet } from '../lib/studio/create-skill-set.ts'
import { startNewVersion } from '../lib/studio/new-version.ts'
import { saveDraft } from '../lib/studio/save-draft.ts'
import { createFile } from '../lib/vault/create-file.ts'
import { openVaultToWrite } from '../lib/vault/vault.ts'
import { DEMO_PASSWORD } from './market/demo-accounts.ts'
import { loadMarket, type MarketPublisher } from './market/load-market.ts'
import { loadDemoVault, loadPlanTemplates } from './market/load-plans.ts'
import { RATINGS } from './market/ratings.ts'

const SANDBOX_WITHIN_MS = 20_000
const REVIEW_NOTE = 'Our first skill for restaurants. The examples show both ways to use it.'

// biome-ignore format: a table reads in rows
const PEOPLE = [
  { email: 'admin@demo.local',     name: 'Avery Admin',   mayEnter: true },
  { email: 'publisher@demo.local', name: 'Petra Pacioli', mayEnter: true },
  { email: 'user@demo.local',      name: 'Uma User',      mayEnter: true },
  // They own handles, but nobody signs in as them.
  { email: 'house@demo.local',     name: 'Guildhall',     mayEnter: false },
  { email: 'studio@demo.local',    name: 'Nora Light',    mayEnter: false },
]

/** Makes people, publishers, SkillSets and plans. When the market was made before, only the plans are brought up to date. */
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
  const market = loadMarket()
  for (const publisher of market) await openStall(publisher, admin)
  // What happened so far is old news; what waits in review is not.
  for (const { email } of PEOPLE) await markAllRead(await contextForOperator({ email }))
  for (const publisher of market) await queueForReview(publisher)
  // Something to spend: two skills of the market have a price.
  for (const { email } of PEOPLE.filter(({ mayEnter }) => mayEnter)) {
    const person = await contextForOperator({ email })
    await giveWelcome(db, requireViewer(person).organisationId)
    // What the plans of the market read.
    for (const file of loadDemoVault()) await createFile(openVaultToWrite(person), file)
  }
  await tryExamples(market, await contextForOperator({ email: 'user@demo.local' }))
  await giveRatings(market)
}

/** The sandbox starts beside this program; without it no example could run. */
async function untilSandboxAnswers({ sandbox }: Context): Promise<void> {
  const deadline = Date.now() + SANDBOX_WITHIN_MS
  while (!(await sandbox.health()).ok) {
    if (Date.now() > deadline)
      throw new Error('The sandbox does not answer, so the demo market cannot be made.')
    await sleep(50)
  }
}

async function openStall(publisher: MarketPublisher, admin: Context): Promise<void> {
  const { handle, displayName, bio, verified } = publisher
  const owner = await contextForOperator({ email: publisher.owner })
  const organisationId = requireViewer(owner).organisationId
  // Not `claimHandle`: Guildhall's own handle is refused to everybody.
  await owner.db.$transaction((tx) => insertPublisher(tx, { handle, displayName, organisationId }))
  await describePublisher(owner.db, handle, { bio, verifiedAt: verified ? new Date() : null })
  for (const { versions, inReview } of publisher.skillSets) {
    if (!inReview) await stock(handle, versions, owner, admin)
  }
}

/** Publishes the versions one after the other. */
async function stock(
  handle: string,
  [first, ...later]: SkillSetDocument[],
  owner: Context,
  admin: Context,
): Promise<void> {
  if (!first) return
  const skillSetId = await createSkillSet(owner, { handle, document: first })
  await publish(skillSetId, owner, admin)
  for (const document of later) {
    await redraft(skillSetId, document, owner)
    await publish(skillSetId, owner, admin)
  }
}

async function publish(skillSetId: string, owner: Context, admin: Context): Promise<void> {
  const submitted = await submitDraft(owner, { skillSetId })
  if (submitted.state !== 'IN_REVIEW') return
  await approve(admin, { submissionId: submitted.submissionId, reason: '' })
}

async function queueForReview({ handle, owner, skillSets }: MarketPublisher): Promise<void> {
  const ctx = await contextForOperator({ email: owner })
  for (const { versions, inReview } of skillSets) {
    const document = versions.at(-1)
    if (!inReview || !document) continue
    const skillSetId = await createSkillSet(ctx, { handle, document })
    await submitDraft(ctx, { skillSetId, note: REVIEW_NOTE })
  }
}

async function redraft(skillSetId: string, document: SkillSetDocument, owner: Context): Promise<void> {
  if (!(await findDraft(owner.db, skillSetId))) await startNewVersion(owner, skillSetId)
  const draft = await findDraft(owner.db, skillSetId)
  if (!draft) throw new Error(`${document.slug} has no draft to begin ${document.version} from`)
  await saveDraft(owner, { skillSetId, document: document as unknown as Json, revision: draft.revision })
}

/** Runs each example once, so that the catalogue has some evidence to show. */
async function tryExamples(market: MarketPublisher[], user: Context): Promise<void> {
  for (const { handle, skillSets } of market) {
    for (const { slug, versions, inReview } of skillSets) {
      const document = versions.at(-1)
      // What asks for settings first is left to the visitor.
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

/** Only who has run a SkillSet can rate it. */
async function giveRatings(market: MarketPublisher[]): Promise<void> {
  for (const { by, skillSet, points, words } of RATINGS) {
    const [publisher = '', skillset = ''] = skillSet.split('.')
    const { skillSets = [] } = market.find(({ handle }) => handle === publisher) ?? {}
    const skill = skillSets.find(({ slug }) => slug === skillset)?.versions.at(-1)?.skills[0]
    const ctx = await contextForOperator({ email: by })
    await runToEnd(ctx, { skill: { name: `${skillSet}.${skill?.slug}` }, args: skill?.examples?.[0]?.input })
    await rate(ctx, { publisher, skillset }, { points, words })
  }
}

if (import.meta.main) {
  await seedMarket()
  await database().$disconnect()
  // The listening connection of the runs would keep the program alive.
  process.exit(0)
}
