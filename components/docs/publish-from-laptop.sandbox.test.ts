/**
 * Follows the page "Publish from your laptop" literally: each command is typed in a new folder with the Node and npm of the
 * machine, against a site that serves its own command line.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '#lib/auth/manage-api-keys.ts'
import type { Context } from '#lib/context/context.ts'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { getStagedSubmission, submitStaged } from '#lib/publishing/from-ci/staged-submissions.ts'
import { approve } from '#lib/publishing/review/decide/decide-submission.ts'
import { connectSandbox } from '#lib/sandbox/sandbox-client.ts'
import { serveSite } from '#lib/testing/api-routes.ts'
import { contextFor, makeAdmin, makePublisher } from '#lib/testing/factories.ts'
import { HOST_PATH, withHostNode } from '#lib/testing/host-node.ts'
import { guidePage } from './guide.ts'

let folder: string
let origin: string
let close: () => void
let handle: string
let owner: Context
let key: string

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['bin/build-cli.ts'])
  ;({ origin, close } = await serveSite())
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'guildhall-laptop-'))
  const publisher = await makePublisher()
  handle = publisher.handle
  owner = await contextFor(publisher.owner)
  key = (await createKey(owner, { name: 'laptop', scopes: ['run', 'publish'], expiresInDays: 1 })).key
})

afterAll(async () => {
  close()
  await fs.rm(folder, { recursive: true })
})

type Typed = { cwd?: string; input?: string; env?: Record<string, string> }

const environment = (env = {}) => ({
  NODE_ENV: 'development' as const,
  PATH: HOST_PATH,
  HOME: folder,
  ...env,
})

/** Types commands into a shell that has nothing of this process's environment. */
async function typed(commands: string, { cwd = folder, input = '', env = {} }: Typed = {}) {
  const shell = spawn('sh', ['-ec', commands], { cwd, env: environment(env) })
  const output = { stdout: '', stderr: '' }
  shell.stdout.on('data', (text) => (output.stdout += text))
  shell.stderr.on('data', (text) => (output.stderr += text))
  shell.stdin.end(input)
  const [code] = await once(shell, 'close')
  return { code: code as number, ...output }
}

const blocks = () => guidePage('laptop')?.sections.flatMap((section) => section.blocks) ?? []

/** The command under this title, for the address and handle of the test. */
function command(title: string): string {
  const block = blocks().find((each) => each.kind === 'code' && each.label.startsWith(title))
  return (block as { text: string }).text.replaceAll('{{origin}}', origin).replaceAll('HANDLE', handle)
}

const project = () => path.join(folder, 'greetings')
const keysFile = () => path.join(folder, '.config/guildhall/keys.json')

