import { beforeAll, describe, expect, test } from 'vitest'
import { createBlob } from '../../blobs/blobs.ts'
import type { Context } from '../../context/context.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import { contextFor, makeUser } from '../../testing/factories.ts'
import { pythonReady } from '../../testing/wait-for-python.ts'
import { cancelRun } from '../lifecycle/cancel-run.ts'
import { getRun, getRunPage } from '../views/get-run.ts'
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

test('the run of code shows the code with its arguments as its input', async () => {
  const code = 'def total(args):\n    return args["list"]'
  const { id } = await run(code, { entrypoint: 'total', args: { list: [1] } })

  const { input } = await getRun(ctx, id)

  expect(input).toEqual({ code, entrypoint: 'total', args: { list: [1] } })
})

test('a cancelled run keeps what it has printed', async () => {
  const code = 'import time\nfor n in range(3):\n    print("line", n)\ntime.sleep(60)'
  const { run: started, ended } = await startCodeRun(ctx, { language: 'python', code })
  await expect.poll(async () => (await getRun(ctx, started.id)).logs).toHaveLength(3)

  await cancelRun(ctx, started.id)

  expect(await ended).toMatchObject({ state: 'cancelled' })
  expect((await getRun(ctx, started.id)).logs.map(({ text }) => text)).toEqual(['line 0', 'line 1', 'line 2'])
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

describe('blobs', () => {
  test('blobs are files that ad-hoc code can read and write, and written ones are listed', async () => {
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

  test('blobs that were not passed to ad-hoc code are not accessible, also those of the same organisation', async () => {
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

  test('visitors cannot run ad-hoc code', async () => {
    const visitor = { ...ctx, viewer: null }
    await expect(startCodeRun(visitor, { language: 'python', code: '' })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })
})
