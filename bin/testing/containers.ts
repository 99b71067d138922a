/**
 * Images and containers without a daemon: Debian's podman, buildah and runc, as root, in a storage folder of their own
 * that is removed in the end.
 *
 * Containers use the network of this machine: bridges need more than every machine allows.
 */
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '#sandboxd/os/find-program.ts'
import { installPackage } from './run-journeys.ts'

const run = promisify(execFile)

/** The base that deploy/Containerfile names. */
const BASE = 'docker.io/library/node:26-trixie-slim'
const PULL_WITHIN_MS = 180_000
const BUILD_WITHIN_MS = 45 * 60_000
/** Ends containers that a killed test has left behind. */
const MAX_CONTAINER_SECONDS = 3_600
/** Without limits of its own, runc asks for higher ones than a confined root may set. */
const LIMITS = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=4096:4096']
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** Returns why no image can be built here; undefined if it can. Installs Debian's packages if they are missing. */
export function missingContainersReason(log: (message: string) => void): string | undefined {
  if (process.platform !== 'linux') return 'needs Linux'
  if (process.getuid?.() !== 0) return 'needs root'
  const programs = ['podman', 'buildah', 'runc']
  const findMissing = () => programs.filter((program) => !findProgram(program))
  if (findMissing().length > 0) installPackage(programs.join(' '), log)
  const missing = findMissing()
  return missing.length > 0
    ? `${missing.join(', ')} not installed, and Debian’s packages could not be`
    : undefined
}

export type ContainerStorage = ReturnType<typeof openContainerStorage>

export type ContainerOptions = {
  name: string
  image: string
  /** Options of `podman run`. */
  options: string[]
  command?: string[]
}

