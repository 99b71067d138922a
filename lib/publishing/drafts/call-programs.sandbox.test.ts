// From the folder of an Agent Skill to a run of its programs.
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Context } from '../../context/context.ts'
import { checkDocument } from '../../contracts/checks/check-document.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import type { Json } from '../../kernel/json/json.ts'
import { startDraftRun } from '../../runs/start/start-draft-run.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import { contextFor, freshName, makePublisher } from '../../testing/factories.ts'
import { openPackageRegistry, type PackageRegistry } from '../../testing/package-registry.ts'
import { getDraft } from './get-draft.ts'
import { importFolder } from './import-folder.ts'
import { resolveDraftPackages } from './resolve-draft-packages.ts'

let registry: PackageRegistry
let ctx: Context

beforeAll(async () => {
  registry = await openPackageRegistry()
  vi.stubEnv('GUILDHALL_PACKAGE_REGISTRY', registry.url)
  vi.stubEnv('GUILDHALL_PACKAGE_AGE_HOURS', '0.0000001')
  await registry.publish({
    name: 'shout',
    files: { 'index.js': `module.exports = (text) => text.toUpperCase()` },
  })
  const publisher = await makePublisher()
  ctx = await contextFor(publisher.owner, { sandbox: connectSandbox() })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await registry.close()
})

const bytes = (text: string) => new TextEncoder().encode(text)

async function importPrograms(files: Record<string, string>) {
  const name = freshName('tools').replaceAll('_', '-')
  const all = {
    'SKILL.md': `---\nname: ${name}\ndescription: Counts things.\n---\n\nRun the programs.\n`,
    ...files,
  }
  const content = zipSync(Object.fromEntries(Object.entries(all).map(([path, text]) => [path, bytes(text)])))
  const imported = await importFolder(ctx, { content, directory: name, callPrograms: true })
  const { draft } = await getDraft(ctx, imported.skillSetId)
  const document = draft?.document as unknown as SkillSetDocument
  const run = async (skillSlug: string, args: Json, from = document) => {
    const request = { skillSetId: imported.skillSetId, document: from, skillSlug, args }
    return (await startDraftRun(ctx, request)).ended
  }
  return { ...imported, document, run }
}

const COUNT = `#!/usr/bin/env python3
"""Counts the words of a text.

More about it.
"""
import argparse
import sys
from pathlib import Path

from helpers import split

parser = argparse.ArgumentParser(description="Counts words, without those of a list.")
parser.add_argument("file", type=Path, help="The text to count")
parser.add_argument("-m", "--min", type=int, default=1, help="The shortest word")
parser.add_argument("--stop-words", choices=["none", "english"], default="none")
parser.add_argument("--out")
parser.add_argument("--strict", action="store_true")


def main():
    args = parser.parse_args()
    stop = (Path(__file__).parent.parent / "data" / "stop.txt").read_text().split()
    words = [word for word in split(args.file.read_text()) if len(word) >= args.min]
    if args.stop_words == "english":
        words = [word for word in words if word not in stop]
    print(len(words))
    if args.out:
        Path(args.out).write_text("\\n".join(words))
    if args.strict and not words:
        print("no words", file=sys.stderr)
        sys.exit(3)


if __name__ == "__main__":
    main()
`

const FILES = {
  'scripts/count.py': COUNT,
  'scripts/helpers.py': 'def split(text):\n    return text.split()\n',
  'scripts/echo.py': 'import sys\n\nprint(" ".join(sys.argv[1:]), sys.stdin.read())\n',
  'scripts/convert.py': 'import subprocess\n\nsubprocess.run(["soffice", "--headless"])\n',
  'scripts/fetch.sh': '#!/bin/sh\ncurl https://example.com\n',
  'data/stop.txt': 'the a of',
}

