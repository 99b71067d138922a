/**
 * The world that hostile skills meet: a sandboxd of their own, an origin that they may reach, and canaries.
 *
 * The origin listens on 127.0.0.2 and the canary on 127.0.0.1 and ::1 at the same port, so that a name which is
 * let through to the wrong address is heard. Linux only: elsewhere there is no 127.0.0.2.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '#bin/free-port.ts'
import type { Sandbox } from '../../lib/sandbox/sandbox.ts'
import { connectSandbox } from '../../lib/sandbox/sandbox-client.ts'
import type { HostileClass, Targets } from './hostile-case.ts'
import { answerAsOrigin } from './origin.ts'
import { ORIGIN } from './origin-address.ts'

export type HostileWorld = {
  sandbox: Sandbox
  targets: Targets
  /** What must never be seen, by where it is kept. */
  canaries: { file: string; variable: string; secret: string }
  placeholder: string
  /** Whoever knocked at a canary, and whoever brought the secret to another host than its own. */
  alarms: string[]
  /** When the canary file was last read; undefined where the file system does not keep it. */
  lastReadMs(): number | undefined
  /** What sandboxd uses, after it has collected its garbage. */
  usedBytes(): Promise<number>
  isAlive(): boolean
  close(): Promise<void>
}

export async function openWorld(language: HostileClass['language']): Promise<HostileWorld> {
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
  // Free at every address: one that the system gave us at the first may be taken at the next.
  const port = await listen(origin, ORIGIN, await freePort())
  const listeners = [origin, canary(raise), canary(raise), canary(raise)]
  await listen(listeners[1]!, '127.0.0.1', port)
  await listen(listeners[2]!, '::1', port).catch(() => 0)
  const socket = path.join(folder, 'canary.sock')
  await new Promise<void>((resolve) => listeners[3]!.listen(socket, resolve))

  const targets = { port, file: path.join(folder, 'canary.txt'), socket, variable: 'GUILDHALL_CANARY' }
  fs.writeFileSync(targets.file, canaries.file)
  const keepsReads = readTimeIsKept(targets.file)
  const rig = await startRig([path.join(folder, 'rig.sock'), language], {
    [targets.variable]: canaries.variable,
  })

  return {
    sandbox: connectSandbox(path.join(folder, 'rig.sock')),
    targets,
    canaries,
    placeholder: `sbxsec_${randomUUID().replaceAll('-', '').slice(0, 24)}`,
    alarms,
    lastReadMs: () => (keepsReads ? fs.statSync(targets.file).atimeMs : undefined),
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
    raise('somebody connected to a canary')
    socket.destroy()
  })
}

async function listen(server: net.Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return (server.address() as AddressInfo).port
}

/** Sets the time back, as a file system that keeps it only when it is older than the content would not tell else. */
function readTimeIsKept(file: string): boolean {
  const longAgo = new Date(0)
  fs.utimesSync(file, longAgo, new Date())
  fs.readFileSync(file)
  const isKept = fs.statSync(file).atimeMs > 0
  fs.utimesSync(file, longAgo, new Date())
  return isKept
}

async function startRig(args: string[], env: Record<string, string>): Promise<ChildProcess> {
  const rig = fork(path.join(import.meta.dirname, 'rig.ts'), args, {
    execArgv: ['--expose-gc'],
    env: { ...process.env, ...env },
  })
  const [said] = await Promise.race([once(rig, 'message'), once(rig, 'exit')])
  if (said !== 'ready') throw new Error(`The rig stopped while starting (${said}).`)
  return rig
}
