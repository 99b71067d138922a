// Walks every server action as a plain member of an organisation. A new action fails here until it has a row.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAutomation } from '../../../automations/manage-automations.ts'
import type { Context } from '../../../context/context.ts'
import type { Organisation } from '../../../kernel/db/generated/client.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import type { Json } from '../../../kernel/json/json.ts'
import { addWebhook } from '../../../notices/webhooks/manage-webhooks.ts'
import { createPlan } from '../../../plans/saved/saved-plans.ts'
import { replaceStaged } from '../../../publishing/rows/trusted-repositories.ts'
import { runToEnd } from '../../../runs/start/start-run.ts'
import {
  contextFor,
  freshName,
  makeDraft,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeSkillSetDocument,
  makeUser,
  type TestPublisher,
  type TestSkillSet,
  type TestUser,
  type TestVersion,
} from '../../../testing/factories.ts'
import { clearRequest } from '../../../testing/fake-next-headers.ts'
import { makeSubmission, type TestSubmission } from '../../../testing/make-submission.ts'
import { openBrowserSession } from '../../../testing/open-browser-session.ts'
import { selectOrganisation } from '../../session/cookies/organisation-cookie.ts'

process.env.NEXTAUTH_SECRET ??= 'for-a-test'
const db = database()

/** An organisation that publishes, with something of each kind that the owner created. */
type World = {
  organisation: Organisation
  owner: TestUser
  member: TestUser
  siteAdmin: TestUser
  publisher: TestPublisher
  draft: TestSkillSet
  version: TestVersion
  submission: TestSubmission
  ownerContext: Context
}

async function makeWorld(): Promise<World> {
  const [owner, member, siteAdmin] = [await makeUser(), await makeUser(), await makeUser({ role: 'ADMIN' })]
  const organisation = await makeOrganisation({ owner, members: [member] })
  const publisher = await makePublisher({ owner, organisation })
  const draft = await makeDraft({ publisher })
  const version = await makePublishedVersion({ publisher })
  const submission = await makeSubmission({ skillSet: await makeDraft({ publisher }) })
  const ownerContext = await contextFor(owner, { organisation })
  return { organisation, owner, member, siteAdmin, publisher, draft, version, submission, ownerContext }
}

type Arguments = (world: World) => unknown[] | Promise<unknown[]>

/** `admins` are owners and admins of the organisation, `siteAdmins` those of the whole site. */
type Row = { for: 'members' | 'admins' | 'siteAdmins'; given: Arguments }

const members = (given: Arguments = () => []): Row => ({ for: 'members', given })
const admins = (given: Arguments): Row => ({ for: 'admins', given })
const siteAdmins = (given: Arguments): Row => ({ for: 'siteAdmins', given })

