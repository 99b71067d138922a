/** The environment of Python skills: files, modules and host calls. */
import { beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../lib/kernel/errors.ts'
import type { Json } from '../../lib/kernel/json/json.ts'
import {
  type ExecuteOptions,
  type Mounts,
  PYTHON_LIMITS,
  type SandboxCall,
} from '../../lib/sandbox/sandbox.ts'
import { connectSandbox } from '../../lib/sandbox/sandbox-client.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import { pythonReady } from '../../lib/testing/wait-for-python.ts'

beforeAll(() => pythonReady(connectSandbox()))

const BLOB = 'blob:0190a0a0-0000-7000-8000-000000000000'
const base64 = (text: string) => Buffer.from(text).toString('base64')

// All runs use the same process in turn, so that only the first waits for Python.
const publisher = 'python_calls'

function run(
  definition: string,
  onCall?: ExecuteOptions['onCall'],
  more: { mounts?: Mounts; entrypoint?: string } = {},
) {
  const job = makeJob(definition, { runtime: 'python', publisher, limits: PYTHON_LIMITS, ...more })
  return connectSandbox().execute(job, { ...(onCall && { onCall }) })
}

const mounts: Mounts = {
  files: [{ path: 'data/own.txt', base64: base64('öwn') }],
  skills: [
    {
      name: 'a.b.open',
      files: [{ path: 'SKILL.md', base64: base64('# Öpen') }],
      module: 'STEP = 2\ndef main(args):\n    return args["n"] + STEP',
    },
    { name: 'a.b.other', files: [{ path: 'skill.toml', base64: base64('name = "other"') }] },
  ],
  blobs: [BLOB],
}

test('skills are imported: Python directly, everything else as an awaited call', async () => {
  const calls: SandboxCall[] = []
  const code = `
from skills.a.b.open import main as step
import skills.a.b.other as other
def go(args):
    return [step({"n": 1}), other.main({"n": 2})]`

  const outcome = await run(
    code,
    async (call): Promise<Json> => {
      calls.push(call)
      return call.method === 'readBlob' ? { base64: '' } : { from: 'elsewhere' }
    },
    { mounts, entrypoint: 'go' },
  )

  expect(outcome).toMatchObject({ kind: 'returned', value: [3, { from: 'elsewhere' }] })
  expect(calls).toContainEqual({ method: 'callSkill', params: { name: 'a.b.other', args: { n: 2 } } })
})

test('its own files, those of skills and blobs are readable but not writable, and the workspace is writable', async () => {
  const code = `
import os, runtime
def refused(act):
    try:
        act()
    except OSError as error:
        return type(error).__name__
def main(args):
    with open("notes.txt", "w") as file: file.write("mine")
    return {
        "own": open("/files/data/own.txt").read(),
        "skill": open("/skills/a.b.open/SKILL.md").read(),
        "listed": sorted(os.listdir("/skills")),
        "blob": open("/blobs/${BLOB}").read(),
        "here": [os.getcwd(), open("/workspace/notes.txt").read()],
        "refused": [refused(lambda: open("/skills/a.b.open/SKILL.md", "w")), refused(lambda: open("/skills/new", "w")),
                    refused(lambda: os.remove("/blobs/${BLOB}")), refused(lambda: open("/files/data/own.txt", "w"))],
    }`

  const outcome = await run(code, async () => ({ base64: base64('blöb') }), { mounts })

  expect(outcome).toMatchObject({
    value: {
      own: 'öwn',
      skill: '# Öpen',
      listed: ['a.b.open', 'a.b.other'],
      blob: 'blöb',
      here: ['/workspace', 'mine'],
      refused: ['PermissionError', 'PermissionError', 'PermissionError', 'PermissionError'],
    },
  })
})

test('runtime is a builtin and a module: blobs, tools and skills, also from async code', async () => {
  const code = `
async def main(args):
    import runtime as imported
    assert imported is runtime
    id = runtime.blobs.write_text("héllo", "text/markdown")
    return {
        "id": id,
        "text": runtime.blobs.read_text(id),
        "bytes": len(runtime.blobs.read_bytes(id)),
        "slug": runtime.tools.util.slugifyTitle({"title": "T"}),
        "skill": runtime.call_skill("a.b.c"),
    }`
  const written: Json[] = []
  const outcome = await run(code, async ({ method, params }): Promise<Json> => {
    if (method === 'writeBlob') {
      written.push(params)
      return { id: 'blob:1' }
    }
    return method === 'readBlob' ? { base64: base64('héllo') } : { method, params }
  })

  expect(outcome).toMatchObject({
    value: {
      id: 'blob:1',
      text: 'héllo',
      bytes: 6,
      slug: { method: 'callTool', params: { name: 'util.slugifyTitle', args: { title: 'T' } } },
      skill: { method: 'callSkill', params: { name: 'a.b.c', args: {} } },
    },
  })
  expect(written).toEqual([{ text: 'héllo', kind: 'text/markdown' }])
})

describe('a refusal', () => {
  const refuse = async () => {
    throw new AppError('NOT_FOUND', { message: 'No such skill.' })
  }

  test('is an exception with its code, and may be caught', async () => {
    const code = `
def main(args):
    try:
        runtime.call_skill("a.b.c")
    except runtime.CallError as error:
        return [type(error).__name__, error.code, str(error)]`

    expect(await run(code, refuse)).toMatchObject({ value: ['NotFoundError', 'NOT_FOUND', 'No such skill.'] })
  })

  test('that is not caught ends the run with the line of the code', async () => {
    const outcome = await run('def main(args):\n    return runtime.call_skill("a.b.c")', refuse)

    expect(outcome).toMatchObject({
      kind: 'threw',
      error: { name: 'NotFoundError', code: 'NOT_FOUND', stack: expect.stringContaining('line 2') },
    })
    expect(outcome.kind === 'threw' && outcome.error.stack).not.toContain('runtime.py')
  })
})

test('a missing entrypoint is reported by its name', async () => {
  expect(await run('def main(args): return 1', undefined, { entrypoint: 'start' })).toMatchObject({
    error: { name: 'NameError', message: 'start(args) function not found' },
  })
})
