import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { setUpBackup } from '#lib/testing/setup/storage/backup.ts'
import { runCli } from '../guildhall.ts'

const { inFolder, elsewhere, here } = setUpBackup()

describe('the commands', () => {
  const OTHER = Buffer.alloc(32, 8).toString('base64')

  /** Runs the CLI as in a terminal, with its own data folder and database. */
  async function cli(argv: string[], env: Record<string, string>) {
    const before = { ...process.env }
    Object.assign(process.env, env)
    const output: string[] = []
    const write = (text: string) => output.push(text)
    const code = await runCli(argv, { log: write, error: write })
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
    return { code, text: output.join('\n') }
  }

  const keysMissing = (text: string) => text.match(/the master key \w+, which is missing/g) ?? []

  test('the backup commands report encrypted values and where their key must be, and include the key on request', async () => {
    const [plain, keyed] = [inFolder('plain.tgz'), inFolder('keyed.tgz')]
    const [data, moved] = [inFolder('data'), inFolder('moved')]
    const there = { DATABASE_URL: elsewhere, GUILDHALL_DATA_DIR: moved, GUILDHALL_MASTER_KEY: OTHER }

    const saved = await cli(['backup', plain], { DATABASE_URL: here, GUILDHALL_DATA_DIR: data })
    expect(saved).toMatchObject({ code: 0, text: expect.stringMatching(/sealed.*not in the file/) })
    expect(fs.statSync(plain).mode & 0o077).toBe(0)
    const without = await cli(['restore', plain, '--replace'], there)
    expect(without).toMatchObject({
      code: 0,
      text: expect.stringMatching(/need.* the master key .* is missing/),
    })

    await cli(['backup', keyed, '--with-key'], { DATABASE_URL: here, GUILDHALL_DATA_DIR: data })
    const restored = await cli(['restore', keyed, '--replace', '--with-key'], there)
    expect(restored.code).toBe(0)
    expect(keysMissing(restored.text)).toHaveLength(keysMissing(without.text).length - 1)
    expect(fs.readFileSync(path.join(moved, 'master.key.old'), 'utf8')).toContain(
      process.env.GUILDHALL_MASTER_KEY,
    )
  })

  test('the backup commands refuse with the reason and exit code 1', async () => {
    const env = { DATABASE_URL: elsewhere, GUILDHALL_DATA_DIR: inFolder('moved') }

    expect(await cli(['restore', inFolder('none.tgz')], env)).toMatchObject({
      code: 1,
      text: expect.stringContaining('There is no file'),
    })
    expect(await cli(['backup', inFolder('whole.tgz')], env)).toMatchObject({
      code: 1,
      text: expect.stringContaining('already exists'),
    })
  })
})
