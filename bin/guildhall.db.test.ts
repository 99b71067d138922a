/** The command line from the user's point of view: output, exit codes, JSON. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { database } from '#lib/kernel/db/prisma-client.ts'
import {
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '#lib/testing/factories.ts'
import { openTerminal } from '#lib/testing/terminal.ts'
import { PROJECT_ROOT } from './server/runtime/project-root.ts'

const { folder, cli } = openTerminal()

/** Runs the CLI in its own process. */
function program(args: string[], env: Record<string, string | undefined> = {}) {
  return spawnSync(process.execPath, [path.join(PROJECT_ROOT, 'bin/guildhall.ts'), ...args], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, GUILDHALL_DATA_DIR: folder, ...env },
  })
}

describe('guildhall', () => {
  test('the command line lists its commands', async () => {
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

  test('the command line distinguishes an unknown command from a refusal by the exit code', async () => {
    expect((await cli('frobnicate')).code).toBe(2)
    expect((await cli('make-admin')).code).toBe(2)
    expect((await cli('make-admin', '--nonsense')).code).toBe(2)
    expect((await cli('make-admin', '--email', 'nobody@test.local')).code).toBe(1)
  })

  test('the command line is a program with usage text, errors and exit codes', async () => {
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

test('run is refused for an unknown skill, with the standard message', async () => {
  const { email } = await makeUser()

  const { code, json } = await cli('run', 'no.such.skill', '--args', '{}', '--email', email, '--json')

  expect(code).toBe(1)
  expect(json().error).toMatchObject({ code: 'NOT_FOUND', recoverable: true })
})

test('run runs nothing above the maximum price, and nothing for an invalid price', async () => {
  const pricing = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
  const document = makeSkillSetDocument({ skills: [makeSkillDocument({ pricing })] })
  const { skillName } = await makePublishedVersion({ document })
  const { email } = await makeUser()
  const price = (maxPrice: string) =>
    cli('run', skillName, '--args', '{"name":"Ada"}', '--email', email, '--max-price', maxPrice, '--json')

  expect((await price('0.01')).json().error).toMatchObject({
    code: 'PAYMENT_REQUIRED',
    message: 'This run costs up to 0.05 USDC, more than the 0.01 you allow.',
  })
  expect((await price('cheap')).json().error).toMatchObject({ code: 'INVALID_INPUT' })
})

test('run needs a full skill name, and arguments that are JSON', async () => {
  expect((await cli('run', 'text_statistics', '--args', '{}')).code).toBe(2)
  expect((await cli('run', 'no.such.skill', '--args', '{')).code).toBe(2)
})
