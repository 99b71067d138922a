/**
 * Finds the best jail that really works on this host, by locking workerd into each and asking for its version.
 *
 * A jail may be installed and still not work: user namespaces switched off, a container that refuses mounts. So
 * nothing is believed that was not tried.
 */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { findProgram } from '../find-program.ts'
import { bubblewrap } from './bubblewrap.ts'
import { type HostAccount, handedOver, hostAccount } from './host-account.ts'
import { type Cell, type Jail, type JailName, NO_JAIL, SECCOMP_FD } from './jail.ts'
import { namespaces } from './namespaces.ts'
import { makeFilter } from './seccomp.ts'

/** What became of one way to lock up. `why` tells what is missing when it does not hold. */
export type Finding = { name: JailName; holds: boolean; why: string }
export type Choice = { jail: Jail; findings: Finding[] }

/**
 * `wanted` is a jail's name or undefined for the best there is. Throws when the one that is wanted does not hold: who
 * asks for a jail by name does not want another.
 */
export function chooseJail(cell: Omit<Cell, 'guardSocket'>, folder: string, wanted?: string): Choice {
  const findings: Finding[] = []
  for (const [name, make] of Object.entries(MAKERS)) {
    if (wanted && wanted !== name) continue
    const { jail, why } = tryJail(make, cell, folder)
    findings.push({ name: name as JailName, holds: why === '', why })
    if (jail) return { jail, findings }
  }
  if (wanted && wanted !== 'none')
    throw new Error(
      `GUILDHALL_SANDBOX_JAIL=${wanted} cannot be had here: ${findings.map(({ why }) => why).join(' ') || 'there is no such jail.'}`,
    )
  return { jail: NO_JAIL, findings }
}

/** What each jail is worth on this host, best first: for people, who want to know of all of them. */
export function tryEveryJail(cell: Omit<Cell, 'guardSocket'>, folder: string): Finding[] {
  return Object.entries(MAKERS).map(([name, make]) => {
    const { why } = tryJail(make, cell, folder)
    return { name: name as JailName, holds: why === '', why }
  })
}

/** `jail` is there when it holds, and `why` is empty then. */
function tryJail(make: Maker, cell: Omit<Cell, 'guardSocket'>, folder: string): { jail?: Jail; why: string } {
  const jail = make(cell.binary, folder)
  if (typeof jail === 'string') return { why: jail }
  const account = hostAccount()
  const other = account && handedOver(jail, account)
  // Where that user cannot get to the engine's files, a jail around root is still a jail.
  if (account && other && reaches(account, cell, folder)) {
    if (whyNot(other, cell, folder) === '') return { jail: other, why: '' }
    // Without capabilities root cannot read what is another's.
    fs.chownSync(cell.config, 0, 0)
  }
  const why = whyNot(jail, cell, folder)
  return why === '' ? { jail, why } : { why }
}

/** What a jail cannot tell: asked for its version, workerd reads none of our files. */
function reaches(account: HostAccount, { binary }: Omit<Cell, 'guardSocket'>, folder: string): boolean {
  const file = path.join(folder, 'reached')
  fs.writeFileSync(file, '')
  account.admit(file)
  return [binary, file].every(account.canRead)
}

type Maker = (binary: string, folder: string) => Jail | string

/** Best first. A sentence in place of a jail tells what has to be installed. */
const MAKERS: Partial<Record<JailName, Maker>> = {
  bubblewrap(binary, folder) {
    const program = findProgram('bwrap')
    if (!program) return 'bubblewrap is not installed (Debian: apt-get install bubblewrap).'
    const { arch } = process
    if (arch !== 'x64' && arch !== 'arm64') return `There is no seccomp filter for ${arch}.`
    const filterFile = path.join(folder, 'filter.bpf')
    fs.writeFileSync(filterFile, makeFilter(arch))
    return bubblewrap(program, librariesOf(binary), filterFile)
  },

  namespaces(binary, folder) {
    const unshare = findProgram('unshare')
    const sh = findProgram('sh')
    if (!unshare || !sh) return 'util-linux is not installed (Debian: apt-get install util-linux).'
    const root = path.join(folder, 'root')
    fs.mkdirSync(root, { recursive: true })
    return namespaces({ unshare, sh }, librariesOf(binary), root)
  },
}

/** Empty when it holds. */
function whyNot(jail: Jail, cell: Omit<Cell, 'guardSocket'>, folder: string): string {
  const guardSocket = path.join(folder, 'probe')
  fs.writeFileSync(guardSocket, '')
  for (const file of [guardSocket, cell.config]) jail.admit?.(file)
  const whole = { ...cell, guardSocket }
  const { status, stderr, error } = tryOut(jail, jail.wrap(whole, [jail.inside(whole).binary, '--version']))
  if (status === 0) return ''
  const said = error?.message ?? String(stderr).trim().split('\n')[0] ?? ''
  return `It does not work on this host: ${said || `it ended with ${status}`}.`
}

function tryOut(jail: Jail, [program = '', ...args]: string[]): SpawnSyncReturns<Buffer> {
  const filter = jail.filterFile ? fs.openSync(jail.filterFile, 'r') : undefined
  const stdio: ('ignore' | 'pipe' | number)[] = ['ignore', 'pipe', 'pipe']
  if (filter !== undefined) {
    while (stdio.length < SECCOMP_FD) stdio.push('ignore')
    stdio.push(filter)
  }
  try {
    return spawnSync(program, args, { env: {} as NodeJS.ProcessEnv, stdio, timeout: 10_000 })
  } finally {
    if (filter !== undefined) fs.closeSync(filter)
  }
}

/** The files that a dynamically linked program needs beside itself; what `ldd` prints with a path. */
function librariesOf(binary: string): string[] {
  const ldd = findProgram('ldd')
  const printed = ldd ? String(spawnSync(ldd, [binary]).stdout) : ''
  return [...printed.matchAll(/(?:=>\s*|^\s*)(\/\S+)/gm)].map(([, file = '']) => file)
}
