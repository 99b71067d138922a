/**
 * Master keys encrypt each value's data key. The current one is GUILDHALL_MASTER_KEY (32 bytes in base64), else the
 * file `master.key` in the data folder. Until `rotate-keys` is done, older ones are readable: GUILDHALL_MASTER_KEY_OLD
 * (comma-separated) and `master.key.old` (one per line). They leave this folder only for a backup on request.
 */
import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

export type MasterKey = {
  id: string
  key: Buffer
}

const KEY_BYTES = 32

// Valid for one state of the files, so a rotation takes effect at once.
let cachedKeys: { stamp: string; current: MasterKey; readable: Map<string, MasterKey> } | undefined

export function masterKey(): MasterKey {
  return readKeys().current
}

export function findMasterKey(id: string): MasterKey | undefined {
  return readKeys().readable.get(id)
}

export function isKeyInEnvironment(): boolean {
  return Boolean(process.env.GUILDHALL_MASTER_KEY)
}

/** Writes the old key first: if interrupted, both are readable. */
export function replaceKeyFile(): MasterKey {
  const { file, oldFile } = keyFiles()
  const old = readOrMake(file).trim()
  const others = readIfThere(oldFile)
  writeWhole(oldFile, others.includes(old) ? others : `${others}${old}\n`)
  writeWhole(file, freshKey())
  return masterKey()
}

/** Returns all master keys for a backup, the one that seals new values first. */
export function masterKeyLines(): string {
  const { current, readable } = readKeys()
  const all = new Set([current, ...readable.values()].map(({ key }) => key.toString('base64')))
  return `${[...all].join('\n')}\n`
}

/** Adds keys with which sealed values can be read, from a backup. Returns how many were new. */
export function addOldKeys(lines: string): number {
  const given = lines.split('\n').filter((line) => line.trim() !== '')
  const { readable } = readKeys()
  const fresh = given.filter((line) => !readable.has(parseMasterKey(line).id))
  if (fresh.length === 0) return 0
  const { oldFile } = keyFiles()
  const others = readIfThere(oldFile)
  writeWhole(oldFile, `${others}${fresh.map((line) => `${line.trim()}\n`).join('')}`)
  return fresh.length
}

export function parseMasterKey(text: string): MasterKey {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== KEY_BYTES) throw new Error(`The master key must be ${KEY_BYTES} bytes in base64.`)
  return {
    id: createHash('sha256').update('guildhall master key\0').update(key).digest('hex').slice(0, 16),
    key,
  }
}

function readKeys() {
  const { GUILDHALL_MASTER_KEY: text, GUILDHALL_MASTER_KEY_OLD: old = '' } = process.env
  const { file, oldFile } = keyFiles()
  const stamp = [text, old, file, fileIdentity(file), fileIdentity(oldFile)].join('\0')
  if (cachedKeys?.stamp === stamp) return cachedKeys

  const current = parseMasterKey(text || readOrMake(file))
  const fromFiles = [file, oldFile].flatMap((each) => readIfThere(each).split('\n'))
  const others = [...old.split(','), ...fromFiles].filter((each) => each.trim() !== '').map(parseMasterKey)
  cachedKeys = { stamp, current, readable: new Map([...others, current].map((each) => [each.id, each])) }
  return cachedKeys
}

function keyFiles(): { file: string; oldFile: string } {
  const file = path.resolve(process.env.GUILDHALL_DATA_DIR ?? '.data', 'master.key')
  return { file, oldFile: `${file}.old` }
}

function fileIdentity(file: string): string {
  const { ino, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {}
  return `${ino} ${mtimeMs}`
}

function readOrMake(file: string): string {
  if (!existsSync(file)) make(file)
  return readFileSync(file, 'utf8')
}

function readIfThere(file: string): string {
  // Otherwise the bundler treats every project file as readable here.
  return existsSync(/* turbopackIgnore: true */ file)
    ? readFileSync(/* turbopackIgnore: true */ file, 'utf8')
    : ''
}

function freshKey(): string {
  return `${randomBytes(KEY_BYTES).toString('base64')}\n`
}

function make(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, freshKey(), { mode: 0o600 })
  try {
    // Atomic: two processes that start together both get one key.
    linkSync(draft, file)
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
  } finally {
    unlinkSync(draft)
  }
}

/** Writes the file in one step, so that readers never see a part of it. */
function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, file)
}
