/** A sandboxd of a test's own that listens with mutual TLS, and certificates for it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

export type TestHost = { address: string; port: number; child: ChildProcess; kill(): Promise<void> }

const ROOT = path.resolve(import.meta.dirname, '../..')

/** `site` and `host` are the folders that `sandbox certs` makes; `folder` holds them. */
export async function makeCerts(): Promise<{ folder: string; site: string; host: string }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghcerts-'))
  const certs = ['bin/guildhall.ts', 'sandbox', 'certs', '--out', folder, '--host', 'localhost']
  const [code] = await once(spawn(process.execPath, certs, { cwd: ROOT, stdio: 'ignore' }), 'exit')
  if (code !== 0) throw new Error(`sandbox certs ended with ${code}.`)
  return { folder, site: path.join(folder, 'site'), host: path.join(folder, 'host-localhost') }
}

/** Resolves when it listens; on a free port unless told. Rejects with what it says when it does not start. */
export async function startSandboxHost(certs: string, port = 0): Promise<TestHost> {
  const args = ['sandboxd/main.ts', '--listen', `127.0.0.1:${port}`, '--certs', certs]
  const { GUILDHALL_SANDBOX_SOCKET: _, ...env } = process.env
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream! }).on('line', (line) => said.push(line))
  // "close" comes after the last of what it says.
  await Promise.race([once(child.stdout!, 'data'), once(child, 'close')])
  const ready = /ready on tls:\/\/127\.0\.0\.1:(\d+)/.exec(said.join('\n'))
  if (!ready) throw new Error(said.join('\n') || 'sandboxd said nothing.')
  return {
    address: `tls://localhost:${ready[1]}`,
    port: Number(ready[1]),
    child,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