function formWith(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** A finding of a decision on the submission. */
async function findingIn({ submission, siteAdmin }: World): Promise<string> {
  const { id } = await db.reviewFinding.create({
    data: {
      ...{ submissionId: submission.id, rule: 'P1', ruleVersion: 1, severity: 'high', isAutomated: false },
      ...{ evidence: 'A finding.', why: 'It matters.', fix: '', authorId: siteAdmin.id },
    },
  })
  await db.submission.update({
    where: { id: submission.id },
    data: { decision: 'CHANGES_REQUESTED', decidedById: siteAdmin.id, decidedAt: new Date() },
  })
  return id
}

/** The submission, rejected. */
async function rejectedIn({ submission, siteAdmin }: World): Promise<string> {
  await db.version.update({ where: { id: submission.versionId }, data: { state: 'REJECTED' } })
  await db.submission.update({
    where: { id: submission.id },
    data: { decision: 'REJECTED', decidedById: siteAdmin.id, decidedAt: new Date() },
  })
  return submission.id
}

/** An appeal against another admin's decision. */
async function appealIn(world: World): Promise<string> {
  const subjectId = await rejectedIn(world)
  const { id } = await db.appeal.create({
    data: {
      ...{
        kind: 'rejection',
        subjectId,
        decisionId: subjectId,
        subject: 'press.set 1.0.0',
        text: 'It is right.',
      },
      ...{
        skillSetId: world.submission.version.skillSetId,
        decidedById: (await makeUser({ role: 'ADMIN' })).id,
      },
      ...{ openedById: world.owner.id, openedByName: world.owner.name },
    },
  })
  return id
}

/** A public collection with a skill. */
async function collectionIn({ owner, version }: World): Promise<string> {
  const { id } = await db.collection.create({
    data: {
      ...{ userId: owner.id, title: 'Invoices', isPublic: true },
      entries: { create: { skillSetId: version.skillSetId, skillSlug: '', position: 1 } },
    },
  })
  return id
}

/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function screenshotForm(): FormData {
  const form = formWith({ caption: 'A greeting' })
  form.set('image', new File([Buffer.from(PIXEL, 'base64')], 'greeting.png'))
  return form
}

const refOf = ({ publisher, version }: World) => ({
  publisher: publisher.handle,
  skillset: version.skillSet.slug,
})
const documentText = () => JSON.stringify(makeSkillSetDocument())
const NOTHING = '01900000-0000-7000-8000-000000000000'

async function planOf({ ownerContext }: World): Promise<string> {
  const text = JSON.stringify({ version: '1', goal: 'Tidy up', riskLevel: 'read-only', steps: [] })
  return (await createPlan(ownerContext, { title: freshName('plan'), text })).slug
}

async function automationOf({ ownerContext, version: { skillName: skill } }: World): Promise<string> {
  const trigger = { kind: 'webhook' }
  return (await createAutomation(ownerContext, { title: 'Hook', skill, trigger })).id
}

async function webhookOf({ ownerContext }: World): Promise<string> {
  return (await addWebhook(ownerContext, { url: 'https://example.com/hook' })).id
}

async function runOf({ ownerContext, version }: World): Promise<string> {
  return (await runToEnd(ownerContext, { skill: { name: version.skillName }, args: { name: 'Ada' } })).id
}

async function buildOf({ draft }: World): Promise<string> {
  const provenance = {
    repository: 'ada/tools',
    repositoryUrl: 'https://github.com/ada/tools',
    commit: 'a'.repeat(40),
    commitUrl: 'https://github.com/ada/tools/commit/a',
    ref: 'refs/heads/main',
    workflow: 'release.yml',
    runUrl: 'https://github.com/ada/tools/actions/runs/1',
    isPublic: true,
  }
  const document = { ...draft.document, version: '2.0.0' } as unknown as Json
  const build = { skillSetId: draft.id, number: '2.0.0', note: '', document, provenance }
  return db.$transaction((tx) => replaceStaged(tx, build))
}

async function ratingIn(world: World): Promise<string> {
  const { id: userId } = await makeUser()
  const { skillSetId, number: versionNumber } = world.version
  await db.rating.create({ data: { userId, skillSetId, points: 5, comment: 'Good.', versionNumber } })
  return userId
}

const newSkillSet = ({ publisher }: World) => ({
  handle: publisher.handle,
  name: 'Greetings',
  slug: freshName('set'),
  visibility: 'PRIVATE',
  skill: { name: 'Greet', slug: 'greet', kind: 'action', runtime: 'javascript' },
})

const TABLE: Record<string, Record<string, Row>> = {
  // Publishing, the studio and reviews: a member reads and tries, owners and admins change.
  'publish/actions.ts': {
    checkHandle: members(() => [freshName('handle')]),
    claimHandle: admins(() => [freshName('handle'), 'A name']),
    createSkillSet: admins((world) => [newSkillSet(world)]),
    createSkillSetFromText: admins(({ publisher }) => [publisher.handle, { text: documentText() }]),
    createSkillFromPlan: admins(async (world) => {
      const { skill, ...terms } = newSkillSet(world)
      return [{ ...terms, plan: await planOf(world), inputs: [] }]
    }),
    startNewVersion: admins(({ version }) => [version.skillSetId]),
  },
  'publish/[id]/actions.ts': {
    saveDraft: admins(({ draft }) => [draft.id, { text: documentText() }, 1]),
    loadDraft: members(({ draft }) => [draft.id]),
    readUpload: members(({ draft }) => [draft.id, { text: documentText() }]),
    readDraftBeforeProgram: members(({ draft }) => [draft.id]),
    readPublishedDocument: members(({ version }) => [version.skillSetId]),
    startTestRun: members(),
    listTestChoices: members(),
    readChecklist: members(({ draft }) => [draft.id]),
    checkDraft: members(),
    readTestSettings: admins(({ draft }) => [draft.id]),
    saveTestSettings: admins(({ draft }) => [draft.id, {}]),
    shareTestSettings: admins(({ draft }) => [draft.id, true]),
    lendTestSettings: admins(({ draft }) => [draft.id, true]),
    changeHiddenAdvice: admins(({ draft }) => [draft.id, { hide: ['a'], show: [] }]),
    resolvePackages: admins(({ draft }) => [draft.id, []]),
    searchPackages: admins(({ draft }) => [draft.id, 'left-pad']),
    suggestEdit: admins(({ draft }) => [draft.id, { task: 'prompt', skill: 0, request: '' }]),
    answerSecret: admins(({ draft }) => [draft.id, 'skills/0', 'It is an example.']),
    tryDraftMigrations: members(),
    submitDraft: admins(({ draft }) => [draft.id, '', 1]),
    deleteDraft: admins(({ draft }) => [draft.id, 1]),
    deleteSkillSet: admins(({ draft }) => [draft.id]),
  },
  'publish/[id]/recording-actions.ts': {
    listRecordings: members(({ draft }) => [draft.id]),
    recordExample: admins(({ draft }) => [draft.id, { skillSlug: 'greet', exampleIndex: 0 }]),
    readRecording: members(),
    downloadRecording: members(),
    keepRecording: admins(({ draft }) => [draft.id, NOTHING]),
    deleteRecording: admins(({ draft }) => [draft.id, NOTHING]),
    previewPublicRecording: admins(({ draft }) => [draft.id, NOTHING]),
    publishRecording: admins(({ draft }) => [draft.id, NOTHING, true]),
  },
  'publish/earnings/actions.ts': {
    moveEarnings: admins(() => [null, formWith({ amount: '1.00', key: freshName() })]),
    savePayee: admins(() => [null, formWith({ name: 'Ada' })]),
    requestPayout: admins(() => [null, formWith({ amount: '1.00' })]),
    withdrawPayout: admins(() => [null, formWith({ id: NOTHING })]),
  },
  'publish/profile-actions.ts': {
    saveProfile: admins(({ publisher }) => [publisher.handle, null, formWith({ displayName: 'Press' })]),
    proveControl: admins(({ publisher }) => [publisher.handle, 'github', 'acme/tools']),
    removeControl: admins(({ publisher }) => [publisher.handle, 'dns']),
    requestVerification: admins(({ publisher }) => [publisher.handle]),
    writeToPublisher: members(({ publisher }) => [publisher.handle, null, formWith({ message: 'Hello.' })]),
    addScreenshot: admins(({ draft }) => [draft.id, null, screenshotForm()]),
    removeScreenshot: admins(({ draft }) => [draft.id, null, formWith({ id: NOTHING })]),
  },
  'publish/name-actions.ts': {
    changePublisherName: admins(({ publisher }) => [
      publisher.handle,
      null,
      formWith({ name: freshName('press') }),
    ]),
    changeSkillSetSlug: admins(({ draft }) => [draft.id, null, formWith({ name: freshName('set') })]),
    offerPublisher: admins(({ publisher }) => [publisher.handle, null, formWith({ to: freshName('press') })]),
    offerSkillSet: admins(({ draft }) => [draft.id, null, formWith({ to: freshName('press') })]),
    // Offers are made by owners to owners: for anyone else, an unknown one does not exist.
    acceptTransfer: members(() => [NOTHING, null, new FormData()]),
    declineTransfer: members(() => [NOTHING]),
    cancelTransfer: members(() => [NOTHING]),
  },
  'publish/trust-actions.ts': {
    trustRepository: admins(({ draft }) => [
      draft.id,
      null,
      formWith({ repository: 'ada/tools', branch: 'main' }),
    ]),
    distrustRepository: admins(({ draft }) => [draft.id, NOTHING]),
    saveEmbedSites: admins(({ draft }) => [draft.id, null, formWith({ sites: 'https://example.com' })]),
    submitBuild: admins(async (world) => [await buildOf(world), 1, null, new FormData()]),
    discardBuild: admins(async (world) => [await buildOf(world)]),
  },
  'review/actions.ts': {
    yankVersion: admins(({ version }) => [version.id, 'A reason.']),
    restoreVersion: admins(({ version }) => [version.id]),
    deprecateVersion: admins(({ version }) => [version.id, 'Use another.', '']),
    finishRollout: admins(({ version }) => [version.id]),
    returnVersion: admins(({ version }) => [version.id, 'A reason.']),
    takeDownSkillSet: siteAdmins(({ version }) => [version.skillSetId, 'A reason.']),
    restrictSubject: siteAdmins(({ version }) => [
      { skillSetId: version.skillSetId, kind: 'hidden' },
      'A reason.',
    ]),
    setVerified: siteAdmins(({ publisher }) => [publisher.handle, publisher.displayName, true]),
  },
  'review/appeals/actions.ts': {
    openAppeal: admins(async (world) => ['rejection', await rejectedIn(world), 'It is right.']),
    decideAppeal: siteAdmins(async (world) => [await appealIn(world), { outcome: 'upheld', reason: 'No.' }]),
    withdrawAppeal: admins(async (world) => [await appealIn(world)]),
  },
  'review/[id]/actions.ts': {
    decideSubmission: siteAdmins(({ submission }) => [submission.id, 'reject', 'A reason.']),
    trySubmission: siteAdmins(({ submission }) => [
      submission.id,
      { skillSlug: 'none', args: '{}', timeZone: 'UTC' },
    ]),
    commentOnLine: siteAdmins(({ submission }) => [
      submission.id,
      { skill: 'greet', part: 'code', line: 1, body: 'Why?' },
    ]),
    quoteFinding: siteAdmins(({ submission }) => [submission.id, { rule: 'long-line', sentence: 'None.' }]),
    addFinding: siteAdmins(({ submission }) => [submission.id, { rule: 'P1', evidence: 'A finding.' }]),
    removeFinding: siteAdmins(({ submission }) => [submission.id, NOTHING]),
    answerFinding: admins(async (world) => [await findingIn(world), { kind: 'fixed' }]),
    withdrawSubmission: admins(({ submission }) => [submission.id]),
    commentOnSubmission: admins(({ submission }) => [submission.id, 'A comment.']),
  },
  '[publisher]/[skillset]/feedback-actions.ts': {
    setStar: members((world) => [refOf(world), true]),
    rateSkillSet: members(),
    answerRating: admins(async (world) => [refOf(world), await ratingIn(world), 'Thank you.']),
    withdrawRating: members((world) => [refOf(world)]),
    reportSkillSet: members(),
  },
  'collections/actions.ts': {
    listCollectionChoices: members((world) => [refOf(world)]),
    createCollection: members(() => [{ title: 'Invoices' }]),
    updateCollection: members(),
    deleteCollection: members(() => [NOTHING]),
    setInCollection: members(),
    removeEntry: members(),
    orderCollection: members(),
    createToolsetFromCollection: admins(async (world) => [
      { collection: await collectionIn(world), name: 'desk' },
    ]),
  },
  'runs/actions.ts': {
    runForVisitor: members(),
    startRun: members(),
    listChoices: members(),
    savePreset: members(),
    deletePreset: members(),
    shareRun: admins(async (world) => [await runOf(world)]),
    revokeShare: members(() => [NOTHING]),
    shareFailure: admins(async (world) => [await runOf(world), true]),
    deleteRunContent: admins(async (world) => [await runOf(world)]),
    deleteRunContents: members(),
    addExample: admins(async (world) => [await runOf(world), 'An example']),
    quoteBatch: members(),
    startBatch: members(),
    cancelBatch: members(),
    quoteRepeat: members(),
    repeatRuns: members(),
  },

  'runs/updates/actions.ts': {
    changeReplayConsent: admins(({ publisher, version }) => [publisher.handle, version.skillSet.slug, true]),
    showReplayCase: members(() => [NOTHING, 0]),
    answerReplay: admins(() => [NOTHING, 'fine', '']),
  },
  'find/actions.ts': {
    findSkillsByTypes: members(() => [{ words: 'text', have: '', need: 'text', needed: '' }]),
  },

  // Plans and automations: a member has their own, and runs those of others.
  'plans/actions.ts': {
    createPlan: members(() => [{ title: 'Mine', text: '{}' }]),
    savePlan: admins(async (world) => [{ slug: await planOf(world), title: 'New', text: '{}', revision: 1 }]),
    loadPlan: members(async (world) => [await planOf(world)]),
    deletePlan: admins(async (world) => [await planOf(world)]),
    readTemplate: members(),
    findPlanTools: members(),
    findMissingFiles: members(),
    addTemplateFiles: members(),
    draftPlan: members(),
    createPlanFromRuns: members(),
    startPlanRun: members(),
    resumePlanRun: members(() => [NOTHING, {}]),
    startRealRun: members(() => [NOTHING]),
    confirmPlanRun: members(() => [NOTHING]),
    decideApproval: members(() => [NOTHING, {}]),
    addSampleFile: members(() => [NOTHING]),
    cancelPlanRun: members(() => [NOTHING]),
    undoPlanRun: members(() => [NOTHING]),
  },
  'automations/actions.ts': {
    createAutomation: members(({ version }) => [
      { title: 'Mine', skill: version.skillName, trigger: { kind: 'webhook' } },
    ]),
    changeAutomation: admins(async (world) => [await automationOf(world), { title: 'New' }]),
    pauseAutomation: admins(async (world) => [await automationOf(world)]),
    resumeAutomation: admins(async (world) => [await automationOf(world)]),
    runAutomationNow: admins(async (world) => [await automationOf(world)]),
    rotateWebhookToken: admins(async (world) => [await automationOf(world)]),
    sendTestMessage: admins(async (world) => [await automationOf(world), '{}']),
    deleteAutomation: admins(async (world) => [await automationOf(world)]),
  },
  'vault/actions.ts': {
    changeWorkspace: members(),
    readConflictingText: members(),
    changeFiles: members(),
    searchVault: members(),
    listFileHistory: members(),
    listJournal: members(),
    listChangedFiles: members(),
    readVersion: members(),
    undoOperations: members(),
    listTrash: members(),
    restoreFromTrash: members(),
    emptyTrash: members(),
    readUsage: members(),
  },

  // Settings of the organisation.
  'settings/config/[publisher]/[skillset]/actions.ts': {
    saveConfig: admins((world) => [refOf(world), {}]),
  },
  'settings/installed/actions.ts': {
    previewInstallChange: members(),
    installSkillSet: admins((world) => [refOf(world), { versionId: world.version.id, consent: true }]),
    upgradeSkillSet: admins((world) => [
      refOf(world),
      { versionId: world.version.id, consent: true, fromVersionId: world.version.id },
    ]),
    takeVersion: admins((world) => [refOf(world), world.version.id, 'A reason.']),
    uninstallSkillSet: admins((world) => [refOf(world), 'keep']),
    deleteStoredConfig: admins((world) => [refOf(world)]),
  },
  'settings/integrations/actions.ts': {
    connectWithKey: admins(() => [{ provider: 'none', key: 'secret', skillSet: 'a.b' }]),
    startConnect: admins(() => [{ provider: 'none', skillSet: 'a.b', back: '/' }]),
    allowSkillSet: admins(() => [{ provider: 'none', skillSet: 'a.b' }]),
    withdrawSkillSet: admins(() => [{ provider: 'none', skillSet: 'a.b' }]),
    disconnectAccount: admins(() => ['none']),
  },
  'settings/organisation/actions.ts': {
    createOrganisation: members(() => [null, formWith({ name: freshName('organisation') })]),
    renameOrganisation: admins(() => [null, formWith({ name: freshName('organisation') })]),
    changeRole: admins(({ member }) => [member.id, 'MEMBER']),
    removeMember: admins(({ siteAdmin }) => [siteAdmin.id]),
    leaveOrganisation: members(),
    inviteMember: admins(() => ['MEMBER']),
    revokeInvitation: admins(() => [NOTHING]),
    saveVersionAge: admins(() => [72]),
  },
  'settings/organisation/delete/actions.ts': {
    deleteOrganisation: admins(({ organisation }) => [null, formWith({ confirm: organisation.name })]),
  },
  'settings/plans/actions.ts': {
    savePolicy: admins(() => [{ mode: 'ask', allowedTools: [], deniedTools: [], allowedPaths: [] }, null]),
  },
  'settings/retention/actions.ts': { saveRetention: admins(() => [30]) },
  'settings/storage/actions.ts': { scheduleRunCleanup: admins(() => [30]) },
  'settings/toolsets/actions.ts': {
    readOffer: members(),
    createToolset: admins(() => [{ name: freshName('tools') }]),
    deleteToolset: admins(() => [{ toolset: 'none' }]),
    addToToolset: admins(() => [{ toolset: 'none', skill: 'a.b.c' }]),
    removeFromToolset: admins(() => [{ toolset: 'none', skill: 'a.b.c' }]),
    renewConsent: admins(() => [{ toolset: 'none', skill: 'a.b.c' }]),
  },
  'settings/wallet/actions.ts': {
    setDailyCap: admins(() => [null, formWith({ cap: '1.00' })]),
    requestCredit: members(() => [null, formWith({ amount: '1.00', reason: 'To try it.' })]),
  },
  'settings/webhooks/actions.ts': {
    addWebhook: admins(() => [{ url: 'https://example.com/hook' }]),
    removeWebhook: admins(async (world) => [await webhookOf(world)]),
    resumeWebhook: admins(async (world) => [await webhookOf(world)]),
  },
  // A member has own keys and blobs, and those of others do not exist for them.
  'settings/keys/actions.ts': {
    createKey: members(() => [{ name: 'Mine', scopes: ['read'], expiresInDays: 30 }]),
    bindKey: members(() => [NOTHING, null]),
    revokeKey: members(() => [NOTHING]),
    decideSpending: members(() => [NOTHING, true]),
  },
  'settings/blobs/actions.ts': { deleteBlob: members(() => [NOTHING]) },

  // The person's own account.
  'actions.ts': {
    signOut: members(),
    switchOrganisation: members(({ member }) => [member.organisation.id]),
    listSkillCommands: members(),
    runCommand: members(),
    findOrganisationOf: members(),
  },
  'confirm-email/[token]/actions.ts': { confirmAddress: members(() => ['none']) },
  'join/[token]/actions.ts': { joinOrganisation: members(() => ['none']) },
  'notices/actions.ts': { markNoticeRead: members(() => [NOTHING]), markAllNoticesRead: members() },
  'oauth/authorize/actions.ts': { decideAuthorization: members() },
  'reset/[token]/actions.ts': {
    resetPassword: members(() => ['none', null, formWith({ password: 'a password' })]),
  },
  'reset/actions.ts': { requestReset: members() },
  'settings/actions.ts': {
    changeName: members(),
    changePassword: members(),
    signOutEverywhere: members(() => [false]),
    changeEmail: members(),
    resendVerification: members(),
    cancelEmailChange: members(),
  },
  'settings/delete/actions.ts': { deleteAccount: members() },
  'settings/notifications/actions.ts': {
    setNoticePreference: members(),
    setNoticeWebhook: members(),
    removeNoticeWebhook: members(),
    resumeNoticeWebhook: members(),
  },
  'settings/confirm-identity/actions.ts': {
    readReauthMeans: members(),
    confirmByPassword: members(),
    confirmByCode: members(),
    confirmByPasskey: members(),
    reauthenticateByPassword: members(),
    reauthenticateByCode: members(),
    beginPasskeyReauth: members(),
    finishPasskeyReauth: members(),
  },
  'settings/security/actions.ts': {
    endSession: members(() => [NOTHING]),
    unlinkSignIn: members(() => [NOTHING]),
    revokeConnection: members(() => [NOTHING]),
  },
  'settings/security/factor-actions.ts': {
    beginTotp: members(),
    confirmTotp: members(() => ['000000']),
    removeTotp: members(),
    beginPasskey: members(),
    finishPasskey: members(),
    removePasskey: members(() => ['none']),
  },
  'sign-in/actions.ts': { signIn: members() },
  'sign-in/second/actions.ts': {
    signInWithCode: members(),
    beginPasskeySignIn: members(),
    finishPasskeySignIn: members(),
  },
  'sign-up/actions.ts': { signUp: members() },
  'unsubscribe/[token]/actions.ts': { unsubscribe: members(() => ['none']) },

  // The site's administration.
  'admin/hosts/actions.ts': {
    addOwnHost: siteAdmins(() => [null, formWith({})]),
    removeOwnHost: siteAdmins(() => [{}]),
  },
  'admin/integrations/actions.ts': {
    createProvider: siteAdmins(() => ['acme', {}]),
    updateProvider: siteAdmins(() => ['acme', {}]),
    removeProvider: siteAdmins(() => ['acme']),
  },
  'admin/mail/actions.ts': { retryMail: siteAdmins(() => [NOTHING]) },
  'admin/money/actions.ts': {
    grantCredit: siteAdmins(() => [null, formWith({})]),
    recordPayout: siteAdmins(() => [null, formWith({})]),
    refundRun: siteAdmins(() => [null, formWith({})]),
    payPayout: siteAdmins(() => [null, formWith({})]),
    declinePayout: siteAdmins(() => [null, formWith({})]),
    declineCredit: siteAdmins(() => [null, formWith({})]),
  },
  'admin/organisations/[id]/actions.ts': {
    saveLimits: siteAdmins(({ organisation }) => [organisation.id, null, formWith({})]),
  },
  'admin/people/actions.ts': {
    setAdmin: siteAdmins(({ owner }) => [owner.id, true]),
    suspendPerson: siteAdmins(({ owner }) => [owner.id, 'A reason.']),
    unsuspendPerson: siteAdmins(({ owner }) => [owner.id]),
    endSessions: siteAdmins(({ owner }) => [owner.id]),
    removeSecondFactor: siteAdmins(({ owner }) => [owner.id]),
    makeResetLink: siteAdmins(({ owner }) => [owner.email]),
  },
  'admin/reports/actions.ts': { closeReport: siteAdmins(() => [NOTHING, 'An answer.']) },
  'admin/recalls/actions.ts': {
    quarantineVersions: siteAdmins(({ version }) => [{ skillSetId: version.skillSetId }, 'A reason.']),
    liftQuarantine: siteAdmins(() => [NOTHING, 'A reason.']),
    proposeRecall: siteAdmins(({ version }) => [{ skillSetId: version.skillSetId }]),
    confirmRecall: siteAdmins(() => [NOTHING]),
    withdrawRecall: siteAdmins(() => [NOTHING]),
    proposeRetraction: siteAdmins(() => [NOTHING, 'Reason.']),
    confirmRetraction: siteAdmins(() => [NOTHING, 0]),
    withdrawRetraction: siteAdmins(() => [NOTHING, 0]),
  },
  'admin/behaviour/actions.ts': { resumeVersion: siteAdmins(() => [NOTHING]) },
  'recalls/actions.ts': {
    rotateSecret: admins(() => [{ recallId: NOTHING, key: 'k', host: 'h', isRotated: true }]),
  },
  'admin/restrictions/actions.ts': { liftRestriction: siteAdmins(() => [NOTHING, 'A reason.']) },
  'admin/settings/actions.ts': {
    saveSettings: siteAdmins(() => [null, formWith({ name: ' ' })]),
    saveLogo: siteAdmins(() => [null, formWith({})]),
  },
}

const APP = path.resolve(import.meta.dirname, '../../../../app')

/** Every file of server actions, relative to `app`. */
function actionFiles(): string[] {
  return readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('api/handler'))
    .filter((file) => /^'use server'/.test(readFileSync(path.join(APP, file), 'utf8')))
    .toSorted()
}

