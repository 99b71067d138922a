/** Objects that pages display, created on first use. */
import { setTimeout as sleep } from 'node:timers/promises'
import { makeResetLink } from '#lib/accounts/reset-password.ts'
import { createKey } from '#lib/auth/manage-api-keys.ts'
import { registerClient } from '#lib/auth/oauth/register-client.ts'
import { insertConfirmation } from '#lib/auth/rows/spending-confirmations.ts'
import { createAutomation } from '#lib/automations/manage-automations.ts'
import { createCollection, updateCollection } from '#lib/catalog/collections/collections.ts'
import { emptyDocument, newSkill } from '#lib/contracts/document/empty-document.ts'
import { connectWithKey } from '#lib/integrations/connections.ts'
import { createProvider } from '#lib/integrations/manage-providers.ts'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { insertPayout } from '#lib/money/rows/payout-rows.ts'
import { createPlan } from '#lib/plans/saved/saved-plans.ts'
import { startPlanRun } from '#lib/plans/start/start-plan-run.ts'
import { getPlanRun } from '#lib/plans/views/get-plan-run.ts'
import { contextForOperator } from '#lib/protocols/session/context/context-for-operator.ts'
import { createSkillSet } from '#lib/publishing/drafts/draft-lifecycle.ts'
import { offerTransfer } from '#lib/publishing/publishers/transfer.ts'
import { performRecall } from '#lib/publishing/recalls/reach.ts'
import { confirmRecall, proposeRecall } from '#lib/publishing/recalls/recall.ts'
import { openAppeal } from '#lib/publishing/review/appeals/appeals.ts'
import { reject } from '#lib/publishing/review/decide/decide-submission.ts'
import { addOwnFinding } from '#lib/publishing/review/findings/quote-finding.ts'
import { findDraft } from '#lib/publishing/rows/drafts.ts'
import { replaceStaged } from '#lib/publishing/rows/trusted-repositories.ts'
import { runToEnd } from '#lib/runs/start/start-run.ts'
import { shareRun } from '#lib/runs/views/share-run.ts'
import { contextFor, makeAdmin, makePublishedVersion } from '#lib/testing/factories.ts'
import { API_KEY, providerFieldsWith } from '#lib/testing/integration-setup.ts'
import { actAs, actAsPublisher, configureSiteEnvironment } from './configure-site-environment.ts'
import { freshSlug } from './people.ts'
import { invitationTo, makeOrganisation } from './shared-organisation.ts'
import { parcelSkillSet, submitFile } from './submit-file.ts'

const run = once(async () => {
  const skill = { name: 'guildhall.text_tools.text_statistics' }
  const args = { text: 'It was a bright cold day in April.' }
  return (await runToEnd(await actAs('user@demo.local'), { skill, args })).id
})

const draft = once(async () => {
  const action = newSkill({ slug: 'greet', name: 'Greet', kind: 'action', runtime: 'javascript' })
  const instruction = newSkill({ slug: 'tone', name: 'Tone', kind: 'instruction', runtime: 'javascript' })
  const skills = [action, instruction]
  const document = emptyDocument({ slug: freshSlug('set'), name: 'Greetings', skills })
  return createSkillSet(await actAsPublisher(), { handle: 'ledgerworks', document })
})

/** A recall that a demo person's run is reached by. Its proposer is an admin for this moment only. */
const recalled = once(async () => {
  const { id, skillSetId, skillName } = await makePublishedVersion()
  await runToEnd(await actAs('user@demo.local'), { skill: { name: skillName }, args: { name: 'Ada' } })
  const proposer = await makeAdmin()
  const recallId = await proposeRecall(await contextFor(proposer), {
    ...{ skillSetId, versionIds: [id], recallClass: 'wrong_results' },
    reason: 'It greets people by the wrong name. Check what you sent.',
  })
  const admin = await actAs('admin@demo.local')
  await confirmRecall(admin, recallId)
  await performRecall(admin, recallId)
  await admin.db.user.update({ where: { id: proposer.id }, data: { role: 'USER' } })
  return recallId
})

