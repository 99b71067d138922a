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

describe('a result that JSON cannot represent is refused with its place, its type and what to do', () => {
  // biome-ignore format: table
  test.each([
    ['{"a": {1, 2}}',                                        '/a is a set (use sorted or list)'],
    ['frozenset()',                                          'the result is a frozenset (use sorted or list)'],
    ['{"price": Decimal("1.5")}',                            '/price is a Decimal (use str or float)'],
    ['{"part": Fraction(1, 2)}',                             '/part is a Fraction (use str or float)'],
    ['[{"at": datetime.datetime(2024, 1, 1)}]',              '/0/at is a datetime (use isoformat)'],
    ['{"on": datetime.date(2024, 1, 1)}',                    '/on is a date (use isoformat)'],
    ['{"for": datetime.timedelta(1)}',                       '/for is a timedelta (use total_seconds)'],
    ['{"zone": ZoneInfo("Europe/Vienna")}',                  '/zone is a ZoneInfo (use str)'],
    ['{"b": b"x"}',                                          '/b is a bytes (decode it, or use base64)'],
    ['{"p": Point(1)}',                                      '/p is a Point (use dataclasses.asdict)'],
    ['{"c": Colour.RED}',                                    '/c is a Colour (use its value)'],
    ['{"id": uuid.UUID(int=1)}',                             '/id is a UUID (use str)'],
    ['{"path": pathlib.Path("a")}',                          '/path is a PosixPath (use str)'],
    ['{"e": ValueError("x")}',                               '/e is a ValueError (raise it, or return its message)'],
    ['{"r": range(3)}',                                      '/r is a range (use list)'],
    ['{"g": (n for n in [1])}',                              '/g is a generator (use list)'],
    ['{"keys": {}.keys()}',                                  '/keys is a dict_keys (use list)'],
    ['{"d": collections.deque()}',                           '/d is a deque (use list)'],
    ['{"f": print}',                                         '/f is a builtin_function_or_method'],
    ['{"t": int}',                                           '/t is the class int'],
    ['{"o": object()}',                                      '/o is an object (use str, or a dict of its fields)'],
    ['{"z": 1j}',                                            '/z is a complex (use its real and imag)'],
    ['{"m": re.compile("a")}',                               '/m is a Pattern (use str, or a dict of its fields)'],
    ['{"n": [1.0, float("inf")]}',                           '/n/1 is inf'],
    ['{"grid": {(1, 2): "x"}}',                              '/grid has a tuple as a key (use text)'],
    ['{"a/b": {"~": {1}}}',                                  '/a~1b/~0 is a set (use sorted or list)'],
    ['circle()',                                             '/0/0 is a circular reference'],
  ])('%s: %s', async (value, reason) => {
    const definition = [
      'import collections, dataclasses, datetime, enum, pathlib, re, uuid',
      'from decimal import Decimal',
      'from fractions import Fraction',
      'from zoneinfo import ZoneInfo',
      '@dataclasses.dataclass',
      'class Point:',
      '    x: int',
      'class Colour(enum.Enum):',
      '    RED = 1',
      'def circle():',
      '    a, b = [], []',
      '    a.append(b); b.append(a)',
      '    return a',
      'def main(args):',
      `    return ${value}`,
    ].join('\n')

    const outcome = await runPython(definition)

    expect(outcome).toMatchObject({
      kind: 'threw',
      error: { name: 'TypeError', message: `main(args) must return data that JSON can represent: ${reason}` },
    })
  })
})

describe('the trace of an exception shows', () => {
  async function stackOf(...lines: string[]): Promise<string> {
    const outcome = await runPython(lines.join('\n'))
    if (outcome.kind !== 'threw') throw new Error(`The run ended with ${outcome.kind}.`)
    return outcome.error.stack
  }

  test('what it was raised from, with its lines', async () => {
    const stack = await stackOf(
      'def read(row):',
      '    return row["amount"]',
      'def main(args):',
      '    try:',
      '        read({})',
      '    except KeyError as error:',
      '        raise ValueError("no amount") from error',
    )

    expect(stack).toMatch(
      /File "main.py", line 7, in main[\s\S]*\nValueError: no amount\nCaused by:\nTraceback/,
    )
    expect(stack).toMatch(/Caused by:[\s\S]*File "main.py", line 2, in read[\s\S]*\nKeyError: 'amount'$/)
  })

  test('what was being handled, unless the code says “from None”', async () => {
    const raise = (how: string) =>
      stackOf(
        'def main(args):',
        '    try:',
        '        1 / 0',
        '    except ZeroDivisionError:',
        `        ${how}`,
      )

    expect(await raise('raise ValueError("a")')).toContain('Raised while handling:\nTraceback')
    expect(await raise('raise ValueError("a")')).toContain('ZeroDivisionError: division by zero')
    expect(await raise('raise ValueError("a") from None')).not.toContain('ZeroDivisionError')
  })

  test('the exceptions of a group, and notes', async () => {
    const stack = await stackOf(
      'def main(args):',
      '    inner = ExceptionGroup("inner", [KeyError("a")])',
      '    group = ExceptionGroup("three rows", [ValueError("row 1"), inner])',
      '    group.add_note("in prices.csv")',
      '    raise group',
    )

    for (const line of ['Note: in prices.csv', 'Contains: ValueError: row 1', "Contains: KeyError: 'a'"])
      expect(stack.split('\n')).toContain(line)
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
