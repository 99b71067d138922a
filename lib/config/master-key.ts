/**
 * The master key: what every sealed value's own key is wrapped with.
 *
 * Floor 3. It comes from GUILDHALL_MASTER_KEY (32 bytes in base64) or from `master.key` in the data folder,
 * which is made on first use and readable by its owner alone. It never leaves this folder of the code.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export type MasterKey = {
  /** Recognises the key without telling it: stored beside each value, so that keys can be rotated. */
  id: string
  key: Buffer
}

const KEY_BYTES = 32

// One read per process and place; tests hand in keys of their own.
let kept: { place: string; masterKey: MasterKey } | undefined

/** The key of this server. Throws when what it finds is not 32 bytes in base64. */
export function masterKey(): MasterKey {
  const text = process.env.GUILDHALL_MASTER_KEY
  const file = path.resolve(process.env.GUILDHALL_DATA_DIR ?? '.data', 'master.key')
  const place = text ?? file
  if (kept?.place !== place) kept = { place, masterKey: parseMasterKey(text ?? readOrMake(file)) }
  return kept.masterKey
}

export function parseMasterKey(text: string): MasterKey {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== KEY_BYTES) throw new Error(`The master key must be ${KEY_BYTES} bytes in base64.`)
  return {
    id: createHash('sha256').update('guildhall master key\0').update(key).digest('hex').slice(0, 16),
    key,
  }
}

function readOrMake(file: string): string {
  if (!existsSync(file)) make(file)
  return readFileSync(file, 'utf8')
}

function make(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 })
  try {
    // A link appears whole or not at all: two processes that start together end up with the same key.
    linkSync(draft, file)
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
  } finally {
    unlinkSync(draft)
  }
}
