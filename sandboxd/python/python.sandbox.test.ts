/** What Python skills can do in the real sandbox. */
import { describe, expect, test } from 'vitest'
import type { SandboxEvent } from '../../lib/sandbox/sandbox.ts'
import { setUpPython } from '../../lib/testing/setup/runs/python-run.ts'

const { runPython } = setUpPython()

describe('main(args)', () => {
  test('gets its input and returns data', async () => {
    const outcome = await runPython(
      'def main(args):\n    return {"sum": sum(args["numbers"]), "ok": True, "none": None}',
      {
        parameters: { numbers: [1, 2, 3.5] },
      },
    )

    expect(outcome).toMatchObject({ kind: 'returned', value: { sum: 6.5, ok: true, none: null } })
  })

  test('may be async', async () => {
    const outcome = await runPython(
      'import asyncio\nasync def main(args):\n    await asyncio.sleep(0.01)\n    return "awake"',
    )

    expect(outcome).toMatchObject({ kind: 'returned', value: 'awake' })
  })

  test('has the standard library', async () => {
    const outcome = await runPython(
      'import datetime, hashlib, statistics' +
        '\ndef main(args):\n    return [statistics.median([1, 9, 5]), hashlib.sha256(b"x").hexdigest()[:8], str(datetime.date(2026, 1, 2))]',
    )

    expect(outcome).toMatchObject({ value: [5, '2d711642', '2026-01-02'] })
  })

  test('learns that a package outside the standard library does not exist', async () => {
    const outcome = await runPython('import numpy\ndef main(args): pass')

    expect(outcome).toMatchObject({
      error: { name: 'ModuleNotFoundError', message: "No module named 'numpy'" },
    })
  })

  test('preserves text, emoji and lone surrogates', async () => {
    const outcome = await runPython('def main(args):\n    return [args["t"], "\\ud800", "\\u0000"]', {
      parameters: { t: 'héllo 🎉' },
    })

    expect(outcome).toMatchObject({ value: ['héllo 🎉', '\ud800', '\u0000'] })
  })

  test.each(['9007199254740993', '{"ids": [1, -2**63 + 1]}', '10**400'])(
    'that returns %s learns that a number would lose digits',
    async (value) => {
      const outcome = await runPython(`def main(args):\n    return ${value}`)

      expect(outcome).toMatchObject({
        kind: 'threw',
        error: { name: 'TypeError', message: expect.stringContaining('too many digits') },
      })
    },
  )

  test('returns the large numbers that JSON can represent', async () => {
    const outcome = await runPython(
      'def main(args):\n    return [2**53 - 1, 2**70, "12345678901234567890", 0.1234567890123456789]',
    )

    expect(outcome).toMatchObject({
      value: [2 ** 53 - 1, 2 ** 70, '12345678901234567890', 0.123_456_789_012_345_68],
    })
  })

  test('has its prints and logs streamed while it runs', async () => {
    const seen: SandboxEvent[] = []
    const outcome = await runPython(
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
    const outcome = await runPython(
      'import runtime\ndef main(args):\n    return [runtime.config["unit"], runtime.context["skill"], runtime.secrets.get("key"), runtime.secrets.get("unit")]',
      { config: { unit: 'km', key: placeholder }, context: { skill: 'a.b.c' } },
    )

    expect(outcome).toMatchObject({ value: ['km', 'a.b.c', placeholder, null] })
  })

  test('draws other random numbers in every run', async () => {
    const draw = () => runPython('import random\ndef main(args): return random.random()')
    const [one, other] = await Promise.all([draw(), draw()])

    expect(one.kind === 'returned' && other.kind === 'returned' && one.value !== other.value).toBe(true)
  })

  test('finds nothing that an earlier run left', async () => {
    const publisher = 'the_same_pythonista'
    await runPython('import builtins, sys\ndef main(args):\n    builtins.leak = 1\n    sys.leak = 1', {
      publisher,
    })
    const outcome = await runPython(
      'import builtins, sys\ndef main(args): return [hasattr(builtins, "leak"), hasattr(sys, "leak")]',
      {
        publisher,
      },
    )

    expect(outcome).toMatchObject({ value: [false, false] })
  })
})
