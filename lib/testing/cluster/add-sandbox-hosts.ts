import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { PROJECT_ROOT } from '#bin/server/runtime/project-root.ts'
import { addMachine } from '#bin/testing/namespaces.ts'
import { CLUSTER_FOLDER } from './cluster-folder.ts'
import { makePart } from './cluster-part.ts'

const SANDBOX_PORT = 7443

export function addSandboxHosts() {
  const machines = [addMachine('sandbox-a', 21), addMachine('sandbox-b', 22)]
  const certs = path.join(CLUSTER_FOLDER, 'certs')
  for (const { address } of machines) {
    const args = ['bin/guildhall.ts', 'sandbox', 'certs', '--out', certs, '--host', address]
    execFileSync(process.execPath, args, { cwd: PROJECT_ROOT, stdio: 'ignore' })
  }
  const hosts = machines.map((machine) => {
    const own = path.join(certs, `host-${machine.address}`)
    const listen = ['--listen', `${machine.address}:${SANDBOX_PORT}`, '--certs', own]
    return makePart(machine, 'A sandbox host', () => [
      {
        child: machine.start([process.execPath, path.join(PROJECT_ROOT, 'sandboxd/main.ts'), ...listen], {
          env: process.env,
        }),
        isReady: (printed) => printed.includes('ready on tls://'),
      },
    ])
  })
  const setting = machines.map(({ address }) => `tls://${address}:${SANDBOX_PORT}`).join(',')
  return { hosts, certs: path.join(certs, 'site'), setting }
}
