import { expect, test } from 'vitest'
import { readArgparse } from './read-argparse.ts'

const program = (lines: string) =>
  `import argparse\np = argparse.ArgumentParser()\n${lines}\nargs = p.parse_args()\n`
const read = (lines: string) => readArgparse(program(lines))?.arguments

test.each([
  ['p.add_argument("name")', { name: 'name', kind: 'value', isRequired: true, schema: { type: 'string' } }],
  ['p.add_argument("name", nargs="?")', { isRequired: false, kind: 'value' }],
  [
    'p.add_argument("files", nargs="+")',
    { kind: 'list', isRequired: true, schema: { type: 'array', minItems: 1 } },
  ],
  [
    'p.add_argument("-n", "--count", type=int, default=3)',
    { name: 'count', flag: '--count', isRequired: false, schema: { type: 'integer', default: 3 } },
  ],
  [
    'p.add_argument("-x", type=float, required=True)',
    { name: 'x', flag: '-x', isRequired: true, schema: { type: 'number' } },
  ],
  [
    'p.add_argument("--dry-run", action="store_true")',
    { name: 'dry_run', kind: 'switch', isRequired: false, schema: { type: 'boolean' } },
  ],
  [
    'p.add_argument("--tag", action="append")',
    { kind: 'repeated', schema: { type: 'array', items: { type: 'string' } } },
  ],
  [
    'p.add_argument("--size", choices=["s", "m"], default="m")',
    { schema: { enum: ['s', 'm'], default: 'm' } },
  ],
  [
    'p.add_argument("--to", dest="target", help="Where "\n  "to")',
    { name: 'target', schema: { description: 'Where to' } },
  ],
  [
    'p.add_argument("--out", type=Path, default=Path("."))',
    { isRequired: false, schema: { type: 'string' } },
  ],
])('an argument is read: %s', (line, expected) => {
  expect(read(line)).toMatchObject([expected])
})

test.each([
  ['subcommands', 'p.add_subparsers(dest="command")\np.add_argument("a")'],
  ['arguments made in a loop', 'for name in NAMES:\n    p.add_argument(name)'],
  ['names that code makes', 'p.add_argument(PREFIX + "a")'],
  ['actions of its own', 'p.add_argument("--a", action=Custom)'],
  ['a counter', 'p.add_argument("-v", action="count")'],
  ['the same parameter twice', 'p.add_argument("--a")\np.add_argument("--a")'],
  ['no arguments', ''],
])('%s are not read, so callers pass plain arguments', (_, lines) => {
  expect(read(lines)).toBeUndefined()
})

test('a program without argparse has no readable command line', () => {
  expect(readArgparse('import sys\nprint(sys.argv)')).toBeUndefined()
})
