/** How Python skills fail in the real sandbox, and what they cannot reach. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { PYTHON_LIMITS } from '../../lib/sandbox/sandbox.ts'
import { setUpPython } from '../../lib/testing/setup/runs/python-run.ts'

const { runPython } = setUpPython()

describe('a failure', () => {
  test('has the exception’s class, its message and the lines of the skill only', async () => {
    const outcome = await runPython(
      'class TooBig(Exception): pass\n\ndef check(n):\n    raise TooBig(f"{n} is too big")\n\ndef main(args):\n    check(7)',
    )

    expect(outcome).toMatchObject({ kind: 'threw', error: { name: 'TooBig', message: '7 is too big' } })
    if (outcome.kind !== 'threw') throw new Error()
    expect(outcome.error.stack).toContain('File "main.py", line 4, in check')
    expect(outcome.error.stack).toContain('raise TooBig')
    expect(outcome.error.stack).not.toContain('run.py')
  })

  test('preserves the skill’s own message', async () => {
    const outcome = await runPython(
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
    const outcome = await runPython(definition)

    expect(outcome).toMatchObject({ kind: 'threw', error: { name, message: expect.stringMatching(message) } })
  })
})

describe('a limit', () => {
  test('of processor time ends a loop', async () => {
    const outcome = await runPython('def main(args):\n    while True: pass', {
      limits: { ...PYTHON_LIMITS, cpuMs: 500 },
    })

    expect(outcome).toMatchObject({ kind: 'limit', limit: 'cpu' })
  })

  test('of wall time ends a wait', async () => {
    const outcome = await runPython('import asyncio\nasync def main(args):\n    await asyncio.sleep(60)', {
      limits: { ...PYTHON_LIMITS, wallMs: 800 },
    })

    expect(outcome).toMatchObject({ kind: 'limit', limit: 'wall' })
  })

  test('of memory ends code that allocates too much', async () => {
    const outcome = await runPython(
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
    expect((await runPython(definition)).kind).toBe('threw')
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
    const outcome = await runPython(
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
    const outcome = await runPython(
      'import os\ndef main(args): return [os.path.exists("/etc/passwd"), os.path.exists("/work"), dict(os.environ).get("PATH")]',
    )

    expect(outcome).toMatchObject({ kind: 'returned' })
    if (outcome.kind === 'returned') expect(JSON.stringify(outcome.value)).toMatch(/^\[false,false,/)
  })
})