/** Functions that return an id or token, by the URL parameter they fill. */
export const PAGE_FIXTURES = {
  run,

  recall: recalled,

  recallable: once(async () => (await makePublishedVersion()).skillSetId),

  share: once(async () => (await shareRun(await actAs('user@demo.local'), await run())).token),

  collection: once(async () => {
    const user = await actAs('user@demo.local')
    const item = { publisher: 'guildhall', skillset: 'text_tools' }
    const { id } = await createCollection(user, { title: 'Writing desk', item })
    await updateCollection(user, { collection: id, title: 'Writing desk', description: '', isPublic: true })
    return id
  }),

  submission: once(async () => (await submitFile(parcelSkillSet())).submissionId),

  appeal: once(async () => {
    const { submissionId: subjectId } = await submitFile(parcelSkillSet())
    const admin = await actAs('admin@demo.local')
    await addOwnFinding(admin, subjectId, { rule: 'P1', evidence: 'The price is not that of the carrier.' })
    await reject(admin, { submissionId: subjectId, reason: 'The skill does something else than it says.' })
    const text = 'The price is that of the carrier.'
    return openAppeal(await actAsPublisher(), { kind: 'rejection', subjectId, text })
  }),

  consent: once(async () => {
    const redirect_uri = 'http://localhost:6274/callback'
    const registration = { client_name: 'Deskpad', redirect_uris: [redirect_uri] }
    const client = await registerClient(await actAs('user@demo.local'), registration, 'e2e')
    const { client_id } = client as { client_id: string }
    const pkce = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
    return String(
      new URLSearchParams({ client_id, redirect_uri, response_type: 'code', scope: 'read run', ...pkce }),
    )
  }),

  reset: once(async () => {
    configureSiteEnvironment()
    return lastOf((await makeResetLink(await contextForOperator('system'), 'user@demo.local')).path)
  }),

  invitation: once(async () => invitationTo(await makeOrganisation(), 'MEMBER')),

  organisation: once(async () => (await makeOrganisation()).id),
  person: once(async () => (await actAs('user@demo.local')).viewer!.userId),

  automation: once(async () => {
    const trigger = { kind: 'cron', cron: '0 9 * * MON' }
    const input = { text: 'It was a bright cold day in April.' }
    const fields = { title: 'Every Monday', skill: 'guildhall.text_tools.text_statistics', input, trigger }
    return (await createAutomation(await actAs('user@demo.local'), fields)).id
  }),

  /** A provider to which the user has connected an account. */
  provider: once(async () => {
    const slug = freshSlug('weather')
    await createProvider(await actAs('admin@demo.local'), slug, providerFieldsWith())
    await connectWithKey(await actAs('user@demo.local'), { provider: slug, key: API_KEY })
    return slug
  }),

  plan: once(async () => savePlanAs(await actAs('user@demo.local'))),

  published_plan: once(async () => savePlanAs(await actAsPublisher())),

  /** A plan run that failed at its second step and changed nothing. */
  plan_run: once(async () => {
    const ctx = await actAs('user@demo.local')
    const { planRun } = await startPlanRun(ctx, { plan: PLAN, confirmed: true })
    while (!(await getPlanRun(ctx, planRun.id)).endedAtMs) await sleep(50)
    return planRun.id
  }),

  draft,

  /** A staged build of the draft. */
  staged: once(async () => {
    const { db } = await actAsPublisher()
    const skillSetId = await draft()
    const document = { ...((await findDraft(db, skillSetId))!.document as JsonObject), version: '1.1.0' }
    const at = 'https://github.com/ledgerworks/greetings'
    const commit = '1'.repeat(40)
    const provenance = {
      ...{
        repository: 'ledgerworks/greetings',
        repositoryUrl: at,
        commit,
        commitUrl: `${at}/commit/${commit}`,
      },
      ...{ ref: 'refs/heads/main', workflow: 'publish.yml', runUrl: `${at}/actions/runs/1`, isPublic: true },
    }
    const staged = { skillSetId, number: '1.1.0', note: 'Nightly build.', document, provenance }
    return db.$transaction((tx) => replaceStaged(tx, staged))
  }),

  /** A call of a minted key that waits for the user. */
  spending: once(async () => {
    const ctx = await actAs('user@demo.local')
    const db = ctx.db
    const { key } = await createKey(ctx, { name: 'Orchestrator', scopes: ['run'], expiresInDays: 30 })
    const minted = await fetch(new URL('/api/keys', process.env.BASE_URL), {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Researcher', confirm_above: '0.01' }),
    })
    const { id: keyId } = (await minted.json()) as { id: string }
    const skillName = 'guildhall.text_tools.text_statistics'
    const expiresAt = new Date(Date.now() + 86_400_000)
    const shown = { skillName, versionNumber: '1.1.0', input: '{"text":"One two."}' }
    const call = { keyId, ...shown, digest: 'x', amountMicros: 50_000n, expiresAt }
    return (await db.$transaction((tx) => insertConfirmation(tx, call))).id
  }),

  /** A payout that an admin has recorded for the publisher. */
  payout: once(async () => {
    const { db, viewer } = await actAsPublisher()
    const { organisationId } = viewer!
    const paid = { id: crypto.randomUUID(), note: 'SEPA 2026-11', at: new Date() }
    const row = await db.$transaction((tx) =>
      insertPayout(tx, { organisationId, amountMicros: 12_500_000n, paid }),
    )
    return row!.id
  }),

  /** An offer of the draft to another organisation. */
  transfer: once(async () => {
    const skillSetId = await draft()
    return offerTransfer(await actAsPublisher(), { skillSetId }, { to: 'guildhall' })
  }),
}

const PLAN = {
  version: '1',
  goal: 'Make slugs of a list',
  riskLevel: 'read-only',
  steps: [
    { id: 'bullets', tool: 'util.parseMarkdownBullets', args: { text: '- Red apple' } },
    {
      id: 'note',
      tool: 'vault.readFile',
      args: { path: 'There is no such note.md' },
      dependsOn: ['bullets'],
    },
    {
      id: 'slug',
      tool: 'util.slugifyTitle',
      args: { title: '$steps.note.content', maxLength: '$steps.bullets.count' },
    },
  ],
}

const lastOf = (address: string) => address.split('/').at(-1)!

async function savePlanAs(ctx: Awaited<ReturnType<typeof actAs>>): Promise<string> {
  const text = JSON.stringify({ ...PLAN, riskLevel: 'writes' })
  return (await createPlan(ctx, { title: 'Slugs of a list', text })).slug
}

function once<Thing>(make: () => Promise<Thing>): () => Promise<Thing> {
  let promise: Promise<Thing> | undefined
  return () => {
    promise ??= make()
    return promise
  }
}
