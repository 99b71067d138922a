// Real Postgres, and a real sandboxd without a jail, started with the environment that the supervisor gives it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { isLoopbackOnly } from '#lib/protocols/session/network/require-known-host.ts'
import { checkDraft, startTestRun, tryDraftMigrations } from '#lib/publishing/drafts/check-draft.ts'
import { submitDraft } from '#lib/publishing/review/submit/submit-draft.ts'
import { listDraftChoices } from '#lib/runs/start/list-choices.ts'
import { startCodeRun } from '#lib/runs/start/start-code-run.ts'
import { startReviewRun } from '#lib/runs/start/start-draft-run.ts'
import { runToEnd } from '#lib/runs/start/start-run.ts'
import { getRunPage } from '#lib/runs/views/get-run.ts'
import { connectSandbox } from '#lib/sandbox/sandbox-client.ts'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '#lib/testing/factories.ts'
import { sandboxEnvironment } from './start-site.ts'

const closers: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

/** Starts sandboxd without a jail, for a site with these settings. Returns its socket. */
async function startUnjailed(settings: Parameters<typeof isLoopbackOnly>[0]): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghnojail-'))
  const socket = path.join(folder, 's.sock')
  const isLocalSite = isLoopbackOnly(settings)
  const env = sandboxEnvironment(
    { socket, cache: path.join(folder, 'cache'), isLocalSite },
    { ...process.env, GUILDHALL_SANDBOX_JAIL: 'none', GUILDHALL_SANDBOX_DIR: folder },
  )
  const child = spawn(process.execPath, ['sandboxd/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  closers.push(async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    fs.rmSync(folder, { recursive: true, force: true })
  })
  await once(child.stdout, 'data')
  return socket
}

const UNAPPROVED = {
  code: 'TOOL_NOT_AVAILABLE',
  message: expect.stringContaining('not been approved by an admin'),
}
const OLD = makeSkillDocument({
  parameters: { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] },
  examples: [{ title: 'Greet Ada', input: { who: 'Ada' } }],
})
const migrations = [{ from: '1', definition: 'function migrate({ who }) { return { name: who } }' }]

/** Publishes and approves 1.0.0, and creates a draft of 2.0.0, which brings a migration. */
async function makeNextMajor() {
  const version = await makePublishedVersion({ document: makeSkillSetDocument({ skills: [OLD] }) })
  const { skillSet, skillSetId, skillName } = version
  const document: SkillSetDocument = {
    ...skillSet.document,
    version: '2.0.0',
    skills: [makeSkillDocument()],
    migrations,
  }
  await database().draft.update({
    where: { skillSetId },
    data: { document: JSON.parse(JSON.stringify(document)) },
  })
  return { skillSet, skillSetId, skillName, document }
}

