/**
 * Test environment for hostile skills: a sandboxd, one reachable origin, and canaries.
 *
 * The origin listens on 127.0.0.2 and the canary on 127.0.0.1 and ::1 at the same port, so that a name
 * resolved to the wrong address is detected. Linux only: other systems lack 127.0.0.2.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { findFreePort } from '#bin/server/runtime/free-port.ts'
import type { Sandbox } from '../../lib/sandbox/sandbox.ts'
import { connectSandbox } from '../../lib/sandbox/sandbox-client.ts'
import type { HostileClass, Targets } from './hostile-case.ts'
import { answerAsOrigin } from './origin.ts'
import { ORIGIN } from './origin-address.ts'

export type HostileEnvironment = {
  sandbox: Sandbox
  targets: Targets
  /** Values that must never leak, by location. */
  canaries: { file: string; variable: string; secret: string }
  placeholder: string
  /** Connections to a canary, and secrets sent to the wrong host. */
  alarms: string[]
  /** When the canary file was last read; undefined without atime support. */
  lastReadMs(): number | undefined
  /** sandboxd's memory after garbage collection. */
  usedBytes(): Promise<number>
  isAlive(): boolean
  close(): Promise<void>
}

export async function openHostileEnvironment(
  language: HostileClass['language'],
): Promise<HostileEnvironment> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghworld-'))
  const canaries = {
    file: `file-${randomUUID()}`,
    variable: `env-${randomUUID()}`,
    secret: `key-${randomUUID()}`,
  }
  const alarms: string[] = []
  const raise = (what: string) => alarms.push(what)

  const origin = http.createServer((request, response) => {
    answerAsOrigin(request, response, { secret: canaries.secret, raise }).catch(() => response.destroy())
  })
  origin.on('upgrade', (_request, socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  )
  // The port must be free at every address.
  const port = await listen(origin, ORIGIN, await findFreePort())
  const listeners = [origin, canary(raise), canary(raise), canary(raise)]
  await listen(listeners[1]!, '127.0.0.1', port)
  await listen(listeners[2]!, '::1', port).catch(() => 0)
  const socket = path.join(folder, 'canary.sock')
  await new Promise<void>((resolve) => listeners[3]!.listen(socket, resolve))

  const targets = { port, file: path.join(folder, 'canary.txt'), socket, variable: 'GUILDHALL_CANARY' }
  fs.writeFileSync(targets.file, canaries.file)
  const hasReadTimes = recordsReadTime(targets.file)
  const rig = await startRig([path.join(folder, 'rig.sock'), language], {
    [targets.variable]: canaries.variable,
  })

  return {
    sandbox: connectSandbox(path.join(folder, 'rig.sock')),
    targets,
    canaries,
    placeholder: `sbxsec_${randomUUID().replaceAll('-', '').slice(0, 24)}`,
    alarms,
    lastReadMs: () => (hasReadTimes ? fs.statSync(targets.file).atimeMs : undefined),
    async usedBytes() {
      rig.send('memory')
      const [{ usedBytes }] = (await once(rig, 'message')) as [{ usedBytes: number }]
      return usedBytes
    },
    isAlive: () => rig.exitCode === null && rig.signalCode === null,
    async close() {
      const gone = once(rig, 'exit')
      rig.disconnect()
      await gone
      origin.closeAllConnections()
      for (const listener of listeners) listener.close()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

function canary(raise: (what: string) => void): net.Server {
  return net.createServer((socket) => {
    raise('a skill connected to a canary')
    socket.destroy()
  })
}

async function listen(server: net.Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return (server.address() as AddressInfo).port
}

/** Sets atime back, because with relatime it only changes if it is older than mtime. */
function recordsReadTime(file: string): boolean {
  const longAgo = new Date(0)
  fs.utimesSync(file, longAgo, new Date())
  fs.readFileSync(file)
  const isRecorded = fs.statSync(file).atimeMs > 0
  fs.utimesSync(file, longAgo, new Date())
  return isRecorded
}

async function startRig(args: string[], env: Record<string, string>): Promise<ChildProcess> {
  const rig = fork(path.join(import.meta.dirname, 'hostile-sandboxd.ts'), args, {
    execArgv: ['--expose-gc'],
    env: { ...process.env, ...env },
  })
  const [firstMessage] = await Promise.race([once(rig, 'message'), once(rig, 'exit')])
  if (firstMessage !== 'ready') throw new Error(`The rig stopped while starting (${firstMessage}).`)
  return rig
}
