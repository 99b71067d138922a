/** What a jailed workerd has, seen from outside in /proc, and that it does its work in there. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { makeJob } from '../../lib/testing/make-job.ts'
import { prepareSetup } from '../prepare-setup.ts'
import { openPool } from '../process-pool.ts'
import { runJob } from '../run-job.ts'
import { startWorkerd, type WorkerdProcess } from '../workerd-process.ts'
import { NOBODYS_UID } from './host-account.ts'
import type { JailName } from './jail.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghjail-'))
const closers: (() => void)[] = []
const started: WorkerdProcess[] = []
afterEach(() => {
  for (const workerd of started.splice(0)) workerd.kill()
})
afterAll(() => {
  for (const close of closers) close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const onLinuxAsRoot = test.runIf(process.platform === 'linux' && process.getuid?.() === 0)
const { findings } = prepareSetup(folder)
/** The jails that this host has; the others are skipped, with the reason. */
function holds(name: JailName): boolean {
  try {
    prepareSetup(folder, { jail: name })
    return true
  } catch (error) {
    console.info(`skipped: ${(error as Error).message}`)
    return false
  }
}

async function start(jail: JailName) {
  const workerd = await startWorkerd(prepareSetup(folder, { jail }))
  started.push(workerd)
  const read = (file: string) => fs.readFileSync(`/proc/${workerd.pid}/${file}`, 'utf8')
  const status = Object.fromEntries(
    read('status')
      .split('\n')
      .map((line) => line.split(/:\s+/) as [string, string]),
  )
  return { workerd, read, status }
}

describe.each([
  { jail: 'bubblewrap' as const, seccomp: '2' },
  { jail: 'namespaces' as const, seccomp: '0' },
])('a process jailed by $jail', ({ jail, seccomp }) => {
  const here = test.runIf(holds(jail))

  here('is workerd, with no rights and no way to any', async () => {
    const { status } = await start(jail)

    expect(status).toMatchObject({ Name: 'w', NoNewPrivs: '1', Seccomp: seccomp })
    for (const set of ['CapEff', 'CapPrm', 'CapInh', 'CapAmb']) expect(Number(`0x${status[set]}`)).toBe(0)
  })

  // Whoever does not run as root has nobody to hand over to, and util-linux cannot mount for somebody else.
  const handsOver = jail === 'bubblewrap' && holds(jail) && process.getuid?.() === 0
  test.runIf(handsOver)('is nobody to the host, and not its root', async () => {
    const { status, workerd } = await start(jail)
    const ownerOf = (name: string) => fs.statSync(path.join(folder, name)).uid

    for (const ids of [status.Uid, status.Gid])
      expect(ids?.split('\t')).toEqual(Array(4).fill(`${NOBODYS_UID}`))
    expect(fs.readFileSync(`/proc/${workerd.pid}/uid_map`, 'utf8')).toContain(`${NOBODYS_UID}`)
    // It passes through our folder, and only what it was given is its own.
    expect(fs.statSync(folder).mode & 0o077).toBe(0o011)
    expect([ownerOf('javascript.bin'), ownerOf('filter.bpf')]).toEqual([NOBODYS_UID, 0])
  })

  here('has namespaces of its own', async () => {
    const { workerd } = await start(jail)
    const own = (name: string, pid: number | 'self') => fs.readlinkSync(`/proc/${pid}/ns/${name}`)

    for (const name of ['user', 'mnt', 'net', 'pid', 'ipc', 'uts'])
      expect(own(name, workerd.pid)).not.toBe(own(name, 'self'))
  })

  here('sees a handful of files and can write to none', async () => {
    const { workerd, read } = await start(jail)
    const mounts = read('mountinfo').trim().split('\n')

    expect(fs.readdirSync(`/proc/${workerd.pid}/root`).sort()).toEqual(
      expect.not.arrayContaining(['etc', 'home', 'proc', 'root', 'tmp', 'usr', 'var', 'work']),
    )
    expect(mounts.filter((mount) => !/^\S+ \S+ \S+ \S+ (\/dev\/\S+ |\S+ ro\b)/.test(mount))).toEqual([])
  })

  here('has no environment', async () => {
    const { read } = await start(jail)

    expect(read('environ').replace(/PWD=[^\0]*\0|SHLVL=[^\0]*\0|_=[^\0]*\0|OLDPWD=[^\0]*\0/g, '')).toBe('')
  })

  here('runs handlers, counts what they use, and is gone when it is killed', async () => {
    const pool = await openPool(prepareSetup(folder, { jail }))
    closers.push(() => pool.close())
    const quiet = { signal: new AbortController().signal, onEvent: () => {} }
    const sum = await runJob(pool, makeJob('export default async () => 1 + 1'), quiet)
    const loop = await runJob(
      pool,
      makeJob('export default async () => { for (;;); }', { limits: { cpuMs: 200 } }),
      quiet,
    )
    const { workerd } = await start(jail)
    workerd.kill()
    await workerd.died
    pool.close()

    expect(sum).toMatchObject({ kind: 'returned', value: 2 })
    expect(loop).toMatchObject({ kind: 'limit', limit: 'cpu' })
    await expect.poll(() => fs.existsSync(`/proc/${workerd.pid}`)).toBe(false)
  })
})

onLinuxAsRoot('where nobody cannot get to our folder, the jail is around us', async () => {
  const closed = fs.mkdtempSync(path.join(os.tmpdir(), 'ghclosed-'))
  closers.push(() => fs.rmSync(closed, { recursive: true, force: true }))
  const inner = path.join(closed, 'inner')
  fs.mkdirSync(inner)
  const setup = prepareSetup(inner)
  started.push(await startWorkerd(setup))

  expect(setup.jail.hostUid).toBeUndefined()
  expect(setup.jail.name).toBe(findings.find(({ holds }) => holds)?.name ?? 'none')
})

test('without a wish the best jail that holds is taken', () => {
  const best = findings.find((finding) => finding.holds)?.name ?? 'none'

  expect(prepareSetup(folder).jail.name).toBe(best)
})

test('a jail that is asked for by name and cannot be had is no reason to do without', () => {
  expect(() => prepareSetup(folder, { jail: 'granite' })).toThrow(
    'GUILDHALL_SANDBOX_JAIL=granite cannot be had here',
  )
})

test('without a jail handlers still run, and it is said', async () => {
  const setup = prepareSetup(folder, { jail: 'none' })
  started.push(await startWorkerd(setup))

  expect(setup.jail.describe).toContain('no jail')
})