describe('without a jail, on a site that others reach', () => {
  let sandbox: ReturnType<typeof connectSandbox>
  beforeAll(async () => {
    sandbox = connectSandbox(await startUnjailed({ TRUST_PROXY: '1' }))
  })

  test('without a jail, on a site that others reach, a version that an admin approved runs', async () => {
    const { skillName } = await makePublishedVersion()
    const ctx = await contextFor(await makeUser(), { sandbox })

    expect(await runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' } })).toMatchObject({
      state: 'succeeded',
      output: { message: 'Hello, Ada!' },
    })
  })

  test('without a jail, on a site that others reach, a draft does not run for its own publisher', async () => {
    const { id, publisher } = await makeDraft()
    const ctx = await contextFor(publisher.owner, { sandbox })

    const started = await startTestRun(ctx, { skillSetId: id, skillSlug: 'greet', args: { name: 'Ada' } })

    await expect
      .poll(async () => (await getRunPage(ctx, started.id)).run)
      .toMatchObject({
        state: 'failed',
        error: UNAPPROVED,
      })
  })

  test('without a jail, on a site that others reach, the checklist does not run a draft’s examples', async () => {
    const { id, publisher } = await makeDraft()
    const ctx = await contextFor(publisher.owner, { sandbox })

    const red = (await checkDraft(ctx, { skillSetId: id, maxPrice: '0' })).lines.filter(({ ok }) => !ok)

    expect(red).toMatchObject([
      { issues: [{ message: expect.stringContaining('not been approved by an admin') }] },
    ])
  })

  test('without a jail, on a site that others reach, a submission does not run its examples, and is refused', async () => {
    const { id, publisher } = await makeDraft()
    const ctx = await contextFor(publisher.owner, { sandbox })

    await expect(submitDraft(ctx, { skillSetId: id })).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
    expect(await database().run.findMany({ where: { skillSetId: id } })).toMatchObject([{ state: 'failed' }])
  })

  test('without a jail, on a site that others reach, code that is sent with the call does not run', async () => {
    const ctx = await contextFor(await makeUser(), { sandbox })

    const started = await startCodeRun(ctx, { language: 'python', code: 'def main(args):\n    return "ran"' })

    expect(await started.ended).toMatchObject({ state: 'failed', error: UNAPPROVED })
  })

  test('without a jail, on a site that others reach, a private version, which is published without approval, does not run for its own people', async () => {
    const version = await makePublishedVersion({ document: makeSkillSetDocument({ visibility: 'PRIVATE' }) })
    await database().version.update({ where: { id: version.id }, data: { reviewed: false } })
    const ctx = await contextFor(version.skillSet.publisher.owner, { sandbox })

    expect(await runToEnd(ctx, { skill: { name: version.skillName }, args: { name: 'Ada' } })).toMatchObject({
      state: 'failed',
      error: UNAPPROVED,
    })
  })

  test('without a jail, on a site that others reach, the options of a draft’s field are not computed', async () => {
    const { id, publisher } = await makeDraft()
    const ctx = await contextFor(publisher.owner, { sandbox })
    const name = { type: 'string', 'x-choices': 'names' }
    const document: SkillSetDocument = makeSkillSetDocument({
      skills: [
        makeSkillDocument({ parameters: { type: 'object', properties: { name } } }),
        makeSkillDocument({
          ...{ slug: 'names', riskLevel: 'read-only' },
          parameters: { type: 'object', properties: {} },
        }),
      ],
    })

    const listing = listDraftChoices(ctx, {
      ...{ skillSetId: id, document: JSON.parse(JSON.stringify(document)), skillSlug: 'greet' },
      ...{ helper: 'names', input: {} },
    })

    await expect(listing).rejects.toMatchObject(UNAPPROVED)
  })

  test('without a jail, on a site that others reach, a reviewer’s try-out does not run', async () => {
    const { id: skillSetId, document } = await makeDraft()
    const ctx = await contextFor(await makeAdmin(), { sandbox })

    const { ended } = await startReviewRun(ctx, {
      ...{ skillSetId, document, skillSlug: 'greet', args: { name: 'Ada' } },
    })

    expect(await ended).toMatchObject({ state: 'failed', error: UNAPPROVED })
  })

  test('without a jail, on a site that others reach, a draft’s migration is not tried', async () => {
    const { skillSet, skillSetId } = await makeNextMajor()
    const ctx = await contextFor(skillSet.publisher.owner, { sandbox })

    await expect(tryDraftMigrations(ctx, skillSetId)).rejects.toMatchObject(UNAPPROVED)
  })

  test('without a jail, on a site that others reach, a migration of a private version does not run on a caller’s input', async () => {
    const { skillSet, skillName, document } = await makeNextMajor()
    const next = await makePublishedVersion({ skillSet, document })
    await database().version.update({ where: { id: next.id }, data: { reviewed: false } })
    const ctx = await contextFor(skillSet.publisher.owner, { sandbox })

    const run = runToEnd(ctx, { skill: { name: skillName, version: '^1' }, args: { who: 'Ada' } })

    await expect(run).rejects.toMatchObject(UNAPPROVED)
  })
})

test('without a jail, where only this machine reaches the site, a draft runs', async () => {
  const sandbox = connectSandbox(await startUnjailed({}))
  const { id, publisher } = await makeDraft()
  const ctx = await contextFor(publisher.owner, { sandbox })

  const started = await startTestRun(ctx, { skillSetId: id, skillSlug: 'greet', args: { name: 'Ada' } })

  await expect.poll(async () => (await getRunPage(ctx, started.id)).run).toMatchObject({ state: 'succeeded' })
})
