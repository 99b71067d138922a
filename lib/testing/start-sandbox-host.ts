import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

export type TestHost = { address: string; port: number; child: ChildProcess; kill(): Promise<void> }

const ROOT = path.resolve(import.meta.dirname, '../..')

/** `site` and `host` are the folders that `sandbox certs` creates, within `folder`. */
export async function makeCerts(): Promise<{ folder: string; site: string; host: string }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghcerts-'))
  const certs = ['bin/guildhall.ts', 'sandbox', 'certs', '--out', folder, '--host', 'localhost']
  const [code] = await once(spawn(process.execPath, certs, { cwd: ROOT, stdio: 'ignore' }), 'exit')
  if (code !== 0) throw new Error(`sandbox certs ended with ${code}.`)
  return { folder, site: path.join(folder, 'site'), host: path.join(folder, 'host-localhost') }
}

/** Resolves when the host listens, by default on a free port. Rejects with its output if it does not start. */
export async function startSandboxHost(certs: string, port = 0): Promise<TestHost> {
  const args = ['sandboxd/main.ts', '--listen', `127.0.0.1:${port}`, '--certs', certs]
  const { GUILDHALL_SANDBOX_SOCKET: _, ...env } = process.env
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream! }).on('line', (line) => output.push(line))
  // The "close" event follows the last output.
  await Promise.race([once(child.stdout!, 'data'), once(child, 'close')])
  const ready = /ready on tls:\/\/127\.0\.0\.1:(\d+)/.exec(output.join('\n'))
  if (!ready) throw new Error(output.join('\n') || 'sandboxd printed nothing.')
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