describe('programs in Python', () => {
  test('become skills with the contract of their command line, and the others are named with the reason', async () => {
    const { document, programs, findings } = await importPrograms(FILES)

    expect(programs).toEqual(['count', 'echo'])
    expect(checkDocument(document as unknown as Json)).toEqual([])
    expect(document.skills.find(({ slug }) => slug === 'count')).toMatchObject({
      name: 'Count',
      description: 'Counts words, without those of a list.',
      runtime: 'python',
      parameters: {
        properties: {
          file: { type: 'string', description: 'The text to count' },
          min: { type: 'integer', default: 1, description: 'The shortest word' },
          stop_words: { type: 'string', enum: ['none', 'english'], default: 'none' },
          out: { type: 'string' },
          strict: { type: 'boolean' },
          files: { type: 'array' },
        },
        required: ['file'],
      },
    })
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining('As skills of their own: count, echo.'),
      'scripts/convert.py cannot be called as a skill: it starts other programs (subprocess).',
      'scripts/fetch.sh cannot be called as a skill: it is written in another language than Python and JavaScript.',
    ])
  })

  test('run with their arguments, the files of the folder and those of the caller, and return what they write', async () => {
    const { run } = await importPrograms(FILES)

    const counted = await run('count', {
      ...{ file: 'in.txt', min: 2, stop_words: 'english', out: 'kept.txt' },
      files: [{ path: 'in.txt', text: 'the tide of an evening' }],
    })
    expect(counted).toMatchObject({
      state: 'succeeded',
      output: { message: '3', exit_code: 0, stdout: '3\n', stderr: '', files: [{ path: 'kept.txt' }] },
    })
    const failed = await run('count', { file: 'in.txt', strict: true, files: [{ path: 'in.txt', text: '' }] })
    expect(failed).toMatchObject({
      state: 'succeeded',
      output: { message: '0', exit_code: 3, stderr: 'no words\n', files: [] },
    })
    expect(await run('echo', { args: ['a', '--b'], stdin: 'in' })).toMatchObject({
      output: { stdout: 'a --b in\n', exit_code: 0 },
    })
  })

  test('return a traceback and exit code 1 when they fail, and cannot write outside of their folder', async () => {
    const { run } = await importPrograms(FILES)

    expect(await run('count', { file: 'missing.txt' })).toMatchObject({
      output: { exit_code: 1, stderr: expect.stringContaining('FileNotFoundError') },
    })
    expect(await run('count', { file: 'a', files: [{ path: '../a', text: 'x' }] })).toMatchObject({
      state: 'failed',
      error: { message: '../a is outside of the working folder' },
    })
  })
})

describe('programs in JavaScript', () => {
  const PROGRAMS = {
    'package.json': '{"dependencies": {"shout": "^1.0.0"}}',
    'scripts/shout.mjs': `#!/usr/bin/env node
// Writes words in capitals.
import shout from 'shout'

const [, , ...words] = process.argv
if (words.length === 0) {
  console.error('no words')
  process.exit(2)
}
console.log(shout(words.join(' ')))
`,
    'scripts/input.cjs': `const shout = require('shout')
async function main() {
  let text = ''
  for await (const part of process.stdin) text += part
  process.stdout.write(shout(text))
}
if (require.main === module) main()
`,
    'scripts/files.js': `const fs = require('fs')\nconsole.log(fs.readFileSync(process.argv[2], 'utf8'))\n`,
  }

  test('run with their arguments, their input and the packages of the folder', async () => {
    const { skillSetId, document, programs, findings, run } = await importPrograms(PROGRAMS)
    const { lock } = await resolveDraftPackages(ctx, { skillSetId })
    const locked = { ...document, dependencyLock: lock! }

    expect(programs).toEqual(['shout', 'input'])
    expect(document.dependencies).toEqual({ shout: '^1.0.0' })
    expect(findings.at(-1)?.message).toBe(
      'scripts/files.js cannot be called as a skill: it imports fs; a skill imports packages, and has neither files nor modules of Node.',
    )
    expect(await run('shout', { args: ['good', 'tide'] }, locked)).toMatchObject({
      output: { message: 'GOOD TIDE', exit_code: 0, stdout: 'GOOD TIDE\n' },
    })
    expect(await run('shout', {}, locked)).toMatchObject({ output: { exit_code: 2, stderr: 'no words\n' } })
    expect(await run('input', { stdin: 'quiet' }, locked)).toMatchObject({ output: { stdout: 'QUIET' } })
  })
})
