import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createBlob } from '../../blobs/blobs.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../db/core/prisma-client.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import type { SkillSetDocument } from '../../skillset/document/skillset-document.ts'
import { importFolder } from '../../studio/import-folder.ts'
import {
  contextFor,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { fundWallet, moneyOf } from '../../testing/fund-wallet.ts'
import { pythonReady } from '../../testing/wait-for-python.ts'
import { getRunPage } from '../views/get-run.ts'
import { listRuns } from '../views/list-runs.ts'
import { type CodeRequest, startCodeRun } from './start-code-run.ts'

let ctx: Context
// Only the first run waits, because one person's runs share a process.
beforeAll(async () => {
  await pythonReady(connectSandbox())
  ctx = await contextFor(await makeUser(), { sandbox: connectSandbox() })
})

const run = async (code: string, more: Partial<CodeRequest> = {}) =>
  (await startCodeRun(ctx, { language: 'python', code, ...more })).ended

const OBJECT = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
const python = {
  runtime: 'python' as const,
  parameters: OBJECT,
  response: { type: 'object', properties: { n: { type: 'integer' } } },
  examples: [],
}

test('code is run with its arguments, and its run is in the history with its page', async () => {
  const ended = await run('def total(args):\n    return {"sum": sum(args["list"])}', {
    entrypoint: 'total',
    args: { list: [1, 2, 3] },
  })

  expect(ended).toMatchObject({ state: 'succeeded', skillName: 'run_code', output: { sum: 6 } })
  expect((await listRuns(ctx)).runs).toContainEqual(
    expect.objectContaining({ id: ended.id, skillName: 'run_code' }),
  )
  expect(await getRunPage(ctx, ended.id)).toMatchObject({ skill: null, run: { output: { sum: 6 } } })
})

test('built-in tools are imported like skills, within the scopes of the key', async () => {
  const code = `from skills.vault.createFile import main as create
from skills.vault.listFiles import main as files
def main(args):
    create({"path": "From code.md", "content": "Hi"})
    return {"paths": [each["path"] for each in files({})["items"]]}`
  const mountSkills = ['vault.createFile', 'vault.listFiles']
  const owner = await makeUser()
  const person = await contextFor(owner, { sandbox: connectSandbox() })
  const mayRun: Context = {
    ...person,
    keyGrant: { scopes: ['read', 'run'], skillSets: [], dailyCapMicros: null },
  }

  const { ended } = await startCodeRun(person, { language: 'python', code, mountSkills })

  expect(await ended).toMatchObject({ state: 'succeeded', output: { paths: ['From code.md'] } })
  await expect(startCodeRun(mayRun, { language: 'python', code, mountSkills })).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  await expect(
    startCodeRun(person, { language: 'python', code, mountSkills: ['vault.listFiles@^99'] }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an exception fails the run under its class’s name, and its own lines are in the log', async () => {
  const ended = await run('def main(args):\n    raise LookupError("nothing here")')

  expect(ended).toMatchObject({ state: 'failed', error: { type: 'LookupError', message: 'nothing here' } })
  expect(ended.logs.at(-1)).toMatchObject({
    level: 'error',
    text: expect.stringContaining('line 2, in main'),
  })
})

test('skills are imported: one in place, one as a child run, and the closed one cannot be read', async () => {
  const publisher = await makePublisher()
  const { handle } = publisher
  const open = makeSkillDocument({
    slug: 'open',
    definition: 'def main(args):\n    return {"n": args["n"] + 1}',
    ...python,
  })
  await makePublishedVersion({ publisher, document: makeSkillSetDocument({ slug: 'py', skills: [open] }) })
  const script = makeSkillDocument({
    slug: 'twice',
    definition: 'export default async ({ parameters }) => ({ message: "ok", n: parameters.n * 2 })',
    parameters: OBJECT,
    response: { type: 'object', properties: { n: { type: 'integer' } } },
  })
  await makePublishedVersion({ publisher, document: makeSkillSetDocument({ slug: 'js', skills: [script] }) })
  const closed = makeSkillDocument({
    slug: 'shut',
    definition: 'def main(args):\n    return {"n": len("SECRET RECIPE")}',
    ...python,
  })
  const shut = makeSkillSetDocument({ slug: 'shut', skills: [closed], source: 'closed' })
  await makePublishedVersion({ publisher, document: shut })

  const ended = await run(
    `
import os
from skills.${handle}.py.open import main as step
from skills.${handle}.js.twice import main as twice
import skills.${handle}.shut.shut as shut
def main(args):
    seen = [os.path.join(at, name) for at, _, names in os.walk("/skills") for name in names]
    text = "".join(open(path).read() for path in seen)
    return {
        "n": twice(step({"n": 1}))["n"],
        "shut": shut.main({"n": 1}),
        "seen": sorted(path for path in seen if "code/" in path),
        "leaks": "RECIPE" in text or "RECIPE" in repr(vars(shut)),
    }`,
    { mountSkills: [`${handle}.py.open`, `${handle}.js.twice@^1`, `${handle}.shut.shut`] },
  )

  expect(ended.error).toBeUndefined()
  expect(ended.output).toEqual({
    n: 4,
    shut: { n: 13 },
    seen: [`/skills/${handle}.js.twice/code/handler.js`, `/skills/${handle}.py.open/code/main.py`],
    leaks: false,
  })
  const children = await database().run.findMany({ where: { parentRunId: ended.id }, orderBy: { id: 'asc' } })
  expect(children.map(({ skillName }) => skillName)).toEqual([`${handle}.js.twice`, `${handle}.shut.shut`])
})

test('the code reads all files of a mounted skill, with as many bytes as a skill can have', async () => {
  const publisher = await makePublisher()
  const large = randomBytes(10 * 1024 * 1024 - 100_000)
  const second = randomBytes(90_000)
  const readme = '---\nname: fonts\ndescription: Has fonts.\n---\n\nUse them.\n'
  const files = { 'SKILL.md': Buffer.from(readme), 'large.ttf': large, 'fonts/second.ttf': second }
  const content = Object.entries(files).map(([path, bytes]) => ({ path, bytes }))
  const { skillSetId, name } = await importFolder(await contextFor(publisher.owner), { content })
  const skillSet = await database().skillSet.findUniqueOrThrow({
    where: { id: skillSetId },
    include: { draft: true },
  })
  const document = skillSet.draft!.document as unknown as SkillSetDocument
  await makePublishedVersion({ skillSet: { ...skillSet, publisher, document } })

  const ended = await run(
    `
import hashlib
def main(args):
    return [hashlib.sha256(open("/skills/${name}/" + path, "rb").read()).hexdigest() for path in args["paths"]]`,
    { mountSkills: [name], args: { paths: ['large.ttf', 'fonts/second.ttf'] } },
  )

  expect(ended.error).toBeUndefined()
  const hashes = [large, second].map((bytes) => createHash('sha256').update(bytes).digest('hex'))
  expect(ended.output).toEqual(hashes)
})

test('a mounted skill that delivered is paid for although the code that called it raises', async () => {
  const sold = makeSkillDocument({ pricing: { model: 'per_job', amount: '0.005', currency: 'USDC' } })
  const { skillName } = await makePublishedVersion({ document: makeSkillSetDocument({ skills: [sold] }) })
  const { organisationId } = ctx.viewer!
  await fundWallet(organisationId, '1')
  const before = (await moneyOf(organisationId)).wallet

  const ended = await run(
    `from skills.${skillName} import main as paid\ndef main(args):\n    raise ValueError(str(paid({"name": "Ada"})))`,
    { mountSkills: [skillName] },
  )

  expect(ended).toMatchObject({ state: 'failed', charged: '0.005', chargedForCalls: '0.005' })
  expect((await getRunPage(ctx, ended.id)).children).toMatchObject([{ state: 'succeeded', charged: '0.005' }])
  expect(await moneyOf(organisationId)).toMatchObject({ wallet: before - 5_000n, hold: 0n })
})

test('a paid mounted skill is charged, as stated by the run and its receipt', async () => {
  const sold = makeSkillDocument({ pricing: { model: 'per_job', amount: '0.005', currency: 'USDC' } })
  const { skillName } = await makePublishedVersion({ document: makeSkillSetDocument({ skills: [sold] }) })
  const { organisationId } = ctx.viewer!
  await fundWallet(organisationId, '1')
  const before = (await moneyOf(organisationId)).wallet
  const import_ = `from skills.${skillName} import main as paid`

  const called = await run(`${import_}\ndef main(args):\n    return paid({"name": "Ada"})`, {
    mountSkills: [skillName],
  })
  const uncalled = await run(`${import_}\ndef main(args):\n    return 7`, { mountSkills: [skillName] })

  expect(called).toMatchObject({ state: 'succeeded', charged: '0.005' })
  expect((await getRunPage(ctx, called.id)).receipt).toMatchObject({
    decision: 'charged',
    charged: '0.005',
    reason: 'The code itself is free. The skills that it called cost 0.005 USDC.',
  })
  expect(uncalled).toMatchObject({ charged: '0' })
  expect((await getRunPage(ctx, uncalled.id)).receipt).toMatchObject({
    decision: 'released',
    reason: 'It called no paid skills.',
  })
  expect((await moneyOf(organisationId)).wallet).toBe(before - 5_000n)
})

describe('blobs', () => {
  test('are files that can be read and written, and written ones are listed', async () => {
    const { id } = await createBlob(ctx, {
      content: new TextEncoder().encode('a,b\n1,2\n'),
      kind: 'text/csv',
    })
    const code = `
def main(args):
    text = open("/blobs/" + args["id"]).read()
    assert text == runtime.blobs.read_text(args["id"])
    return {"stored": runtime.blobs.write_text(text.upper(), "text/csv")}`

    const ended = await run(code, { args: { id }, inputBlobs: [id] })

    expect(ended).toMatchObject({ state: 'succeeded', inputBlobs: [id] })
    expect(ended.outputBlobs).toEqual([(ended.output as { stored: string }).stored])
  })

  test('of the same organisation that were not passed to the run are not accessible', async () => {
    const { id } = await createBlob(ctx, { content: new TextEncoder().encode('private'), kind: 'text/plain' })
    const [half, rest] = [id.slice(0, 20), id.slice(20)]

    const ended = await run(`def main(args):\n    return runtime.blobs.read_text("${half}" + "${rest}")`)

    expect(ended).toMatchObject({ state: 'failed', error: { code: 'NOT_FOUND' } })
  })
})

describe('nothing runs for', () => {
  test.each<[string, Partial<CodeRequest>, string]>([
    ['an unknown skill', { mountSkills: ['no.such.skill'] }, 'NOT_FOUND'],
    ['an unknown blob', { inputBlobs: ['blob:0190a0a0-0000-7000-8000-000000000000'] }, 'NOT_FOUND'],
    ['another language', { language: 'ruby' as 'python' }, 'INVALID_INPUT'],
  ])('%s', async (_what, more, code) => {
    await expect(
      startCodeRun(ctx, { language: 'python', code: 'def main(args): pass', ...more }),
    ).rejects.toMatchObject({
      code,
    })
  })

  test('visitors', async () => {
    const visitor = { ...ctx, viewer: null }
    await expect(startCodeRun(visitor, { language: 'python', code: '' })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })
})
