// Real Postgres, real box: code that is sent with the call.
import { beforeAll, describe, expect, test } from 'vitest'
import { createBlob } from '../blobs/blobs.ts'
import type { Context } from '../context.ts'
import { database } from '../db/client.ts'
import { connectSandbox } from '../sandbox/sandbox-client.ts'
import {
  contextFor,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../testing/factories.ts'
import { fund, moneyOf } from '../testing/fund.ts'
import { pythonReady } from '../testing/python-ready.ts'
import { getRunPage } from './get-run.ts'
import { listRuns } from './list-runs.ts'
import { type CodeRequest, runCode } from './run-code.ts'

let ctx: Context
// One person's runs share a process, so that only the first waits for it.
beforeAll(async () => {
  await pythonReady(connectSandbox())
  ctx = await contextFor(await makeUser(), { sandbox: connectSandbox() })
})

const run = async (code: string, more: Partial<CodeRequest> = {}) =>
  (await runCode(ctx, { language: 'python', code, ...more })).ended

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

test('a mounted skill that costs is paid for, and the run and its receipt say so', async () => {
  const sold = makeSkillDocument({ pricing: { model: 'per_job', amount: '0.005', currency: 'USDC' } })
  const { skillName } = await makePublishedVersion({ document: makeSkillSetDocument({ skills: [sold] }) })
  const { organisationId } = ctx.viewer!
  await fund(organisationId, '1')
  const import_ = `from skills.${skillName} import main as paid`

  const called = await run(`${import_}\ndef main(args):\n    return paid({"name": "Ada"})`, {
    mountSkills: [skillName],
  })
  const uncalled = await run(`${import_}\ndef main(args):\n    return 7`, { mountSkills: [skillName] })

  expect(called).toMatchObject({ state: 'succeeded', charged: '0.005' })
  expect((await getRunPage(ctx, called.id)).receipt).toMatchObject({
    decision: 'charged',
    charged: '0.005',
    reason: 'The code itself is free. What it called cost 0.005 USDC.',
  })
  expect(uncalled).toMatchObject({ charged: '0' })
  expect((await getRunPage(ctx, uncalled.id)).receipt).toMatchObject({
    decision: 'released',
    reason: 'It called nothing that had to be paid for.',
  })
  expect((await moneyOf(organisationId)).wallet).toBe(995_000n)
})

describe('blobs', () => {
  test('are files, are read and written, and what was written is listed', async () => {
    const { id } = await createBlob(ctx, {
      content: new TextEncoder().encode('a,b\n1,2\n'),
      kind: 'text/csv',
    })
    const code = `
def main(args):
    text = open("/blobs/" + args["id"]).read()
    assert text == runtime.blobs.read_text(args["id"])
    return {"kept": runtime.blobs.write_text(text.upper(), "text/csv")}`

    const ended = await run(code, { args: { id }, inputBlobs: [id] })

    expect(ended).toMatchObject({ state: 'succeeded', inputBlobs: [id] })
    expect(ended.outputBlobs).toEqual([(ended.output as { kept: string }).kept])
  })

  test('of the same organisation that the run was not given are not there', async () => {
    const { id } = await createBlob(ctx, { content: new TextEncoder().encode('private'), kind: 'text/plain' })
    const [half, rest] = [id.slice(0, 20), id.slice(20)]

    const ended = await run(`def main(args):\n    return runtime.blobs.read_text("${half}" + "${rest}")`)

    expect(ended).toMatchObject({ state: 'failed', error: { code: 'NOT_FOUND' } })
  })
})

describe('nothing runs for', () => {
  test.each<[string, Partial<CodeRequest>, string]>([
    ['a skill that is not there', { mountSkills: ['no.such.skill'] }, 'NOT_FOUND'],
    ['a blob that is not there', { inputBlobs: ['blob:0190a0a0-0000-7000-8000-000000000000'] }, 'NOT_FOUND'],
    ['another language', { language: 'ruby' as 'python' }, 'INVALID_INPUT'],
  ])('%s', async (_what, more, code) => {
    await expect(
      runCode(ctx, { language: 'python', code: 'def main(args): pass', ...more }),
    ).rejects.toMatchObject({
      code,
    })
  })

  test('visitors', async () => {
    const visitor = { ...ctx, viewer: null }
    await expect(runCode(visitor, { language: 'python', code: '' })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })
})