describe('the page "Publish from your laptop", followed in its order', withHostNode, () => {
  test('login stores the pasted key for this person only', async () => {
    const { code, stdout } = await typed(command('Log in'), { input: `${key}\n` })

    expect([code, stdout]).toEqual([0, expect.stringContaining(`You publish as ${handle}.`)])
    expect((await fs.stat(keysFile())).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await fs.readFile(keysFile(), 'utf8'))).toEqual({ [origin]: key })
  })

  test('the package has no dependencies and no install script', async () => {
    const [cache = ''] = await fs.readdir(path.join(folder, '.npm/_npx'))
    const modules = path.join(folder, '.npm/_npx', cache, 'node_modules')
    const manifest = JSON.parse(await fs.readFile(path.join(modules, 'guildhall-cli/package.json'), 'utf8'))

    expect((await fs.readdir(modules)).filter((name) => !name.startsWith('.'))).toEqual(['guildhall-cli'])
    for (const field of ['dependencies', 'scripts']) expect(manifest).not.toHaveProperty(field)
  })

  test('init creates a folder whose code is a file', async () => {
    const { code } = await typed(command('Create a folder'))

    expect(code).toBe(0)
    expect((await fs.readdir(project(), { recursive: true })).sort()).toEqual([
      'README.md',
      'code',
      'code/handler.js',
      'examples',
      'examples/greet-ada.json',
      'skillset.json',
    ])
  })

  test('test runs the examples in the sandbox of the site', async () => {
    const { code, stdout } = await typed(command('Run the examples once'), { cwd: project() })

    expect([code, stdout]).toEqual([0, expect.stringMatching(/passes {2}greet: Greet Ada/)])
  })

  test('dev runs them again when the code was saved', async () => {
    const shell = spawn('sh', ['-ec', `exec ${command('Run them')}`], {
      cwd: project(),
      env: environment(),
      detached: true,
    })
    const file = path.join(project(), 'code/handler.js')
    const before = await fs.readFile(file, 'utf8')
    let output = ''
    const shows = (text: string) =>
      new Promise<void>((resolve) =>
        shell.stdout.on('data', (chunk) => {
          output += chunk
          if (output.includes(text)) resolve()
        }),
      )
    try {
      await shows('passes  greet')
      const failing = shows('is broken')
      await fs.writeFile(file, 'async function handler() {\n  throw new Error("It is broken.")\n}\n')
      await failing
    } finally {
      process.kill(-shell.pid!, 'SIGINT')
      await once(shell, 'close')
      await fs.writeFile(file, before)
    }
    expect(output).toContain('FAILS   greet: Greet Ada')
  })

  test('publish stages a version, which a person submits, and run calls it', async () => {
    const { stdout } = await typed(command('Stage a version'), { cwd: project() })
    const [, id = ''] = /\/publish\/staged\/([\w-]+)/.exec(stdout) ?? []
    const { draft, note } = await getStagedSubmission(owner, id)
    expect(note).toBe('The first version.')

    const submitted = await submitStaged(owner, id, { revision: draft!.revision })
    await approve(await contextFor(await makeAdmin()), {
      submissionId: (submitted as { submissionId: string }).submissionId,
      reason: '',
    })

    const { code, stdout: printed } = await typed(command('Run a published skill'))
    expect([code, JSON.parse(printed)]).toEqual([0, { message: 'Hello, Ada' }])
  })

  test('publish tells that a version is published', async () => {
    const { code, stderr } = await typed(command('Stage a version'), { cwd: project() })

    expect([code, stderr]).toEqual([1, expect.stringContaining('1.0.0 is already published.')])
  })
})

describe('the command line of the site records', withHostNode, () => {
  const at = () => ({ cwd: project(), env: { GUILDHALL_KEY: key, GUILDHALL_SITE: origin } })
  const cli = (line: string) => typed(`node ${path.resolve('dist/cli/start.cjs')} ${line}`, at())

  test('an example, compares later code with it, and records it again for a version that changes the output on purpose', async () => {
    const code = path.join(project(), 'code/handler.js')
    const manifest = path.join(project(), 'skillset.json')
    const uncompared = await cli('test --live')
    expect([uncompared.code, uncompared.stdout]).toEqual([
      1,
      expect.stringContaining('There is no recording to compare'),
    ])
    const recorded = await cli('test --record --keep')
    expect([recorded.code, recorded.stdout]).toEqual([
      0,
      expect.stringContaining('The recording is used from now on.'),
    ])
    expect((await cli('test --offline')).code).toBe(0)
    expect((await cli('test --live')).code).toBe(0)

    await fs.writeFile(code, (await fs.readFile(code, 'utf8')).replace('Hello', 'Good morning'))
    await fs.writeFile(manifest, (await fs.readFile(manifest, 'utf8')).replace('1.0.0', '1.1.0'))
    const changed = await cli('test --offline')
    expect([changed.code, changed.stdout]).toEqual([
      1,
      expect.stringContaining('differs from the recorded one at /message'),
    ])
    const { stdout } = await cli('publish')
    const [, id = ''] = /\/publish\/staged\/([\w-]+)/.exec(stdout) ?? []
    const submit = async () => {
      const ctx = { ...owner, sandbox: connectSandbox() }
      const { draft } = await getStagedSubmission(ctx, id)
      return submitStaged(ctx, id, { revision: draft!.revision })
    }
    await expect(submit()).rejects.toMatchObject({
      options: {
        issues: [{ message: expect.stringContaining('`test --record --keep` of this site’s command line') }],
      },
    })

    expect((await cli('test --record --keep')).code).toBe(0)

    expect(await submit()).toMatchObject({ state: 'IN_REVIEW', number: '1.1.0' })
  })

  test('nothing with settings of this test alone, and says where settings of recordings are entered', async () => {
    await fs.writeFile(path.join(folder, 'settings.json'), '{"token": "abc"}')

    const { code, stdout } = await cli('test --record --settings ../settings.json')

    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('enter them under Test settings in the studio'),
    ])
  })
})

