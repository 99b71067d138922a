/** The command line from the user's point of view: output, exit codes, JSON. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { database } from '#lib/db/core/prisma-client.ts'
import {
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '#lib/testing/factories.ts'
import { openTerminal } from '#lib/testing/terminal.ts'
import { PROJECT_ROOT } from './runtime/project-root.ts'

const { folder, cli, write } = openTerminal()

/** Runs the CLI in its own process. */
function program(args: string[], env: Record<string, string | undefined> = {}) {
  return spawnSync(process.execPath, [path.join(PROJECT_ROOT, 'bin/guildhall.ts'), ...args], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, GUILDHALL_DATA_DIR: folder, ...env },
  })
}

describe('guildhall', () => {
  test('lists its commands', async () => {
    const { code, stdout } = await cli('--help')

    expect(code).toBe(0)
    for (const name of [
      'key create',
      'make-admin',
      'reset-link',
      'key create',
      'validate',
      'publish',
      'run',
    ]) {
      expect(stdout).toContain(name)
    }
  })

  test('distinguishes an unknown command from a refusal by the exit code', async () => {
    expect((await cli('frobnicate')).code).toBe(2)
    expect((await cli('make-admin')).code).toBe(2)
    expect((await cli('make-admin', '--nonsense')).code).toBe(2)
    expect((await cli('make-admin', '--email', 'nobody@test.local')).code).toBe(1)
  })

  test('is a program with usage text, errors and exit codes', async () => {
    const { email } = await makeUser()

    const made = program(['reset-link', '--email', email, '--json'])
    const lost = program(['make-admin', '--email', 'a@b.de'], { DATABASE_URL: '' })

    expect(made).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(made.stdout)).toMatchObject({ url: expect.stringContaining('/reset/') })
    expect(lost).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('npm start') })
  })
})

test('migrate has nothing to do if everything is up to date', async () => {
  const { code, stdout } = await cli('migrate')

  expect({ code, stdout }).toEqual({ code: 0, stdout: 'The database is up to date.\n' })
  expect((await cli('migrate', '--json')).json()).toEqual({ applied: 0, log: [] })
})