export function openContainerStorage() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-images-'))
  const storage = ['--root', path.join(folder, 'root'), '--runroot', path.join(folder, 'run')]
  const podman = (...args: string[]) =>
    run('podman', [...storage, '--runtime', 'runc', '--cgroup-manager', 'cgroupfs', ...args], {
      maxBuffer: MAX_OUTPUT_BYTES,
    })

  return {
    /**
     * Pulls the base image, or makes one from Debian’s packages and this project’s Node. Returns how it came to be, or
     * throws if neither is possible.
     */
    async addBase(log: (message: string) => void): Promise<'pulled' | 'made from Debian’s packages'> {
      const pulled = spawnSync('podman', [...storage, 'pull', '--quiet', BASE], {
        stdio: 'ignore',
        timeout: PULL_WITHIN_MS,
      })
      if (pulled.status === 0) return 'pulled'
      if (!findProgram('debootstrap')) installPackage('debootstrap', log)
      await importBase(folder, storage)
      return 'made from Debian’s packages'
    },

    async canRun(): Promise<boolean> {
      return podman('run', '--rm', '--network', 'host', ...LIMITS, BASE, 'true').then(
        () => true,
        () => false,
      )
    },

    /** Builds with the Containerfile of `context`, or with `file`. */
    async build(tag: string, context: string, { file = 'deploy/Containerfile', commit = 'test' } = {}) {
      await run(
        'buildah',
        [
          ...storage,
          ...['bud', '--isolation', 'chroot', '--format', 'docker', '--build-arg', `COMMIT=${commit}`],
          ...trustOf(folder),
          ...['--file', path.resolve(context, file), '--tag', tag, context],
        ],
        { maxBuffer: MAX_OUTPUT_BYTES, timeout: BUILD_WITHIN_MS },
      ).catch((error: { stdout?: string; stderr?: string }) => {
        throw new Error(`${tag} could not be built:\n${`${error.stdout}${error.stderr}`.slice(-4_000)}`)
      })
    },

    async sizeOf(image: string): Promise<number> {
      const { stdout } = await podman('image', 'inspect', '--format', '{{.Size}}', image)
      return Number(stdout)
    },

    async start({ name, image, options, command = [] }: ContainerOptions): Promise<void> {
      const ending = ['--detach', '--timeout', String(MAX_CONTAINER_SECONDS), '--network', 'host']
      await podman('run', '--name', name, ...ending, ...LIMITS, ...options, image, ...command)
    },

    /** Returns the exit code with what was printed. */
    async exec(name: string, ...command: string[]): Promise<{ code: number; printed: string }> {
      return podman('exec', name, ...command).then(
        ({ stdout }) => ({ code: 0, printed: stdout }),
        ({ code, stderr }: { code: number; stderr: string }) => ({ code, printed: stderr }),
      )
    },

    /** Runs the health check of the image. */
    async isHealthy(name: string): Promise<boolean> {
      return podman('healthcheck', 'run', name).then(
        () => true,
        () => false,
      )
    },

    async printed(name: string): Promise<string> {
      const { stdout, stderr } = await podman('logs', name)
      return `${stdout}${stderr}`
    },

    /** Stops it like `compose down` and removes it. Returns its exit code. */
    async stop(name: string): Promise<number> {
      await podman('stop', '--time', '30', name)
      const { stdout } = await podman('inspect', '--format', '{{.State.ExitCode}}', name)
      await podman('rm', '--volumes=false', name)
      return Number(stdout)
    },

    async close(): Promise<void> {
      await podman('rm', '--force', '--all').catch(() => {})
      spawnSync('umount', [path.join(folder, 'root/overlay')], { stdio: 'ignore' })
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Debian’s smallest system with this project’s Node, npm, and the account and libraries of the official image. */
async function importBase(folder: string, storage: string[]): Promise<void> {
  const root = path.join(folder, 'base')
  const packages = '--include=ca-certificates,libatomic1'
  await run('debootstrap', ['--variant=minbase', packages, 'trixie', root], { maxBuffer: MAX_OUTPUT_BYTES })
  const modules = path.join(root, 'usr/local/lib/node_modules')
  fs.copyFileSync(process.execPath, path.join(root, 'usr/local/bin/node'))
  fs.mkdirSync(modules, { recursive: true })
  const [archive = ''] = execFileSync('npm', ['pack', 'npm', '--silent'], { cwd: folder, encoding: 'utf8' })
    .trim()
    .split('\n')
    .slice(-1)
  execFileSync('tar', ['-xzf', path.join(folder, archive), '-C', modules])
  fs.renameSync(path.join(modules, 'package'), path.join(modules, 'npm'))
  for (const name of ['npm', 'npx']) {
    const file = `lib/node_modules/npm/bin/${name}-cli.js`
    fs.chmodSync(path.join(root, 'usr/local', file), 0o755)
    fs.symlinkSync(`../${file}`, path.join(root, 'usr/local/bin', name))
  }
  execFileSync('chroot', [root, 'groupadd', '--gid', '1000', 'node'])
  execFileSync('chroot', [root, 'useradd', '--uid', '1000', '--gid', 'node', '--create-home', 'node'])
  const importing = `tar -C "$0" -c . | podman "$@" import - ${BASE}`
  await run('/bin/sh', ['-c', importing, root, ...storage], { maxBuffer: MAX_OUTPUT_BYTES })
  fs.rmSync(root, { recursive: true })
}

/**
 * Options that let npm within the build use this machine’s cache, and trust what this machine trusts: a company’s proxy
 * may sign certificates itself.
 */
function trustOf(folder: string): string[] {
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
  const settings = ['cache=/var/cache/npm']
  const mounts = ['--volume', `${cache}:/var/cache/npm`]
  const authorities = process.env.NODE_EXTRA_CA_CERTS
  if (authorities) {
    settings.push('cafile=/etc/npm-authorities.crt')
    mounts.push('--volume', `${authorities}:/etc/npm-authorities.crt:ro`)
  }
  const file = path.join(folder, 'npmrc')
  fs.writeFileSync(file, `${settings.join('\n')}\n`)
  return [...mounts, '--volume', `${file}:/root/.npmrc:ro`]
}
