/**
 * A real sandboxd for hostile skills, with a fake resolver and memory reporting.
 *
 * Listens on argv[2] and prepares the language in argv[3]; `hostile-environment.ts` starts it and ends it by closing
 * the IPC channel.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isPublicAddress } from '../../lib/kernel/network/destination.ts'
import type { EgressPolicy } from '../../lib/kernel/network/pin-host.ts'
import { openLocalSandbox, prepareProcessSetup } from '../local-sandbox.ts'
import { cacheFolder, removeScratch } from '../os/scratch-folder.ts'
import { createKeptRuns } from '../run/kept-runs.ts'
import { createSandboxServer } from '../server.ts'
import { ORIGIN } from './origin-address.ts'

/** The fake resolver's answers, one per query; the last one repeats. */
const NAMES: Record<string, string[][]> = {
  'api.example': [[ORIGIN]],
  'other.example': [[ORIGIN]],
  'loop.example': [['127.0.0.1']],
  'loop6.example': [['::1']],
  'mapped.example': [['::ffff:127.0.0.1']],
  'private.example': [['10.0.0.1']],
  'metadata.example': [['169.254.169.254']],
  'zero.example': [['0.0.0.0']],
  'both.example': [[ORIGIN, '127.0.0.1']],
  'rebind.example': [[ORIGIN], ['127.0.0.1']],
}

const queryCounts = new Map<string, number>()
const egressPolicy: EgressPolicy = {
  async resolve(host) {
    const answers = NAMES[host] ?? [[]]
    const before = queryCounts.get(host) ?? 0
    queryCounts.set(host, before + 1)
    return answers[Math.min(before, answers.length - 1)] ?? []
  },
  isAllowed: (address) => address === ORIGIN || isPublicAddress(address),
}

const [, , socketPath = '', language] = process.argv
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghrig-'))
const setup = prepareProcessSetup(folder)
const sandbox = await openLocalSandbox({ ...setup, egressPolicy }, cacheFolder(), { isLocalSite: true })
const end = async () => {
  await sandbox.close()
  removeScratch(folder)
  process.exit(0)
}
process.on('disconnect', end)
process.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ usedBytes: heapUsed + external })
})
const facts = {
  engine: '',
  memory: '',
  jail: setup.jail.description,
  isDegraded: false,
  findings: setup.findings,
}
createSandboxServer({ sandbox, facts, keptRuns: createKeptRuns() }).listen(socketPath, () =>
  process.send?.('ready'),
)
if (language === 'python') void sandbox.preparePython()
