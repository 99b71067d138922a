/** The resources of a jailed workerd, as /proc shows them from outside, and that it can do its work. */
import { type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { processesOf } from '../../lib/testing/list-sandbox-processes.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import { isOfTheHost, linksOf, nameOf, setUpJails } from '../../lib/testing/setup/sandbox/jails.ts'
import { skipUnless } from '../../lib/testing/skip-unless.ts'
import { isProcessRunning } from '../os/read-proc.ts'
import { openProcessPool } from '../pool/process-pool.ts'
import { runJob } from '../run/run-job.ts'
import { findHostAccount, UNPRIVILEGED_UID } from './host-account.ts'
import { MAX_TASKS } from './namespaces.ts'

const { findings, lookInto, setupOf, folder, start } = setUpJails()

describe.each([
  { jail: 'bubblewrap' as const, seccomp: '2' },
  { jail: 'namespaces' as const, seccomp: '0' },
])('a process jailed by $jail', ({ jail, seccomp }) => {
  const reason = findings.find(({ name }) => name === jail)?.reason ?? ''
  const skipWithoutJail = skipUnless(reason === '', `needs the jail ${jail}: ${reason}`)

  test('is workerd, has no capabilities and cannot gain any', skipWithoutJail, async () => {
    const { status } = await lookInto(jail)

    expect(status).toMatchObject({ Name: 'w', NoNewPrivs: '1', Seccomp: seccomp })
    for (const set of ['CapEff', 'CapPrm', 'CapInh', 'CapAmb', 'CapBnd'])
      expect([set, Number(`0x${status[set]}`)]).toEqual([set, 0])
  })

  test('may have a bounded number of threads and processes', skipWithoutJail, async () => {
    const { read, status } = await lookInto(jail)

    expect(read('limits')).toMatch(new RegExp(`^Max processes +${MAX_TASKS} +${MAX_TASKS} `, 'm'))
    expect(Number(status.Threads)).toBeLessThan(MAX_TASKS / 4)
  })

  // Root is exempt from the limit, so that the test needs an unprivileged user.
  const skipWithoutSetpriv = skipUnless(
    process.getuid?.() !== 0 || findHostAccount() !== undefined,
    'needs setpriv of util-linux',
  )
  test('cannot start processes without end', { ...skipWithoutSetpriv, ...skipWithoutJail }, async () => {
    const { engine, jail: made } = setupOf(jail)
    // A shell replaces workerd and tries what native code could. Its children wait for their input.
    const cell = { binary: '/bin/sh', config: engine.config, guardSocket: path.join(folder, 'probe') }
    const forks = 'exec 9<&0; n=0; while [ $n -lt 200 ]; do (read -r _ <&9) & n=$((n+1)); echo $n; done'
    const [program = '', ...args] = made.wrap(cell, [made.inside(cell).binary, '-c', forks])
    const filter = made.filterFile === undefined ? 'ignore' : fs.openSync(made.filterFile, 'r')
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe', 'ignore', 'ignore', filter] })
    const [started, refusal] = await Promise.all([text(child.stdout!), text(child.stderr!)])
    if (typeof filter === 'number') fs.closeSync(filter)

    expect(refusal).toMatch(/fork/i)
    expect(started.split('\n').length).toBeLessThanOrEqual(MAX_TASKS)
  })

  test('inherits no open descriptor from the parent of sandboxd', skipWithoutJail, async () => {
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'ghinherit-'))
    const secret = path.join(scratch, 'open-file')
    fs.writeFileSync(secret, 'for the starter alone')
    const open = fs.openSync(secret, 'r+')
    // A shell or a service manager may leave descriptors open with numbers as high as these.
    const stdio: StdioOptions = ['ignore', 'pipe', 'inherit', 'ipc', ...Array(36).fill('ignore'), open, open]
    const daemon = spawn(process.execPath, ['sandboxd/main.ts'], {
      env: {
        ...process.env,
        GUILDHALL_SANDBOX_SOCKET: path.join(scratch, 's.sock'),
        GUILDHALL_SANDBOX_DIR: scratch,
        GUILDHALL_SANDBOX_JAIL: jail,
      },
      stdio,
    })
    const ended = once(daemon, 'exit')
    try {
      await once(daemon.stdout!, 'data')
      expect(linksOf(daemon.pid!)).toContain(secret)
      const jailed = processesOf(scratch).filter((pid) => nameOf(pid) === 'w')

      expect(jailed.length).toBeGreaterThan(0)
      for (const pid of jailed) expect(linksOf(pid).filter(isOfTheHost)).toEqual([])
    } finally {
      daemon.disconnect()
      await ended
      fs.closeSync(open)
      fs.rmSync(scratch, { recursive: true })
    }
  })

  // Only root switches to another user.
  const skipUnlessRoot = skipUnless(process.getuid?.() === 0, 'needs root')
  test('is an unprivileged user on the host, and not root', {
    ...skipUnlessRoot,
    ...skipWithoutJail,
  }, async () => {
    const { status, workerd } = await lookInto(jail)
    const ownerOf = (name: string) => fs.statSync(path.join(folder, name)).uid

    for (const ids of [status.Uid, status.Gid])
      expect(ids?.split('\t')).toEqual(Array(4).fill(`${UNPRIVILEGED_UID}`))
    expect(fs.readFileSync(`/proc/${workerd.pid}/uid_map`, 'utf8')).toContain(`${UNPRIVILEGED_UID}`)
    // It may traverse the folder, and owns only the files that it was given.
    expect(fs.statSync(folder).mode & 0o077).toBe(0o011)
    expect(ownerOf('javascript.bin')).toBe(UNPRIVILEGED_UID)
    expect(ownerOf(jail === 'bubblewrap' ? 'filter.bpf' : 'root')).toBe(0)
  })

  test('has separate namespaces', skipWithoutJail, async () => {
    const { workerd } = await lookInto(jail)
    const own = (name: string, pid: number | 'self') => fs.readlinkSync(`/proc/${pid}/ns/${name}`)

    for (const name of ['user', 'mnt', 'net', 'pid', 'ipc', 'uts'])
      expect(own(name, workerd.pid)).not.toBe(own(name, 'self'))
  })

  test('sees a handful of files and can write to none', skipWithoutJail, async () => {
    const { workerd, read } = await lookInto(jail)
    const mounts = read('mountinfo').trim().split('\n')

    const top = fs.readdirSync(`/proc/${workerd.pid}/root`).filter((name) => !/^lib(32|64|x32)?$/.test(name))
    const helper = jail === 'bubblewrap' ? 'prlimit' : 'setpriv'
    expect(new Set(top)).toEqual(new Set(['c', 'dev', 's', 'w', helper]))
    expect(mounts.filter((mount) => !/^\S+ \S+ \S+ \S+ (\/dev\/\S+ |\S+ ro\b)/.test(mount))).toEqual([])
  })

  test('has no environment', skipWithoutJail, async () => {
    const { read } = await lookInto(jail)

    expect(read('environ').replace(/PWD=[^\0]*\0|SHLVL=[^\0]*\0|_=[^\0]*\0|OLDPWD=[^\0]*\0/g, '')).toBe('')
  })

  test('runs handlers, counts their usage, and ends when it is killed', skipWithoutJail, async () => {
    const pool = await openProcessPool(setupOf(jail))
    const quiet = { signal: new AbortController().signal, onEvent: () => {} }
    const sum = await runJob(pool, makeJob('export default async () => 1 + 1'), quiet)
    const loop = await runJob(
      pool,
      makeJob('export default async () => { for (;;); }', { limits: { cpuMs: 200 } }),
      quiet,
    )
    const workerd = await start(setupOf(jail))
    await workerd.end()
    await pool.close()

    expect(sum).toMatchObject({ kind: 'returned', value: 2 })
    expect(loop).toMatchObject({ kind: 'limit', limit: 'cpu' })
    expect(isProcessRunning(workerd.pid)).toBe(false)
  })
})
