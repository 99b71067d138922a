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

describe('time zones', () => {
  // biome-ignore format: table
  test.each([
    ['datetime(2024, 7, 1, 12, tzinfo=ZoneInfo("Europe/Vienna")).isoformat()', '2024-07-01T12:00:00+02:00'],
    ['datetime(2024, 1, 1, tzinfo=ZoneInfo("UTC")).isoformat()', '2024-01-01T00:00:00+00:00'],
    ['datetime(2050, 7, 1, tzinfo=ZoneInfo("America/New_York")).tzname()', 'EDT'],
    ['datetime(1950, 1, 1, tzinfo=ZoneInfo("Asia/Kolkata")).utcoffset().total_seconds()', 19_800],
    ['str(datetime(2024, 3, 31, 0, 59, tzinfo=ZoneInfo("UTC")).astimezone(ZoneInfo("Europe/London")))', '2024-03-31 00:59:00+00:00'],
    ['datetime(2024, 1, 1, tzinfo=ZoneInfo("America/Argentina/Ushuaia")).tzname()', '-03'],
    ['datetime(2024, 1, 1, tzinfo=ZoneInfo("US/Pacific")).tzname()', 'PST'],
    ['len(available_timezones()) > 590 and "Europe/Kyiv" in available_timezones()', true],
  ])('%s is %s', async (expression, value) => {
    const outcome = await runPython(
      `from datetime import datetime\nfrom zoneinfo import ZoneInfo, available_timezones\ndef main(args):\n    return ${expression}`,
    )

    expect(outcome).toMatchObject({ kind: 'returned', value })
  })

  test('that do not exist are refused by name', async () => {
    const outcome = await runPython(
      'from zoneinfo import ZoneInfo\ndef main(args):\n    return str(ZoneInfo("Mars/Base"))',
    )

    expect(outcome).toMatchObject({
      error: { name: 'ZoneInfoNotFoundError', message: expect.stringContaining('Mars/Base') },
    })
  })
})

describe('hashlib', () => {
  // biome-ignore format: table
  test.each([
    ['hashlib.pbkdf2_hmac("sha256", b"password", b"salt", 1).hex()', '120fb6cffcf8b32c43e7225256c4f837a86548c92ccc35480805987cb70be17b'],
    ['hashlib.pbkdf2_hmac("SHA1", b"password", b"salt", 4096, 25).hex()', '4b007901b765489abead49d926f721d065a429c12e463f6c4c'],
    ['hashlib.pbkdf2_hmac("sha512", bytearray(b"p"), memoryview(b"s"), 2, dklen=8).hex()', '848f74be9002da07'],
    ['hashlib.scrypt(b"password", salt=b"NaCl", n=1024, r=8, p=16, dklen=64).hex()[:32]', 'fdbabe1c9d3472007856e7190d01e9fe'],
    ['hashlib.scrypt(b"", salt=b"", n=16, r=1, p=1).hex()[:32]', '77d6576238657b203b19ca42c18a0497'],
    ['hashlib.new("sha512_256", b"").hexdigest()[:8]', 'c672b8d1'],
    ['hashlib.new("SHA512-224", b"abc").hexdigest()', '4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa'],
    ['hashlib.new("ripemd160", b"abc").hexdigest()', '8eb208f7e05d987a9b044a8e98c6b087f15a0bfc'],
    ['hashlib.new("blake2b512", b"abc").hexdigest()[:16]', 'ba80a53f981c4d0d'],
    ['hashlib.new("md5-sha1", b"").hexdigest()', 'd41d8cd98f00b204e9800998ecf8427eda39a3ee5e6b4b0d3255bfef95601890afd80709'],
    ['hashlib.new("sha256", b"x").hexdigest()[:8]', '2d711642'],
    ['hmac.new(b"key", b"data", "ripemd160").hexdigest()', 'ce21db67993ef780d55c61bde46dcf53ecf0e138'],
    ['hmac.digest(b"key", b"data", "sha256").hex()[:8]', '5031fe3d'],
    ['hmac.compare_digest(b"a", b"a")', true],
    ['streamed()', true],
    ['sorted({"ripemd160", "sha512_256", "sha256"} - hashlib.algorithms_available)', []],
  ])('%s is %s', async (expression, value) => {
    const outcome = await runPython(
      [
        'import hashlib, hmac',
        'def streamed():',
        '    h = hashlib.new("ripemd160")',
        '    h.update(b"a")',
        '    other = h.copy()',
        '    h.update(b"bc")',
        '    first = h.hexdigest()',
        '    return [first == h.hexdigest() == hashlib.new("ripemd160", b"abc").hexdigest(), other.digest() == hashlib.new("ripemd160", b"a").digest(), h.name, h.digest_size, h.block_size] == [True, True, "ripemd160", 20, 64]',
        'def main(args):',
        `    return ${expression}`,
      ].join('\n'),
    )

    expect(outcome).toMatchObject({ kind: 'returned', value })
  })

  // biome-ignore format: table
  test.each([
    ['hashlib.new("nothing")', 'ValueError', 'unsupported hash type nothing'],
    ['hashlib.pbkdf2_hmac("nothing", b"", b"", 1)', 'ValueError', 'unsupported hash type nothing'],
    ['hashlib.pbkdf2_hmac("sha256", b"", b"", 0)', 'ValueError', 'iteration value must be greater than 0.'],
    ['hashlib.pbkdf2_hmac("sha256", "text", b"", 1)', 'TypeError', 'Strings must be encoded before hashing'],
    ['hashlib.scrypt(b"", salt=b"", n=3, r=1, p=1)', 'ValueError', 'n must be a power of 2.'],
    ['hashlib.scrypt(b"", salt=b"", n=2**20, r=8, p=1)', 'ValueError', 'memory limit exceeded: this needs maxmem=1073744896 or more'],
  ])('%s is refused with %s: %s', async (expression, name, message) => {
    const outcome = await runPython(`import hashlib\ndef main(args):\n    return ${expression}`)

    expect(outcome).toMatchObject({ kind: 'threw', error: { name, message } })
  })

  test('derives a key with as many iterations as is usual within the limits of a run', async () => {
    const outcome = await runPython(
      'import hashlib\ndef main(args):\n    return len(hashlib.pbkdf2_hmac("sha256", b"p", b"s", 600_000)) + len(hashlib.scrypt(b"p", salt=b"s", n=2**14, r=8, p=1))',
    )

    expect(outcome).toMatchObject({ kind: 'returned', value: 96 })
  })
})

test('shelve and dbm store objects in the workspace of the run', async () => {
  const outcome = await runPython(
    [
      'import dbm, dbm.dumb, shelve',
      'def main(args):',
      '    with shelve.open("cache") as db:',
      '        db["a"] = {"n": [1, 2]}',
      '    with shelve.open("cache") as db:',
      '        stored = db["a"]',
      '    with dbm.open("plain", "c") as db:',
      '        db["k"] = "v"',
      '    with dbm.dumb.open("dumb", "c") as db:',
      '        db["k"] = "w"',
      '    with dbm.open("plain") as one, dbm.open("dumb") as two:',
      '        return [stored, one["k"].decode(), two["k"].decode(), dbm.whichdb("dumb")]',
    ].join('\n'),
  )

  expect(outcome).toMatchObject({ kind: 'returned', value: [{ n: [1, 2] }, 'v', 'w', 'dbm.dumb'] })
})
