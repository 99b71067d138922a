/** Python skills in the real sandbox: what they can do, how they fail, and what they cannot reach. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { PYTHON_LIMITS, type SandboxEvent, type SandboxJob } from '../../lib/sandbox/sandbox.ts'
import { connectSandbox } from '../../lib/sandbox/sandbox-client.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import { pythonReady } from '../../lib/testing/wait-for-python.ts'

const sandbox = connectSandbox()

function run(definition: string, changes: Partial<SandboxJob> = {}, seen: SandboxEvent[] = []) {
  // Runs of one publisher reuse its process, which boots the next isolate while a test checks its result.
  const job = makeJob(definition, {
    runtime: 'python',
    limits: PYTHON_LIMITS,
    publisher: 'snakes',
    ...changes,
  })
  return sandbox.execute(job, { onEvent: (event) => seen.push(event) })
}

// The first run on a machine creates the snapshot, which takes seconds.
beforeAll(async () => {
  await pythonReady(connectSandbox())
  await run('def main(args): pass')
})

describe('main(args)', () => {
  test('gets its input and returns data', async () => {
    const outcome = await run(
      'def main(args):\n    return {"sum": sum(args["numbers"]), "ok": True, "none": None}',
      {
        parameters: { numbers: [1, 2, 3.5] },
      },
    )

    expect(outcome).toMatchObject({ kind: 'returned', value: { sum: 6.5, ok: true, none: null } })
  })

  test('may be async', async () => {
    const outcome = await run(
      'import asyncio\nasync def main(args):\n    await asyncio.sleep(0.01)\n    return "awake"',
    )

    expect(outcome).toMatchObject({ kind: 'returned', value: 'awake' })
  })

  test('has the standard library', async () => {
    const outcome = await run(
      'import datetime, hashlib, statistics' +
        '\ndef main(args):\n    return [statistics.median([1, 9, 5]), hashlib.sha256(b"x").hexdigest()[:8], str(datetime.date(2026, 1, 2))]',
    )

    expect(outcome).toMatchObject({ value: [5, '2d711642', '2026-01-02'] })
  })

  test('learns that a package outside the standard library does not exist', async () => {
    const outcome = await run('import numpy\ndef main(args): pass')

    expect(outcome).toMatchObject({
      error: { name: 'ModuleNotFoundError', message: "No module named 'numpy'" },
    })
  })

  test('preserves text, emoji and lone surrogates', async () => {
    const outcome = await run('def main(args):\n    return [args["t"], "\\ud800", "\\u0000"]', {
      parameters: { t: 'héllo 🎉' },
    })

    expect(outcome).toMatchObject({ value: ['héllo 🎉', '\ud800', '\u0000'] })
  })

  test.each(['9007199254740993', '{"ids": [1, -2**63 + 1]}', '10**400'])(
    'that returns %s learns that a number would lose digits',
    async (value) => {
      const outcome = await run(`def main(args):\n    return ${value}`)

      expect(outcome).toMatchObject({
        kind: 'threw',
        error: { name: 'TypeError', message: expect.stringContaining('too many digits') },
      })
    },
  )

  test('returns the large numbers that JSON can represent', async () => {
    const outcome = await run(
      'def main(args):\n    return [2**53 - 1, 2**70, "12345678901234567890", 0.1234567890123456789]',
    )

    expect(outcome).toMatchObject({
      value: [2 ** 53 - 1, 2 ** 70, '12345678901234567890', 0.123_456_789_012_345_68],
    })
  })

  test('has its prints and logs streamed while it runs', async () => {
    const seen: SandboxEvent[] = []
    const outcome = await run(
      'import sys, runtime as r\ndef main(args):\n    print("one")\n    print("two", file=sys.stderr)\n    runtime.log("three", 3)\n    r.progress(0.5, "half")',
      {},
      seen,
    )

    expect(outcome.logs).toMatchObject([
      { level: 'log', text: 'one' },
      { level: 'error', text: 'two' },
      { level: 'log', text: 'three 3' },
    ])
    expect(seen).toContainEqual({ kind: 'progress', fraction: 0.5, note: 'half' })
  })

  test('reads config, context and the placeholders of its secrets', async () => {
    const placeholder = `sbxsec_${'s'.repeat(24)}`
    const outcome = await run(
      'import runtime\ndef main(args):\n    return [runtime.config["unit"], runtime.context["skill"], runtime.secrets.get("key"), runtime.secrets.get("unit")]',
      { config: { unit: 'km', key: placeholder }, context: { skill: 'a.b.c' } },
    )

    expect(outcome).toMatchObject({ value: ['km', 'a.b.c', placeholder, null] })
  })

  test('draws other random numbers in every run', async () => {
    const draw = () => run('import random\ndef main(args): return random.random()')
    const [one, other] = await Promise.all([draw(), draw()])

    expect(one.kind === 'returned' && other.kind === 'returned' && one.value !== other.value).toBe(true)
  })

  test('finds nothing that an earlier run left', async () => {
    const publisher = 'the_same_pythonista'
    await run('import builtins, sys\ndef main(args):\n    builtins.leak = 1\n    sys.leak = 1', { publisher })
    const outcome = await run(
      'import builtins, sys\ndef main(args): return [hasattr(builtins, "leak"), hasattr(sys, "leak")]',
      {
        publisher,
      },
    )

    expect(outcome).toMatchObject({ value: [false, false] })
  })
})

describe('a failure', () => {
  test('has the exception’s class, its message and the lines of the skill only', async () => {
    const outcome = await run(
      'class TooBig(Exception): pass\n\ndef check(n):\n    raise TooBig(f"{n} is too big")\n\ndef main(args):\n    check(7)',
    )

    expect(outcome).toMatchObject({ kind: 'threw', error: { name: 'TooBig', message: '7 is too big' } })
    if (outcome.kind !== 'threw') throw new Error()
    expect(outcome.error.stack).toContain('File "main.py", line 4, in check')
    expect(outcome.error.stack).toContain('raise TooBig')
    expect(outcome.error.stack).not.toContain('run.py')
  })

  test('preserves the skill’s own message', async () => {
    const outcome = await run(
      'class Limited(Exception):\n    code = "RATE_LIMIT_EXCEEDED"\n    recoverable = True\n    suggested_action = "Wait."\ndef main(args):\n    raise Limited("slow down")',
    )

    expect(outcome).toMatchObject({
      error: {
        code: 'RATE_LIMIT_EXCEEDED',
        recoverable: true,
        suggestedAction: 'Wait.',
        message: 'slow down',
      },
    })
  })

  // biome-ignore format: table
  test.each([
    ['a syntax error',           'def main(args)\n    return 1',                    'SyntaxError', /expected ':'/],
    ['no main',                  'def other(args): pass',                           'NameError',   /main\(args\) function not found/],
    ['a value that JSON cannot represent',    'def main(args): return {1, 2}',                   'TypeError',   /must return data that JSON can represent/],
    ['not a number',             'def main(args): return float("nan")',             'TypeError',   /JSON can represent/],
    ['an exit',                  'import sys\ndef main(args): sys.exit(3)',         'SystemExit',  /3/],
    ['endless recursion',        'def main(args): return main(args)',               'RecursionError', /recursion/],
  ])('%s is reported as such', async (_, definition, name, message) => {
    const outcome = await run(definition)

    expect(outcome).toMatchObject({ kind: 'threw', error: { name, message: expect.stringMatching(message) } })
  })
})

describe('a limit', () => {
  test('of processor time ends a loop', async () => {
    const outcome = await run('def main(args):\n    while True: pass', {
      limits: { ...PYTHON_LIMITS, cpuMs: 500 },
    })

    expect(outcome).toMatchObject({ kind: 'limit', limit: 'cpu' })
  })

  test('of wall time ends a wait', async () => {
    const outcome = await run('import asyncio\nasync def main(args):\n    await asyncio.sleep(60)', {
      limits: { ...PYTHON_LIMITS, wallMs: 800 },
    })

    expect(outcome).toMatchObject({ kind: 'limit', limit: 'wall' })
  })

  test('of memory ends code that allocates too much', async () => {
    const outcome = await run(
      'def main(args):\n    hoard = []\n    while True: hoard.append(bytearray(1 << 20))',
    )

    expect(outcome).toMatchObject({
      kind: 'limit',
      limit: 'memory',
      message: expect.stringContaining('256 MB'),
    })
  })
})

describe('there is no way out from inside', () => {
  // biome-ignore format: table
  test.each([
    ['by JavaScript’s eval',     'import js\ndef main(args): return js.eval("1")'],
    ['by a function constructor','from pyodide.ffi import to_js\ndef main(args): return to_js([1]).constructor.constructor("return 1")()'],
    ['by running JavaScript',    'from pyodide.code import run_js\ndef main(args): return run_js("1+1")'],
    ['by a process',             'import subprocess\ndef main(args): return subprocess.run(["id"]).returncode'],
    ['by a thread',              'import threading\ndef main(args):\n    threading.Thread(target=print).start()\n    return "started"'],
    ['by undeclared hosts',      'from pyodide.http import pyfetch\nasync def main(args): return (await pyfetch("http://example.com/")).status'],
  ])('%s', async (_, definition) => {
    expect((await run(definition)).kind).toBe('threw')
  })

  test('by a socket: no connection is made', async () => {
    let visits = 0
    const canary = http
      .createServer(() => {})
      .on('connection', () => {
        visits += 1
      })
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
    const { port } = canary.address() as AddressInfo
    const outcome = await run(
      `import socket
def main(args):
    s = socket.create_connection(("127.0.0.1", ${port}), 1)
    s.sendall(b"GET / HTTP/1.0\\r\\n\\r\\n")
    return s.recv(1).decode()`,
    )
    canary.close()

    expect(outcome.kind).toBe('threw')
    expect(visits).toBe(0)
  })

  test('the file system is its own and empty of ours', async () => {
    const outcome = await run(
      'import os\ndef main(args): return [os.path.exists("/etc/passwd"), os.path.exists("/work"), dict(os.environ).get("PATH")]',
    )

    expect(outcome).toMatchObject({ kind: 'returned' })
    if (outcome.kind === 'returned') expect(JSON.stringify(outcome.value)).toMatch(/^\[false,false,/)
  })
})