const importActions = (file: string): Promise<Record<string, (...given: unknown[]) => unknown>> =>
  import(path.join(APP, file))

async function signIn(user: TestUser, organisation?: Organisation): Promise<void> {
  clearRequest()
  await openBrowserSession(user.id)
  if (organisation) await selectOrganisation(organisation.id)
}

/** Calls the action; resolves with the code of its refusal, if any. A redirect is a success. */
async function codeOf(act: () => unknown): Promise<string | undefined> {
  const result = await Promise.resolve(act()).catch((thrown) => {
    if (String(thrown?.digest).startsWith('NEXT_')) return undefined
    throw thrown
  })
  const { error, code } = (result ?? {}) as { error?: { code: string } | null; code?: string }
  return error?.code ?? code
}

test('every server action has a row, and every row an action', async () => {
  const found = await Promise.all(
    actionFiles().map(async (file) => [file, Object.keys(await importActions(file)).toSorted()]),
  )
  const listed = Object.entries(TABLE).map(([file, rows]) => [file, Object.keys(rows).toSorted()])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed))
})

const ROWS = Object.entries(TABLE).flatMap(([file, rows]) =>
  Object.entries(rows).map(([name, row]) => ({ name: `${file} ${name}`, file, action: name, row })),
)

let world: World
beforeEach(async () => {
  world = await makeWorld()
})

async function call(file: string, action: string, given: unknown[]): Promise<string | undefined> {
  const act = (await importActions(file))[action]!
  return codeOf(() => act(...given))
}

describe('a plain member is refused', () => {
  test.each(ROWS.filter(({ row }) => row.for !== 'members'))('$name', async ({ file, action, row }) => {
    const given = await row.given(world)
    await signIn(world.member, world.organisation)
    expect(await call(file, action, given)).toBe('POLICY_DENIED')

    // The same call is not refused to those who may, so the refusal is about the role.
    await signIn(
      row.for === 'admins' ? world.owner : world.siteAdmin,
      row.for === 'admins' ? world.organisation : undefined,
    )
    expect(await call(file, action, given)).not.toBe('POLICY_DENIED')
  })
})

describe('a plain member may call', () => {
  test.each(ROWS.filter(({ row }) => row.for === 'members'))('$name', async ({ file, action, row }) => {
    const given = await row.given(world)
    await signIn(world.member, world.organisation)

    expect(await call(file, action, given)).not.toBe('POLICY_DENIED')
  })
})
