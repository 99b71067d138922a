import type { HostileCase, HostileClass } from '../hostile-case.ts'
import { amain, LONG_REASON, main } from './python-source.ts'

const BY_PROCESSOR = { limits: { cpuMs: 400 }, ends: { limit: 'cpu' as const } }
const cases: HostileCase[] = [
  { name: 'a loop', definition: main('while True: pass'), ...BY_PROCESSOR },
  {
    name: 'a loop that catches everything',
    definition: main('while True:\n    try:\n        while True: pass\n    except BaseException: pass'),
    ...BY_PROCESSOR,
    longSuiteReason: 'Its process takes a second to be replaced; a plain loop is in the short run.',
  },
  {
    name: 'a regular expression that backtracks',
    definition: `import re\n${main('return bool(re.match(r"^(a+)+$", "a" * 40 + "!"))')}`,
    ...BY_PROCESSOR,
    longSuiteReason: 'Its process takes a second to be replaced.',
  },
  {
    name: 'a sleep',
    longSuiteReason: LONG_REASON,
    definition: `import time\n${main('time.sleep(60)')}`,
    limits: { wallMs: 700 },
    ends: { limit: ['wall', 'cpu'] },
  },
  {
    name: 'memory',
    definition: main('hoard = []\nwhile True: hoard.append(bytearray(1 << 20))'),
    ends: { limit: 'memory' },
  },
  {
    name: 'one huge number',
    definition: main('return len(str(9 ** 9 ** 9))'),
    ...BY_PROCESSOR,
    longSuiteReason: 'Its process takes a second to be replaced.',
  },
  {
    name: 'endless recursion',
    longSuiteReason: LONG_REASON,
    definition: main('return main(args)'),
    ends: { throws: /RecursionError/ },
  },
  {
    name: 'endless recursion without a limit',
    definition: `import sys\n${main('sys.setrecursionlimit(10 ** 9)\nreturn main(args)')}`,
    ends: 'or is lost',
  },
  {
    name: 'a source nested too deeply',
    definition: `def main(args): return ${'('.repeat(5_000)}1${')'.repeat(5_000)}`,
    ends: { throws: /./ },
  },
  {
    name: 'a list nested too deeply',
    longSuiteReason: LONG_REASON,
    definition: main('it = []\nfor _ in range(100000): it = [it]\nreturn it'),
    ends: { throws: /./ },
  },
  { name: 'a circle', definition: main('it = []\nit.append(it)\nreturn it'), ends: { throws: /TypeError/ } },
  { name: 'a result of 5 MB', definition: main('return "x" * (5 << 20)'), ends: { limit: 'output' } },
  {
    name: 'a hundred thousand lines',
    definition: main('for n in range(100000): print("line", n)\nreturn 1'),
    limits: { cpuMs: 5_000 },
    ends: 'anyhow',
  },
  {
    name: 'an error that describes itself for ever',
    longSuiteReason: LONG_REASON,
    definition: `class Odd(Exception):\n    def __str__(self): return str(self)\n${main('raise Odd()')}`,
    ends: 'anyhow',
  },
  {
    name: 'work left behind',
    definition: `import asyncio\n${amain('async def later():\n    while True: await asyncio.sleep(0)\nasyncio.ensure_future(later())\nreturn 1')}`,
    limits: { wallMs: 800 },
    ends: 'anyhow',
  },
]

export const PYTHON_LIMITS: HostileClass = {
  name: 'Python’s limits and recursion',
  language: 'python',
  cases,
}
