import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, vi } from 'vitest'
import { tryEveryJail } from '#sandboxd/jail/choose-jail.ts'
import type { JailName } from '#sandboxd/jail/jail.ts'
import { prepareProcessSetup } from '#sandboxd/local-sandbox.ts'
import { type ProcessSetup, startWorkerd, type WorkerdProcess } from '#sandboxd/process/workerd-process.ts'

/** Returns the targets of its descriptors, without its own root folder, which workerd opens. */
export function linksOf(pid: number): string[] {
  const root = fs.readlinkSync(`/proc/${pid}/root`)
  const links = fs.readdirSync(`/proc/${pid}/fd`).flatMap((fd) => readLink(`/proc/${pid}/fd/${fd}`) ?? [])
  return links.filter((link) => link !== root)
}

/** Returns null for a descriptor that the process has closed since it was listed. */
function readLink(file: string): string | null {
  try {
    return fs.readlinkSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export function nameOf(pid: number): string {
  return fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
}

/** Returns true for files, pipes and devices. workerd has only sockets, event queues and /dev/null. */
export function isOfTheHost(link: string): boolean {
  return !/^(socket:|anon_inode:|\/dev\/null$)/.test(link)
}

export function setUpJails() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghjail-'))
  const closers: (() => void)[] = []
  const started: WorkerdProcess[] = []
  afterEach(() => vi.unstubAllEnvs())

  afterAll(async () => {
    await Promise.all(started.map((workerd) => workerd.end()))
    for (const close of closers) close()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const setups: Partial<Record<JailName, ProcessSetup>> = {}
  const setupOf = (jail: JailName) => (setups[jail] ??= prepareProcessSetup(folder, { jail }))
  const { binary, engine } = setupOf('none')

  /** Findings about every jail, the best one first. */
  const findings = tryEveryJail({ binary: binary.path, config: engine.config }, folder)

  async function start(setup: ProcessSetup): Promise<WorkerdProcess> {
    const workerd = await startWorkerd(setup)
    started.push(workerd)
    return workerd
  }

  const running: Partial<Record<JailName, Promise<WorkerdProcess>>> = {}

  /** Shares one process among all tests that only inspect it. */
  async function lookInto(jail: JailName) {
    running[jail] ??= start(setupOf(jail))
    const workerd = await running[jail]
    const read = (file: string) => fs.readFileSync(`/proc/${workerd.pid}/${file}`, 'utf8')
    const status = Object.fromEntries(
      read('status')
        .split('\n')
        .map((line) => line.split(/:\s+/) as [string, string]),
    )
    return { workerd, read, status }
  }

  return {
    folder,
    closers,
    setupOf,
    findings,
    start,
    lookInto,
  }
}
