/** The commands that look after a sandbox, as a person types them. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { inLongRun } from '#lib/testing/skip-unless.ts'
import { openTerminal } from '#lib/testing/terminal.ts'
import { cacheFolder } from '#sandboxd/os/scratch-folder.ts'

const { cli } = openTerminal()
afterEach(() => vi.unstubAllEnvs())

async function guildhall(...args: string[]) {
  const { code, json } = await cli(...args, '--json')
  return { code, json: json() }
}

type Check = { what: string; ok: boolean; detail: string }

test('sandbox doctor lists each jail and whether it works, and agrees with the running sandbox', async () => {
  const { code, json } = await guildhall('sandbox', 'doctor')

  const jails = json.checks.filter(({ what }: Check) => what.startsWith('jail: '))
  expect(jails.map(({ what }: Check) => what)).toEqual(['jail: bubblewrap', 'jail: namespaces'])
  const best = jails.find(({ ok }: Check) => ok)?.what.slice('jail: '.length) ?? 'none'
  expect(json.jail).toBe(process.env.GUILDHALL_SANDBOX_JAIL || best)
  expect(json.isDegraded).toBe(json.jail === 'none')
  expect(code).toBe(json.isDegraded ? 1 : 0)
  for (const check of json.checks) expect(check.detail).not.toBe('')
})

test('sandbox doctor without a jail explains the consequences and exits with 1', async () => {
  vi.stubEnv('GUILDHALL_SANDBOX_JAIL', 'none')

  const { code, json } = await guildhall('sandbox', 'doctor')

  expect(code).toBe(1)
  expect(json).toMatchObject({ jail: 'none', isDegraded: true })
})

test('the Python snapshot is found where this sandbox stores it', async () => {
  const folder = cacheFolder()
  vi.stubEnv('GUILDHALL_SANDBOX_CACHE', folder)

  const { code, json } = await guildhall('sandbox', 'snapshot')

  expect(code).toBe(0)
  expect(path.dirname(json.file)).toBe(folder)
  expect(json.sizeBytes).toBeGreaterThan(10 * 1024 ** 2)
})

test('the snapshot of Python is made once for each version', inLongRun, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghsnap-'))

  const first = await guildhall('sandbox', 'snapshot', '--into', folder)
  const second = await guildhall('sandbox', 'snapshot', '--into', folder)
  const entries = fs.readdirSync(folder)
  fs.rmSync(folder, { recursive: true })

  expect([first.json.wasThere, second.json.wasThere]).toEqual([false, true])
  expect(entries).toEqual([expect.stringMatching(/^python-[\d.]+-workerd-[\d.]+-\w+\.snapshot$/)])
})

test('the worker for Cloudflare is written as a folder that lists its contents, and replaces an older one', async () => {
  const out = fs.mkdtempSync(path.join(os.tmpdir(), 'ghworker-'))
  fs.writeFileSync(path.join(out, 'dispatcher.js'), 'of an earlier time')

  const { code, json } = await guildhall('sandbox', 'worker', '--out', out)
  const files = fs.readdirSync(out)
  const { main } = JSON.parse(fs.readFileSync(path.join(out, 'wrangler.json'), 'utf8')) as { main: string }
  const sources = files.map((file) => fs.readFileSync(path.join(out, file), 'utf8'))
  fs.rmSync(out, { recursive: true })

  expect(code).toBe(0)
  expect(json).toMatchObject({ folder: out, files: expect.arrayContaining(files) })
  expect(files).toContain(main)
  expect(sources).not.toContain('of an earlier time')
  // All modules that these files import are written, too.
  const imported = sources.flatMap((source) => [...source.matchAll(/from '([\w-]+\.(?:js|txt))'/g)])
  expect(imported.map(([, name]) => name).filter((name) => !files.includes(name!))).toEqual([])
})

test('the worker for Cloudflare is not written without a folder', async () => {
  expect(await guildhall('sandbox', 'worker')).toMatchObject({ code: 2 })
})
