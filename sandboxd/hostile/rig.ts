/**
 * A sandboxd for hostile skills: the real one, but that names resolve as the suite says and that it tells its memory.
 *
 * Listens on argv[2], and prepares for the language in argv[3]; started by `open-world.ts`, with a channel that is its leash.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openBox } from '../box.ts'
import { cacheFolder } from '../cache-folder.ts'
import { isPublicAddress } from '../egress/address.ts'
import type { World } from '../egress/pin-host.ts'
import { prepareSetup } from '../prepare-setup.ts'
import { makeServer } from '../server.ts'
import { ORIGIN } from './origin-address.ts'

/** What the resolver of this world says, one answer a question; the last one stays. */
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

const asked = new Map<string, number>()
const world: World = {
  async resolve(host) {
    const answers = NAMES[host] ?? [[]]
    const before = asked.get(host) ?? 0
    asked.set(host, before + 1)
    return answers[Math.min(before, answers.length - 1)] ?? []
  },
  isAllowed: (address) => address === ORIGIN || isPublicAddress(address),
}

const [, , socketPath = '', language] = process.argv
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghrig-'))
const setup = prepareSetup(folder)
const box = await openBox({ ...setup, world }, cacheFolder())
const end = () => {
  box.close()
  fs.rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
process.on('disconnect', end)
process.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ usedBytes: heapUsed + external })
})
const about = {
  engine: '',
  memory: '',
  jail: setup.jail.describe,
  isDegraded: false,
  findings: setup.findings,
}
makeServer(box, about).listen(socketPath, () => process.send?.('ready'))
if (language === 'python') void box.preparePython()
