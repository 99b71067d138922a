/** A local workerd that serves the folder that `wrangler deploy` would upload. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { writeCloudflareWorker } from '#sandboxd/cloudflare/write-worker.ts'
import { findWorkerd } from '#sandboxd/engine/sandbox-engine.ts'

export type LocalWorker = { origin: string; kill(): Promise<void> }

/** Resolves when the worker listens, on a free port. */
export async function startLocalWorker(token: string): Promise<LocalWorker> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghworker-'))
  const config = path.join(folder, 'config.capnp')
  fs.writeFileSync(config, configOf(writeCloudflareWorker(folder), token))
  const args = ['serve', '--experimental', config, '--control-fd=3']
  const child = spawn(findWorkerd().path, args, {
    env: {} as NodeJS.ProcessEnv,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  })
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdio[3] as NodeJS.ReadableStream }), 'line'),
    once(child, 'exit').then(([code]) => [`{"exit":${code}}`]),
  ])) as [string]
  const { port } = JSON.parse(line) as { port?: number }
  if (!port) throw new Error(`workerd did not listen: ${line}`)
  return {
    origin: `http://127.0.0.1:${port}`,
    async kill() {
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL'))
        await once(child, 'exit')
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Translates `wrangler.json` for workerd. As on Cloudflare, the worker itself could reach the internet. */
function configOf(files: string[], token: string): string {
  const wanted = JSON.parse(
    fs.readFileSync(path.join(import.meta.dirname, '../../sandboxd/cloudflare/wrangler.json'), 'utf8'),
  ) as { main: string; compatibility_date: string; worker_loaders: { binding: string }[] }
  const modules = [wanted.main, ...files.filter((file) => file !== wanted.main && !file.endsWith('.json'))]
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "worker", worker = .worker)],
  sockets = [(name = "in", address = "127.0.0.1:0", http = (), service = "worker")],
);
const worker :Workerd.Worker = (
  modules = [${modules.map((file) => `(name = "${file}", ${file.endsWith('.js') ? 'esModule' : 'text'} = embed "${file}")`).join(', ')}],
  compatibilityDate = "${wanted.compatibility_date}",
  bindings = [
    (name = "TOKEN", text = "${token}"),
    ${wanted.worker_loaders.map(({ binding }) => `(name = "${binding}", workerLoader = ())`).join(', ')}
  ],
);
`
}
