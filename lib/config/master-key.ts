/**
 * The master keys: what every sealed value's own key is wrapped with.
 *
 * Floor 3. New values are sealed with one key; older ones are kept readable until `rotate-keys` has wrapped everything
 * anew. The one is GUILDHALL_MASTER_KEY (32 bytes in base64), else the file `master.key` in the data folder, made on
 * first use and readable by its owner alone. Older ones stand in GUILDHALL_MASTER_KEY_OLD (commas between them) and in
 * `master.key.old`, a line each. They leave this folder of the code for a backup, when somebody asks for that.
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
  /** Recognises the key without telling it: stored beside each value. */
  id: string
  key: Buffer
}

const KEY_BYTES = 32

// One read for each state of the files; a rotation is seen by the next value that is sealed or opened.
let kept: { place: string; current: MasterKey; readable: Map<string, MasterKey> } | undefined

/** The key that seals. Throws when what it finds is not 32 bytes in base64. */
export function masterKey(): MasterKey {
  return readKeys().current
}

/** The key of this id, for opening; undefined when this server does not have it. */
export function masterKeyOf(id: string): MasterKey | undefined {
  return readKeys().readable.get(id)
}

/** True when the key that seals comes from the environment, which nobody but its owner can change. */
export function isKeyInEnvironment(): boolean {
  return Boolean(process.env.GUILDHALL_MASTER_KEY)
}

/**
 * Puts a fresh key in the place of the one in the data folder, which stays readable. What is cut short leaves the old
 * key in force or the new one, and both readable.
 */
export function replaceKeyFile(): MasterKey {
  const { file, oldFile } = keyFiles()
  const old = readOrMake(file).trim()
  const others = readIfThere(oldFile)
  writeWhole(oldFile, others.includes(old) ? others : `${others}${old}\n`)
  writeWhole(file, freshKey())
  return masterKey()
}

/** Every key that opens something here, the one that seals first, a line each: for a backup that is to hold them. */
export function masterKeyLines(): string {
  const { current, readable } = readKeys()
  const all = new Set([current, ...readable.values()].map(({ key }) => key.toString('base64')))
  return `${[...all].join('\n')}\n`
}

/** Makes what was sealed with these keys readable here; new values are sealed as before. Returns how many were new. */
export function keepOldKeys(lines: string): number {
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
  const place = [text, old, file, stampOf(file), stampOf(oldFile)].join('\0')
  if (kept?.place === place) return kept

  const current = parseMasterKey(text || readOrMake(file))
  const fromFiles = [file, oldFile].flatMap((each) => readIfThere(each).split('\n'))
  const others = [...old.split(','), ...fromFiles].filter((each) => each.trim() !== '').map(parseMasterKey)
  kept = { place, current, readable: new Map([...others, current].map((each) => [each.id, each])) }
  return kept
}

function keyFiles(): { file: string; oldFile: string } {
  const file = path.resolve(process.env.GUILDHALL_DATA_DIR ?? '.data', 'master.key')
  return { file, oldFile: `${file}.old` }
}

/** Other when the file was written anew. */
function stampOf(file: string): string {
  const { ino, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {}
  return `${ino} ${mtimeMs}`
}

function readOrMake(file: string): string {
  if (!existsSync(file)) make(file)
  return readFileSync(file, 'utf8')
}

function readIfThere(file: string): string {
  // Without these words the build takes every file of the project for one that may be read here.
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
    // A link appears whole or not at all: two processes that start together end up with the same key.
    linkSync(draft, file)
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
  } finally {
    unlinkSync(draft)
  }
}

/** Nobody reads half of it. */
function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, file)
}
