import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export type Program = { file: string; env: Record<string, string> }

const DOWNLOAD_WITHIN_MS = 120_000

function canRun({ file, env }: Program): boolean {
  return spawnSync(file, ['--version'], { env: { ...process.env, ...env }, stdio: 'ignore' }).status === 0
}

/**
 * Returns the path of an installed program, or of Debian's; undefined if neither works. `libraries` are dependencies
 * that a minimal Debian lacks, by its release.
 */
export function ensureProgram(
  name: string,
  { installed, packaged, libraries }: { installed: string[]; packaged: string; libraries?: RegExp },
): Program | undefined {
  const found = installed.map((file): Program => ({ file, env: {} })).find(canRun)
  if (found) return found
  const folder = path.join(os.tmpdir(), `guildhall-${name}-${process.getuid?.() ?? 0}`)
  const unpacked = () => {
    const paths = fs.globSync('usr/lib/*-linux-*', { cwd: folder }).map((each) => path.join(folder, each))
    return { file: path.join(folder, packaged), env: { LD_LIBRARY_PATH: paths.join(':') } }
  }
  if (canRun(unpacked())) return unpacked()
  if (!fs.existsSync('/usr/bin/apt-get')) return undefined
  fs.mkdirSync(folder, { recursive: true })
  const fetch = () => fetchPackage(folder, name, libraries)
  // Only root can update package lists.
  const isFetched = fetch() || (process.getuid?.() === 0 && runAptGet(folder, 'update', '-qq') && fetch())
  return isFetched && canRun(unpacked()) ? unpacked() : undefined
}

function fetchPackage(folder: string, name: string, libraries: RegExp | undefined): boolean {
  if (!runAptGet(folder, 'download', name)) return false
  const [archive = ''] = fs.globSync(`${name}_*.deb`, { cwd: folder })
  const needed = spawnSync('dpkg-deb', ['-f', archive, 'Depends'], { cwd: folder, encoding: 'utf8' }).stdout
  const wanted = libraries ? (needed.match(libraries) ?? []) : []
  if (wanted.length > 0 && !runAptGet(folder, 'download', ...wanted)) return false
  const unpack = (file: string) =>
    spawnSync('dpkg-deb', ['-x', file, folder], { cwd: folder, stdio: 'ignore' })
  return fs.globSync('*.deb', { cwd: folder }).every((each) => unpack(each).status === 0)
}

function runAptGet(folder: string, ...args: string[]): boolean {
  const options = { cwd: folder, stdio: 'ignore' as const, timeout: DOWNLOAD_WITHIN_MS }
  return spawnSync('apt-get', args, options).status === 0
}