describe('the command line of the site refuses', withHostNode, () => {
  /** The package itself, which npx would load again for each command. */
  const cli = (line: string, options: Typed = {}) =>
    typed(`node ${path.resolve('dist/cli/start.cjs')} ${line}`, { cwd: project(), ...options })

  test('an address without a site', async () => {
    const { code, stderr } = await cli('test --site http://127.0.0.1:9', { env: { GUILDHALL_KEY: key } })

    expect([code, stderr]).toEqual([1, expect.stringMatching(/127\.0\.0\.1:9 .*(refuses|does not respond)/)])
  })

  test('a name that has no address', async () => {
    const { stderr } = await cli('test --site http://nowhere.invalid', { env: { GUILDHALL_KEY: key } })

    expect(stderr).toMatch(/http:\/\/nowhere\.invalid (has no address|cannot be looked up)/)
  })

  test('what is not an address, as a wrong use', async () => {
    const { code, stderr } = await cli('test --site market')

    expect([code, stderr]).toEqual([2, expect.stringContaining('“market” is not a valid address')])
  })

  test('to run without a key, and says how to log in', async () => {
    const { code, stderr } = await cli(`test --site ${origin}`, { env: { HOME: os.devNull } })

    expect([code, stderr]).toEqual([1, expect.stringContaining(`login --site ${origin}`)])
  })

  test('an expired key, and names the page for a new one', async () => {
    const made = await createKey(owner, { name: 'old', scopes: ['publish'], expiresInDays: 1 })
    await database().apiKey.updateMany({ where: { name: 'old' }, data: { expiresAt: new Date(0) } })

    const { stderr } = await cli('test', { env: { GUILDHALL_KEY: made.key, GUILDHALL_SITE: origin } })

    expect(stderr).toMatch(/This key has expired[\s\S]*\/settings\/keys/)
  })

  test('to store a key that the site does not know', async () => {
    const { code, stderr } = await cli(`login --site ${origin} --key gh_wrong`)

    expect([code, stderr]).toEqual([1, expect.stringContaining('This API key does not exist.')])
    expect(JSON.parse(await fs.readFile(keysFile(), 'utf8'))).toEqual({ [origin]: key })
  })

  test('a key without the scope “publish”', async () => {
    const reading = await createKey(owner, { name: 'reader', scopes: ['read', 'run'], expiresInDays: 1 })

    const { stderr } = await cli('publish', { env: { GUILDHALL_KEY: reading.key, GUILDHALL_SITE: origin } })

    expect(stderr).toContain('POLICY_DENIED: This key lacks the scope “publish”.')
  })

  test('the handle of another organisation', async () => {
    const { handle: other } = await makePublisher()

    const { stderr } = await cli(`publish --publisher ${other}`, {
      env: { GUILDHALL_KEY: key, GUILDHALL_SITE: origin },
    })

    expect(stderr).toContain(`does not publish as “${other}”`)
  })

  test('code with a fault, at its place in the file of the code', async () => {
    const file = path.join(project(), 'code/handler.js')
    const before = await fs.readFile(file, 'utf8')
    await fs.writeFile(file, 'async function handler() {\n  return eval("1")\n}\n')

    const { code, stderr } = await cli('publish', { env: { GUILDHALL_KEY: key, GUILDHALL_SITE: origin } })
    await fs.writeFile(file, before)

    expect([code, stderr]).toEqual([1, expect.stringContaining('code/handler.js:2:10')])
  })
})
