// The command line as publishers get it: packed, unpacked and run outside of the checkout.
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLI_ARCHIVE } from '#lib/kernel/site/package-archives.ts'
import { PROJECT_ROOT } from './server/runtime/project-root.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-packed-cli-'))

beforeAll(() => {
  execFileSync(process.execPath, ['bin/build-cli.ts'], { cwd: PROJECT_ROOT, stdio: 'pipe' })
  const archive = path.join(PROJECT_ROOT, CLI_ARCHIVE)
  execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1'])
})

afterAll(() => fs.rmSync(folder, { recursive: true }))

/** Runs the program with nothing of this process's environment. */
function run(args: string[], preload: string[] = []) {
  const env = { NODE_ENV: 'test' as const, HOME: folder }
  return spawnSync(process.execPath, [...preload, path.join(folder, 'start.cjs'), ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
}

test('the packed command line is one program without dependencies and scripts', () => {
  const { name, version, bin, ...manifest } = JSON.parse(
    fs.readFileSync(path.join(folder, 'package.json'), 'utf8'),
  )

  expect(fs.readdirSync(folder).sort()).toEqual([
    'LICENSE',
    'README.md',
    'amaro',
    'cli.js',
    'package.json',
    'start.cjs',
  ])
  expect([name, bin]).toEqual(['guildhall-cli', { guildhall: 'start.cjs' }])
  expect(version).toMatch(/^\d+\.\d+\.\d+-b[0-9a-f]{10}$/)
  for (const key of ['dependencies', 'scripts', 'private']) expect(manifest).not.toHaveProperty(key)
})

test('the packed command line is small enough to be loaded by npx', () => {
  expect(fs.statSync(path.join(PROJECT_ROOT, CLI_ARCHIVE)).size).toBeLessThan(2 * 1024 * 1024)
})

test('the packed command line lists the commands that its README describes', () => {
  const { status, stdout, stderr } = run(['--help'])
  const readme = fs.readFileSync(path.join(folder, 'README.md'), 'utf8')

  const listed = [...stdout.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name)
  const described = [...readme.matchAll(/^\| `(\w+)/gm)].map(([, name]) => name)

  expect([status, stderr]).toEqual([0, ''])
  expect(listed).toEqual(described)
})

test('the packed command line tells an old Node which one it needs', () => {
  const preload = path.join(folder, 'old-node.cjs')
  fs.writeFileSync(preload, "Object.defineProperty(process, 'versions', { value: { node: '20.18.3' } })")

  const { status, stderr } = run(['--help'], ['--require', preload])

  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('Node 20.18.3, which is too old. Install Node 20.19'),
  ])
})

test('the packed command line distinguishes a wrong use from a refusal by the exit code', () => {
  expect(run(['frobnicate']).status).toBe(2)
  expect(run(['test']).stderr).toContain('Name the site with --site')
  expect(run(['validate', 'nowhere'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('NOT_FOUND: There is no file nowhere.'),
  })
})

/** Writes a SkillSet as the command line makes one, with other code, into a folder of its own. */
function makeFolder(name: string, code: string, text: string): void {
  expect(run(['init', name]).status).toBe(0)
  fs.rmSync(path.join(folder, name, 'code/handler.js'))
  fs.writeFileSync(path.join(folder, name, code), text)
}

test('the packed command line reads TypeScript outside of any checkout', () => {
  const code =
    'export async function main(name: string, greeting?: string) {\n  return { message: (greeting ?? "Hello") + ", " + name }\n}\n\nexport default async function handler({ parameters }) {\n  return main(parameters.name)\n}\n'
  makeFolder('typed', 'code/handler.ts', code)

  expect(run(['validate', 'typed'])).toMatchObject({ status: 0, stdout: 'typed/skillset.json is valid.\n' })
})

test.each(['handler.js', 'handler.ts'])(
  'the packed command line shows the place of a syntax error in %s',
  (name) => {
    const file = `broken-${name}/code/${name}`
    makeFolder(
      `broken-${name}`,
      `code/${name}`,
      'export default async function handler() {\n  return syntax error(\n}\n',
    )

    const { status, stdout } = run(['validate', `broken-${name}`])

    expect([status, stdout]).toEqual([1, expect.stringContaining(`${file}:2:`)])
    expect(stdout).not.toContain('amaro')
  },
)

test('the packed command line names an option that a command does not have', () => {
  expect(run(['validate', '--frobnicate'])).toMatchObject({
    status: 2,
    stderr: 'This command has no option --frobnicate.\nSee --help.\n',
  })
})

test('the packed command line refuses a folder name that shells need quoted, and suggests another', () => {
  expect(run(['init', 'My Skill!'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Try my_skill,'),
  })
})

test('the packed command line warns that a skill without an example cannot be submitted', () => {
  expect(run(['init', 'bare']).status).toBe(0)
  fs.rmSync(path.join(folder, 'bare/examples'), { recursive: true })

  expect(run(['validate', 'bare']).stdout).toContain('has no example, and cannot be submitted without one.')
})

test('the packed command line reads modules beside the code of a skill', () => {
  makeFolder(
    'modules',
    'code/handler.js',
    "import { greet } from './words.js'\n\nexport default async function handler({ parameters }) {\n  return { message: greet(parameters.name) }\n}\n",
  )
  fs.writeFileSync(path.join(folder, 'modules/code/words.js'), 'export const greet = (name) => name\n')

  expect(run(['validate', 'modules'])).toMatchObject({ status: 0 })
})