test('make-admin makes a user an admin, however the email is written', async () => {
  const user = await makeUser()

  const { code, json } = await cli('make-admin', '--email', user.email.toUpperCase(), '--json')

  expect(code).toBe(0)
  expect(json()).toMatchObject({ role: 'ADMIN' })
  expect(await database().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({ role: 'ADMIN' })
})

test('reset-link prints a link to this site', async () => {
  const { email } = await makeUser()

  const { code, json } = await cli('reset-link', '--email', email, '--json')

  expect(code).toBe(0)
  expect(json().url).toMatch(/^http:\/\/localhost:3000\/reset\/[\w-]{20,}$/)
})

describe('key create', () => {
  test('prints a key for the named organisation and stores only its hash', async () => {
    const owner = await makeUser()
    const organisation = await makeOrganisation({ owner })

    const { code, json } = await cli(
      'key',
      'create',
      ...['--email', owner.email],
      ...['--scopes', 'read,run'],
      ...['--org', organisation.name],
      '--json',
    )

    expect(code).toBe(0)
    expect(json()).toMatchObject({ scopes: ['read', 'run'], organisation: organisation.name })
    const [stored] = await database().apiKey.findMany({ where: { organisationId: organisation.id } })
    expect(json().key).toContain(stored?.prefix)
    expect(stored?.hash).not.toContain(json().key)
  })

  test('makes a key for the person named and shows it this once', async () => {
    const { email, organisation } = await makeUser()
    const args = [
      'key',
      'create',
      '--name',
      'ci',
      '--email',
      email,
      '--scopes',
      'run, read',
      '--expires',
      '30d',
    ]

    const { code, json } = await cli(...args, '--json')

    expect(code).toBe(0)
    expect(json().key).toMatch(/^gh_/)
    const row = await database().apiKey.findFirstOrThrow({ where: { organisationId: organisation.id } })
    expect(row).toMatchObject({ name: 'ci', scopes: ['read', 'run'] })
  })

  test('refuses a scope there is not', async () => {
    const { email } = await makeUser()

    const { code, stderr } = await cli('key', 'create', '--name', 'ci', '--email', email, '--scopes', 'root')

    expect(code).toBe(1)
    expect(stderr).toContain('[scopes -> 0]')
  })

  test('binds the key to a toolset, and refuses unknown SkillSets and toolsets', async () => {
    const user = await makeUser()
    const create = (...limits: string[]) => cli('key', 'create', '--email', user.email, '--json', ...limits)
    const organisationId = user.organisation.id
    const toolset = await database().toolset.create({
      data: { organisationId, slug: 'mini', createdById: user.id },
    })

    for (const [limits, path] of [
      [['--skillsets', 'nobody.nothing'], '/skillSets/0'],
      [['--toolset', 'none'], '/toolset'],
    ] as const) {
      const { code, json } = await create(...limits)
      expect(code).toBe(1)
      expect(json().error.details).toMatchObject([{ path, keyword: 'exists' }])
    }
    expect(await database().apiKey.count({ where: { organisationId } })).toBe(0)
    expect((await create('--toolset', 'mini')).json()).toMatchObject({ toolset: 'mini' })
    expect(await database().apiKey.findMany({ where: { organisationId } })).toMatchObject([
      { toolsetId: toolset.id },
    ])
  })

  test('is refused for organisations of others', async () => {
    const [user, stranger] = [await makeUser(), await makeUser()]
    const ask = async (...args: string[]) =>
      (await cli('key', 'create', '--email', user.email, '--json', ...args)).json()

    const refused = await ask('--scopes', 'read', '--org', stranger.organisation.name)

    expect(refused.error.code).toBe('NOT_FOUND')
  })
})

describe('validate', () => {
  test('accepts a valid file', async () => {
    expect(await cli('validate', write(makeSkillSetDocument()))).toMatchObject({ code: 0 })
  })

  test('names every problem of an invalid file, with its path', async () => {
    const { code, json } = await cli(
      'validate',
      write(makeSkillSetDocument({ slug: 'no slug', skills: [] })),
      '--json',
    )

    expect(code).toBe(1)
    expect(json().issues.map((issue: { path: string }) => issue.path)).toEqual(
      expect.arrayContaining(['/slug', '/skills']),
    )
  })

  test('refuses invalid JSON and a missing file', async () => {
    const file = path.join(folder, 'broken.json')
    fs.writeFileSync(file, '{')

    expect(await cli('validate', file)).toMatchObject({ code: 1 })
    expect((await cli('validate', path.join(folder, 'nowhere.json'), '--json')).json().error.code).toBe(
      'NOT_FOUND',
    )
  })
})

describe('publish', () => {
  test('puts a private SkillSet straight into the hands of its organisation', async () => {
    const { owner, handle } = await makePublisher()
    const document = makeSkillSetDocument({ visibility: 'PRIVATE', skills: [instruction()] })

    const { code, json } = await cli('publish', write(document), '--email', owner.email, '--json')

    expect({ code, answer: json() }).toMatchObject({
      code: 0,
      answer: { name: `${handle}.${document.slug}`, version: '1.0.0', state: 'PUBLISHED' },
    })
  })

  test('publishes the next version of an existing SkillSet', async () => {
    const { handle } = await makePublisher()
    const document = makeSkillSetDocument({ visibility: 'PRIVATE', skills: [instruction()] })
    const next = {
      ...document,
      version: '1.1.0',
      changelog: 'More.',
      skills: [instruction(), instruction('second')],
    }

    const first = await cli('publish', write(document), '--publisher', handle)
    const second = await cli('publish', write(next), '--publisher', handle, '--json')

    expect([first.code, second.code], second.stdout).toEqual([0, 0])
    expect(second.json().version).toBe('1.1.0')
  })

  test('is refused without a handle, and under another organisation’s handle', async () => {
    const [stranger, { handle }] = [await makeUser(), await makePublisher()]
    const file = write(makeSkillSetDocument())

    const without = (await cli('publish', file, '--email', stranger.email, '--json')).json()
    const others = (
      await cli('publish', file, '--email', stranger.email, '--publisher', handle, '--json')
    ).json()

    expect(without.error.code).toBe('PRECONDITION_FAILED')
    expect(others.error).toBeDefined()
  })
})

describe('run', () => {
  test('is refused for an unknown skill, with the standard message', async () => {
    const { email } = await makeUser()

    const { code, json } = await cli('run', 'no.such.skill', '--args', '{}', '--email', email, '--json')

    expect(code).toBe(1)
    expect(json().error).toMatchObject({ code: 'NOT_FOUND', recoverable: true })
  })

  test('runs nothing above the maximum price, and nothing for an invalid price', async () => {
    const pricing = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
    const document = makeSkillSetDocument({ skills: [makeSkillDocument({ pricing })] })
    const { skillName } = await makePublishedVersion({ document })
    const { email } = await makeUser()
    const price = (maxPrice: string) =>
      cli('run', skillName, '--args', '{"name":"Ada"}', '--email', email, '--max-price', maxPrice, '--json')

    expect((await price('0.01')).json().error).toMatchObject({
      code: 'PAYMENT_REQUIRED',
      message: 'This run costs 0.05 USDC, more than the 0.01 you allow.',
    })
    expect((await price('cheap')).json().error).toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('wants a full name, and arguments that are JSON', async () => {
    expect((await cli('run', 'text_statistics', '--args', '{}')).code).toBe(2)
    expect((await cli('run', 'no.such.skill', '--args', '{')).code).toBe(2)
  })
})

/** Returns a skill that can be published without a sandbox. */
function instruction(slug = 'advise') {
  return {
    slug,
    name: 'Advise somebody',
    description: 'Gives good advice on whatever is asked.',
    prompt: 'Use this when a person asks for advice and you have nothing better at hand to offer them.',
    kind: 'instruction' as const,
    body: '# Advice\n\nListen first, and then say one thing at a time.',
  } as never
}
